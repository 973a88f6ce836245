import Fonts
import Scene

/// Turns a text's style and spans into styles that cover the whole text.
struct SpanStyles {
    private(set) var styles: [SpanStyle] = []
    private(set) var links: [String] = []
    private(set) var hasSeveralFaces = false
    private(set) var isScaled = false
    /// The face that determines the height of lines.
    let baseFace: Face
    /// The additional advance of every cluster, in the units of the shaped text.
    let tracking: Int
    /// The width of the base font's space, in the units of the shaped text.
    let blank: Int
    private let tabStop: Int

    /// Sizes outside the bounds are a caller's mistake and would overflow positions.
    static func usableSize(_ size: Double) -> Double {
        size.isFinite ? min(max(size, 0.01), 4_096) : 16
    }

    private static func usableScale(_ scale: Double?) -> Double {
        guard let scale, scale.isFinite else { return 1 }
        return min(max(scale, 0.01), 64)
    }

    init(
        _ text: StyledText, bytes: UnsafeBufferPointer<UInt8>, language: Language,
        faces: FaceStore, context: borrowing FontContext
    ) throws(FontFailure) {
        let style = text.style
        let size = Self.usableSize(style.size)
        baseFace = try faces.face(
            families: style.families, weight: style.weight, isItalic: style.isItalic,
            extra: language.family, in: context)
        blank = ShapedUnits.length(Int(baseFace.font.space.advance), at: ShapedUnits.fixed(size))
        tabStop = max(
            8 * ShapedUnits.length(Int(baseFace.digit.advance), at: ShapedUnits.fixed(size)), 1)
        tracking =
            style.tracking.isFinite ? ShapedUnits.fixed(min(max(style.tracking, -64), 256)) : 0
        var covered = 0
        for span in text.spans {
            // Ignore a span that is outside the text, overlaps the last one or cuts a character.
            guard span.range.lowerBound >= covered, span.range.upperBound <= bytes.count,
                !span.range.isEmpty, unsafe UTF8Reading.isBoundary(bytes, span.range.lowerBound),
                unsafe UTF8Reading.isBoundary(bytes, span.range.upperBound)
            else { continue }
            if span.range.lowerBound > covered {
                styles.append(plain(text, size, to: span.range.lowerBound))
            }
            covered = span.range.upperBound
            let face = try faces.face(
                of: span, style, language: language, base: baseFace, in: context)
            append(span, of: text, size, face: face)
        }
        if covered < bytes.count || styles.isEmpty {
            styles.append(plain(text, size, to: bytes.count))
        }
    }

    /// The width of a tab at a position on its line: up to the next stop of eight digits, or the
    /// one after it if that is nearer than a space, because words must not touch.
    func tab(at place: Int) -> Int { (place + blank + tabStop - 1) / tabStop * tabStop - place }

    private func plain(_ text: StyledText, _ size: Double, to end: Int) -> SpanStyle {
        SpanStyle(
            face: baseFace, size: size, scale: 1, color: text.color, background: nil,
            isUnderlined: false, isStruck: false, link: nil, end: end)
    }

    private mutating func append(
        _ span: StyledText.Span, of text: StyledText, _ size: Double, face: Face
    ) {
        if face !== baseFace { hasSeveralFaces = true }
        let scale = Self.usableScale(span.scale)
        if scale > 1 { isScaled = true }
        styles.append(
            SpanStyle(
                face: face, size: Self.usableSize(size * scale), scale: scale,
                color: span.color ?? text.color, background: span.background,
                isUnderlined: span.isUnderlined, isStruck: span.isStruck,
                link: span.link.map { index(ofLink: $0) }, end: span.range.upperBound))
    }

    private mutating func index(ofLink link: String) -> Int32 {
        if links.last != link { links.append(link) }
        return Int32(clamping: links.count - 1)
    }
}

/// The resolved style of a stretch of text, from its style and its span.
struct SpanStyle {
    let face: Face
    let size: Double
    let scale: Double
    let color: Color
    let background: Color?
    let isUnderlined: Bool
    let isStruck: Bool
    let link: Int32?
    let end: Int

    /// The advance of a mark in the units of `ShapedUnits`.
    func advance(of mark: MarkGlyph) -> Int {
        ShapedUnits.length(Int(mark.advance), at: ShapedUnits.fixed(size))
    }
}
