import Glibc
import Scene

/// The drawing operators of a page (ISO 32000-1, 8 and 9), in scene coordinates with y pointing
/// down. A graphics state that is already set is not set again.
struct PageContent {
    /// The state that the end of a clip restores.
    struct State {
        var fill: Color?
        var stroke: Stroke?
        var opacity: UInt8 = 255
        /// The opacity of the enclosing layers.
        var layer = 1.0
        var font: PDFReference?
        var size = 0.0
        /// The additional space after every letter.
        var tracking = 0.0
        var isInvisible = false
        /// The origin of vertical positions, in thousandths of a point.
        var top = 0
    }

    var markup = PDFMarkup()
    private(set) var resources = PageResources()
    /// All content must be either part of the structure or an artifact.
    private(set) var isMarked = false
    /// The area that a form covers; nil for a page.
    var ink: Rect?
    let isForm: Bool
    private let paints: DocumentPaints
    var state = State()
    private var saved: [State] = []
    var isInText = false

    /// - Parameters:
    ///   - height: the page's height in printer's points.
    ///   - scale: printer's points per point of the scene.
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

    /// A drawing shared by several pages, in scene coordinates. The whole drawing belongs to the
    /// structure element that draws it.
    private init(paints: DocumentPaints) {
        self.paints = paints
        isForm = true
        isMarked = true
    }

    func beginForm() -> PageContent { PageContent(paints: paints) }

    mutating func finishForm() { endText() }

    /// Draws a form shared by several pages.
    mutating func draw(form: PDFReference) {
        endText()
        use(form, as: .picture)
        markup.raw("Do\n")
    }

    /// Draws a form shared by several places, with its origin at a point.
    mutating func draw(form: PDFReference, at point: Point) {
        endText()
        // The form inherits the graphics state set here.
        set(opacity: 255)
        markup.raw("q 1 0 0 1 ")
        markup.point(point.x, point.y - top)
        markup.raw("cm")
        use(form, as: .picture)
        markup.raw("Do Q\n")
    }

    /// Makes positions relative to this height. Equal drawings further down then have equal bytes,
    /// which compress to almost nothing.
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

    /// Ends the open text and marked content.
    mutating func finish() {
        endText()
        endMark()
    }
}

// Marked content (14.6).
extension PageContent {
    /// Begins the marked content of a structure element.
    mutating func begin(_ kind: StructureTree.Kind, mark: Int) {
        markup.raw(kind.traits.name)
        markup.raw("<</MCID ")
        markup.integer(mark)
        markup.raw(">>BDC\n")
        isMarked = true
    }

    /// Begins content that is not part of the text (14.8.2.2).
    mutating func begin(_ artifact: Artifact) {
        artifact.begin(in: &markup)
        isMarked = true
    }

    /// Adds marked content without any drawing, for an element that only has alternative text.
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
            // The mask is positioned by the current coordinates (ISO 32000-1, 11.6.5.2), while
            // gradients are relative to the page.
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
        // A line of zero width would be drawn as the thinnest possible line.
        guard stroke.width > 0 else { return }
        endText()
        set(stroke)
        add(path, isArea: false)
        markup.raw("S\n")
    }

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

    /// The angle is in degrees, counterclockwise.
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

// The graphics state.
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
            // A dash pattern of only zeros is an error; it means a solid line.
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
