import Glibc
import Scene

/// The drawing operators of a page (ISO 32000-1, 8 and 9), in its scene's coordinates: y runs
/// downwards. Settings in force are not repeated.
struct PageContent {
    /// The state that the end of a clip restores.
    struct State {
        var fill: Color?
        var stroke: Stroke?
        var opacity: UInt8 = 255
        /// The opacity of the layers around.
        var layer = 1.0
        var font: PDFReference?
        var size = 0.0
        /// Room after every letter, beside its own.
        var tracking = 0.0
        var isInvisible = false
        /// The origin of vertical positions, in thousandths of a point.
        var top = 0
    }

    var markup = PDFMarkup()
    private(set) var resources = PageResources()
    /// Whether what is drawn next belongs to a part or to none: all must belong to either.
    private(set) var isMarked = false
    /// The area that a form covers; for a page, all of it is known.
    var ink: Rect?
    let isForm: Bool
    private let paints: DocumentPaints
    var state = State()
    private var saved: [State] = []
    var isInText = false

    /// - Parameters:
    ///   - height: the page's, in printer's points.
    ///   - scale: printer's points for one of the scene's.
    init(height: Double, scale: Double, paints: DocumentPaints) {
        self.paints = paints
        isForm = false
        markup.number(scale)
        markup.raw("0 0 ")
        markup.number(-scale)
        markup.raw("0 ")
        markup.number(height)
        markup.raw("cm\n")
    }

    /// A drawing that several pages share, in the scene's coordinates. All of it belongs to the
    /// place where it is drawn.
    private init(paints: DocumentPaints) {
        self.paints = paints
        isForm = true
        isMarked = true
    }

    func beginForm() -> PageContent { PageContent(paints: paints) }

    mutating func finishForm() { endText() }

    /// Draws what several pages draw alike.
    mutating func draw(form: PDFReference) {
        endText()
        use(form, as: .picture)
        markup.raw("Do\n")
    }

    /// Draws what several places show alike: its own beginning comes to a point.
    mutating func draw(form: PDFReference, at point: Point) {
        endText()
        // It begins with what is set here.
        set(opacity: 255)
        markup.raw("q 1 0 0 1 ")
        markup.point(point.x, point.y - top)
        markup.raw("cm")
        use(form, as: .picture)
        markup.raw("Do Q\n")
    }

    /// Tells places from here downwards: what is drawn alike further down are the same bytes then,
    /// which hardly need room once they are compressed.
    mutating func move(to top: Double) {
        let next = top.magnitude < 1e6 ? Int((top * 1000).rounded()) : 0
        guard next != state.top else { return }
        endText()
        markup.raw("1 0 0 1 0 ")
        markup.number(Double(next - state.top) / 1000)
        markup.raw("cm\n")
        state.top = next
    }

    var top: Double { Double(state.top) / 1000 }

    /// Ends what is still open.
    mutating func finish() {
        endText()
        endMark()
    }
}

// Marked content (14.6).
extension PageContent {
    /// Begins a part of the structure, with its `mark` there.
    mutating func begin(_ kind: StructureTree.Kind, mark: Int) {
        markup.raw(kind.name)
        markup.raw("<</MCID ")
        markup.integer(mark)
        markup.raw(">>BDC\n")
        isMarked = true
    }

    /// Begins content that is drawn and never read (14.8.2.2).
    mutating func begin(_ artifact: Artifact) {
        artifact.begin(in: &markup)
        isMarked = true
    }

    /// Words that a part tells by itself have a place in the content, and nothing in it.
    mutating func addEmpty(_ kind: StructureTree.Kind, mark: Int) {
        begin(kind, mark: mark)
        endMark()
    }

    mutating func endMark() {
        endText()
        if isMarked { markup.raw("EMC\n") }
        isMarked = false
    }
}

// Shapes.
extension PageContent {
    mutating func fill(_ path: Path, _ color: Color) {
        endText()
        set(fill: color)
        add(path, isArea: true)
        markup.raw("f\n")
    }

    mutating func fill(_ path: Path, _ gradient: LinearGradient) {
        endText()
        let mask = paints.mask(gradient)
        if let mask {
            save()
            // It lies where it is set (ISO 32000-1, 11.6.5.2), as gradients lie on the page.
            move(to: 0)
            use(mask, as: .state)
            markup.raw("gs\n")
        } else {
            set(opacity: 255)
        }
        markup.raw("/Pattern cs")
        use(paints.pattern(gradient), as: .pattern)
        markup.raw("scn\n")
        state.fill = nil
        add(path, isArea: true)
        markup.raw("f\n")
        if mask != nil { restore() }
    }

    mutating func stroke(_ path: Path, _ stroke: Stroke) {
        // A line of no width would be the thinnest that can be drawn, and not none.
        guard stroke.width > 0 else { return }
        endText()
        set(stroke)
        add(path, isArea: false)
        markup.raw("S\n")
    }

    /// Draws so that nothing shows outside the path.
    mutating func clip(
        to path: Path, _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        endText()
        save()
        add(path, isArea: true)
        markup.raw("W n\n")
        try body(&self)
        endText()
        restore()
    }

    /// Draws what is turned around a point, in degrees against the clock.
    mutating func turned(
        by degrees: Double, around center: Point,
        _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        endMark()
        move(to: 0)
        save()
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        for value in [cosine, -sine, sine, cosine] { markup.number(value) }
        markup.place(
            Point(
                center.x - cosine * center.x - sine * center.y,
                center.y + sine * center.x - cosine * center.y))
        markup.raw("cm\n")
        try body(&self)
        endMark()
        restore()
    }

    /// Draws a picture over the rectangle.
    mutating func draw(_ picture: PDFReference, over frame: Rect, isMirrored: Bool = false) {
        endText()
        set(opacity: 255)
        markup.raw("q ")
        markup.number(isMirrored ? -frame.width : frame.width)
        markup.raw("0 0 ")
        markup.number(-frame.height)
        markup.number(isMirrored ? frame.maxX : frame.minX)
        markup.number(frame.maxY - top)
        markup.raw("cm")
        if isForm { ink = ink?.union(frame) ?? frame }
        use(picture, as: .picture)
        markup.raw("Do Q\n")
    }

    /// Fills the rectangle with the picture again and again.
    mutating func tile(_ frame: Rect, with picture: PDFReference, size: Size) {
        endText()
        set(opacity: 255)
        markup.raw("/Pattern cs")
        use(paints.tile(picture, size: size, at: frame.origin), as: .pattern)
        markup.raw("scn\n")
        state.fill = nil
        add(.rectangle(frame), isArea: true)
        markup.raw("f\n")
    }
}

// What outlasts a drawing.
extension PageContent {
    mutating func save() {
        saved.append(state)
        markup.raw("q\n")
    }

    mutating func restore() {
        markup.raw("Q\n")
        state = saved.popLast() ?? State()
    }

    mutating func use(_ reference: PDFReference, as kind: PageResources.Kind) {
        resources.use(reference, as: kind)
        markup.name(of: reference, as: kind)
    }

    mutating func set(fill color: Color) {
        set(opacity: color.alpha)
        guard state.fill != color else { return }
        markup.color(color)
        markup.raw("rg\n")
        state.fill = color
    }

    private mutating func set(_ stroke: Stroke) {
        set(opacity: stroke.color.alpha)
        let known = state.stroke
        state.stroke = stroke
        if known?.color != stroke.color {
            markup.color(stroke.color)
            markup.raw("RG\n")
        }
        if known?.width != stroke.width {
            markup.number(stroke.width)
            markup.raw("w\n")
        }
        if known?.dashes != stroke.dashes {
            markup.raw("[")
            // Dashes of no length at all are an error, and mean a whole line.
            if stroke.dashes.contains(where: { $0 > 0 }) {
                for length in stroke.dashes { markup.number(max(0, length)) }
            }
            markup.raw("]0 d\n")
        }
        if known?.roundEnds != stroke.roundEnds {
            markup.raw(stroke.roundEnds ? "1 J 1 j\n" : "0 J 0 j\n")
        }
    }

    private mutating func set(opacity: UInt8) {
        let opacity = state.layer == 1 ? opacity : UInt8((Double(opacity) * state.layer).rounded())
        guard state.opacity != opacity else { return }
        use(paints.opacity(opacity), as: .state)
        markup.raw("gs\n")
        state.opacity = opacity
    }
}
