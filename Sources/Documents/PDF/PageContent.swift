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
    private let isForm: Bool
    private let paints: DocumentPaints
    var state = State()
    private var saved: [State] = []
    private var isInText = false

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

    mutating func draw(form: PDFReference) {
        endText()
        use(form, as: .picture)
        markup.raw("Do\n")
    }

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

    mutating func finish() {
        endText()
        endMark()
    }

    /// Drawn content that is not part of the document's text.
    enum Artifact {
        /// The background of the whole page, whose size is in PDF points.
        case background(Size)
        case header, footer
        case watermark
        case pagination
        /// Lines and backgrounds between the parts of a block.
        case layout

        /// Begins the artifact (ISO 32000-1, 14.8.2.2).
        func begin(in markup: inout PDFMarkup) {
            switch self {
            case .background(let page):
                markup.raw("/Artifact<</Type/Background/BBox[0 0 ")
                markup.point(page.width, page.height)
                markup.raw("]>>BDC\n")
            case .header:
                markup.raw("/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC\n")
            case .footer:
                markup.raw("/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC\n")
            case .watermark: markup.raw("/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n")
            case .pagination: markup.raw("/Artifact<</Type/Pagination>>BDC\n")
            case .layout: markup.raw("/Artifact<</Type/Layout>>BDC\n")
            }
        }
    }

    /// Draws content that is scaled and moved, with the layer's opacity applied to each object.
    mutating func layer(
        _ layer: Layer, _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        endText()
        move(to: 0)
        save()
        state.layer *= layer.opacity
        for value in [layer.scale, 0, 0, layer.scale] { markup.number(value) }
        markup.place(layer.shift)
        markup.raw("cm\n")
        try body(&self)
        endText()
        restore()
    }

    /// A fully transparent run is invisible but can be found.
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
        if let tracking = glyphs.tracking, state.tracking != tracking {
            markup.number(tracking)
            markup.raw("Tc\n")
            state.tracking = tracking
        }
        glyphs.write(to: &markup, size: size, tracking: state.tracking, top: top)
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

    /// - Parameter isArea: for filling or clipping, which closes the path implicitly.
    mutating func add(_ path: Path, isArea: Bool) {
        if isForm { ink = ink?.union(path.bounds) ?? path.bounds }
        let top = top
        if let rect = path.rectangle {
            markup.place(Point(rect.minX, rect.minY - top))
            markup.place(Point(rect.width, rect.height))
            return markup.raw("re\n")
        }
        var pen = Pen(top: top)
        for (index, element) in path.elements.enumerated() {
            switch element {
            case .move(let point):
                pen.move(to: point, in: &markup)
                markup.raw("m\n")
            case .line(let point):
                // A line of zero length is only visible in a stroke, by its ends.
                if isArea, pen.stands(at: point) { continue }
                pen.move(to: point, in: &markup)
                markup.raw("l\n")
            case .curve(let first, let second, let end):
                pen.move(to: first, in: &markup)
                pen.move(to: second, in: &markup)
                pen.move(to: end, in: &markup)
                markup.raw("c\n")
            case .close:
                if isArea, path.beginsAnew(after: index) { continue }
                markup.raw("h\n")
                pen.forget()
            }
        }
    }

    // Marked content (14.6).

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

    // Shapes.

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

    // The graphics state.

    private mutating func save() {
        saved.append(state)
        markup.raw("q\n")
    }

    private mutating func restore() {
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

/// The last point written in a path.
private struct Pen {
    private let top: Double
    private var place: Point?

    init(top: Double) { self.top = top }

    mutating func move(to point: Point, in markup: inout PDFMarkup) {
        place = point
        markup.place(Point(point.x, point.y - top))
    }

    /// Points are written to hundredths.
    func stands(at point: Point) -> Bool { place.map(rounded) == rounded(point) }

    mutating func forget() { place = nil }

    private func rounded(_ point: Point) -> Point {
        Point((point.x * 100).rounded(), ((point.y - top) * 100).rounded())
    }
}

extension Path {
    /// Whether no further drawing continues from the end of the path at an element.
    fileprivate func beginsAnew(after index: Int) -> Bool {
        guard index + 1 < elements.count else { return true }
        if case .move = elements[index + 1] { return true }
        return false
    }
}

/// The resources that a page's content names (ISO 32000-1, 7.8.3). A name is a letter for the kind
/// followed by the object number.
struct PageResources {
    enum Kind: Int, CaseIterable {
        case font, picture, state, pattern

        fileprivate var category: StaticString {
            switch self {
            case .font: "/Font"
            case .picture: "/XObject"
            case .state: "/ExtGState"
            case .pattern: "/Pattern"
            }
        }

        fileprivate var letter: StaticString {
            switch self {
            case .font: "/F"
            case .picture: "/X"
            case .state: "/G"
            case .pattern: "/P"
            }
        }
    }

    /// The resources in order of first use, so that the same page gives the same bytes.
    private var named = Array(repeating: [PDFReference](), count: Kind.allCases.count)

    /// Whether the content uses patterns, whose position depends on the page.
    var hasPatterns: Bool { !named[Kind.pattern.rawValue].isEmpty }

    mutating func use(_ reference: PDFReference, as kind: Kind) {
        // A page has few resources, and the last one is most often used again.
        guard !named[kind.rawValue].contains(reference) else { return }
        named[kind.rawValue].append(reference)
    }

    func write(to entry: inout PDFMarkup) {
        entry.raw("<<")
        for kind in Kind.allCases where !named[kind.rawValue].isEmpty {
            entry.raw(kind.category)
            entry.raw("<<")
            for reference in named[kind.rawValue] {
                entry.name(of: reference, as: kind)
                entry.reference(reference)
            }
            entry.raw(">>")
        }
        entry.raw(">>")
    }
}

extension PDFMarkup {
    mutating func name(of reference: PDFReference, as kind: PageResources.Kind) {
        raw(kind.letter)
        integer(reference.number)
    }
}
