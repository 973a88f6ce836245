import Glibc
import Scene

/// What a page draws, as operators (ISO 32000-1, 8 and 9), in its scene's coordinates: y runs downwards.
/// What is set already is not set again.
struct PageContent {
    /// What the end of a clip undoes.
    private struct State {
        var fill: Color?
        var stroke: Stroke?
        var opacity: UInt8 = 255
        var font: PDFReference?
        var size = 0.0
        var isInvisible = false
    }

    private(set) var markup = PDFMarkup()
    private(set) var resources = PageResources()
    /// Whether what is drawn next belongs to a part or to none: all must belong to either.
    private(set) var isMarked = false
    private let paints: DocumentPaints
    private var state = State()
    private var saved: [State] = []
    private var isInText = false

    /// - Parameters:
    ///   - height: the page's, in printer's points.
    ///   - scale: printer's points for one of the scene's.
    init(height: Double, scale: Double, paints: DocumentPaints) {
        self.paints = paints
        markup.number(scale)
        markup.raw("0 0 ")
        markup.number(-scale)
        markup.raw("0 ")
        markup.number(height)
        markup.raw("cm\n")
    }

    /// What several pages draw alike, in the scene's coordinates; all of it belongs where it is drawn.
    private init(paints: DocumentPaints) {
        self.paints = paints
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

    /// Ends what is still open.
    mutating func finish() {
        endText()
        endMark()
    }
}

// Marked content (14.6).
extension PageContent {
    /// What comes belongs to a part: its `mark` there.
    mutating func begin(_ kind: StructureTree.Kind, mark: Int) {
        markup.raw(kind.name)
        markup.raw("<</MCID ")
        markup.integer(mark)
        markup.raw(">>BDC\n")
        isMarked = true
    }

    /// What comes is drawn and never read (14.8.2.2).
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
        add(path)
        markup.raw("f\n")
    }

    mutating func fill(_ path: Path, _ gradient: LinearGradient) {
        endText()
        let mask = paints.mask(gradient)
        if let mask {
            save()
            use(mask, as: .state)
            markup.raw("gs\n")
        } else {
            set(opacity: 255)
        }
        markup.raw("/Pattern cs")
        use(paints.pattern(gradient), as: .pattern)
        markup.raw("scn\n")
        state.fill = nil
        add(path)
        markup.raw("f\n")
        if mask != nil { restore() }
    }

    mutating func stroke(_ path: Path, _ stroke: Stroke) {
        // A line of no width would be the thinnest that can be drawn, and not none.
        guard stroke.width > 0 else { return }
        endText()
        set(stroke)
        add(path)
        markup.raw("S\n")
    }

    /// Draws so that nothing shows outside the path.
    mutating func clip(
        to path: Path, _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        endText()
        save()
        add(path)
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
        markup.number(frame.maxY)
        markup.raw("cm")
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
        add(.rectangle(frame))
        markup.raw("f\n")
    }

    private mutating func add(_ path: Path) {
        if let rect = path.rectangle {
            markup.place(Point(rect.minX, rect.minY))
            markup.place(Point(rect.width, rect.height))
            return markup.raw("re\n")
        }
        for element in path.elements {
            switch element {
            case .move(let point):
                markup.place(point)
                markup.raw("m\n")
            case .line(let point):
                markup.place(point)
                markup.raw("l\n")
            case .curve(let first, let second, let end):
                markup.place(first)
                markup.place(second)
                markup.place(end)
                markup.raw("c\n")
            case .close: markup.raw("h\n")
            }
        }
    }
}

// Text.
extension PageContent {
    /// Draws a run of glyphs; one without any colour is not seen and still found.
    mutating func show(
        _ glyphs: GlyphRun, of font: DocumentFont, size: Double, color: Color,
        language: String? = nil
    ) {
        if !isInText { markup.raw("BT\n") }
        isInText = true
        set(isInvisible: color.alpha == 0)
        if color.alpha > 0 { set(fill: color) }
        if state.font != font.reference || state.size != size {
            use(font.reference, as: .font)
            markup.number(size)
            markup.raw("Tf\n")
            state.font = font.reference
            state.size = size
        }
        if let language {
            markup.raw("/Span<<")
            markup.language(language)
            markup.raw(">>BDC\n")
        }
        glyphs.write(to: &markup, size: size)
        if language != nil { markup.raw("EMC\n") }
    }

    private mutating func endText() {
        if isInText { markup.raw("ET\n") }
        isInText = false
    }

    private mutating func set(isInvisible: Bool) {
        guard state.isInvisible != isInvisible else { return }
        markup.raw(isInvisible ? "3 Tr\n" : "0 Tr\n")
        state.isInvisible = isInvisible
    }
}

// What outlasts a drawing.
extension PageContent {
    private mutating func save() {
        saved.append(state)
        markup.raw("q\n")
    }

    private mutating func restore() {
        markup.raw("Q\n")
        state = saved.popLast() ?? State()
    }

    private mutating func use(_ reference: PDFReference, as kind: PageResources.Kind) {
        resources.use(reference, as: kind)
        markup.name(of: reference, as: kind)
    }

    private mutating func set(fill color: Color) {
        set(opacity: color.alpha)
        guard state.fill != color else { return }
        markup.color(color)
        markup.raw("rg\n")
        state.fill = color
    }

    private mutating func set(_ stroke: Stroke) {
        set(opacity: stroke.color.alpha)
        guard state.stroke != stroke else { return }
        markup.color(stroke.color)
        markup.raw("RG\n")
        markup.number(stroke.width)
        markup.raw("w\n[")
        // Dashes of no length at all are an error, and mean a whole line.
        if stroke.dashes.contains(where: { $0 > 0 }) {
            for length in stroke.dashes { markup.number(max(0, length)) }
        }
        markup.raw("]0 d\n")
        markup.raw(stroke.roundEnds ? "1 J 1 j\n" : "0 J 0 j\n")
        state.stroke = stroke
    }

    private mutating func set(opacity: UInt8) {
        guard state.opacity != opacity else { return }
        use(paints.opacity(opacity), as: .state)
        markup.raw("gs\n")
        state.opacity = opacity
    }
}
