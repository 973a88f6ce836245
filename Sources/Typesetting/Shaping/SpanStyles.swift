import Scene

/// Turns a text's style and spans into styles that cover it from end to end.
struct SpanStyles {
    private(set) var styles: [SpanStyle] = []
    private(set) var links: [String] = []
    /// Some span changes the font, so Pango has to know.
    private(set) var hasSeveralFaces = false
    /// Some span makes its text larger.
    private(set) var isScaled = false
    /// What line boxes are measured with.
    let baseFace: Face

    /// Sizes beyond these are a caller's mistake, and would overflow positions.
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
    ) {
        let style = text.style
        func families(_ names: [String]) -> [String] {
            language.family.map { names + [$0] } ?? names
        }
        let baseKey = faces.key(
            families: families(style.families), weight: style.weight, isItalic: style.isItalic)
        let baseFace = faces.face(baseKey, in: context)
        self.baseFace = baseFace
        let size = Self.usableSize(style.size)
        let tracking = Self.fixed(style.tracking)
        func plain(to end: Int) -> SpanStyle {
            SpanStyle(
                face: baseFace, key: baseKey, size: size, scale: 1, tracking: tracking,
                color: text.color, background: nil, isUnderlined: false, isStruck: false,
                link: nil, end: end)
        }
        var covered = 0
        for span in text.spans {
            // A span that lies outside the text, before its predecessor's end or inside a
            // character says nothing.
            guard span.range.lowerBound >= covered, span.range.upperBound <= bytes.count,
                !span.range.isEmpty, unsafe UTF8Reading.isBoundary(bytes, span.range.lowerBound),
                unsafe UTF8Reading.isBoundary(bytes, span.range.upperBound)
            else { continue }
            if span.range.lowerBound > covered { styles.append(plain(to: span.range.lowerBound)) }
            covered = span.range.upperBound
            var key = baseKey
            if span.weight != nil || span.isItalic != nil || span.families != nil {
                key = faces.key(
                    families: families(span.families ?? style.families),
                    weight: span.weight ?? style.weight, isItalic: span.isItalic ?? style.isItalic)
            }
            if key != baseKey { hasSeveralFaces = true }
            let scale = Self.usableScale(span.scale)
            if scale > 1 { isScaled = true }
            styles.append(
                SpanStyle(
                    face: key == baseKey ? baseFace : faces.face(key, in: context), key: key,
                    size: Self.usableSize(size * scale), scale: scale, tracking: tracking,
                    color: span.color ?? text.color, background: span.background,
                    isUnderlined: span.isUnderlined, isStruck: span.isStruck,
                    link: span.link.map { index(ofLink: $0) }, end: covered))
        }
        if covered < bytes.count || styles.isEmpty { styles.append(plain(to: bytes.count)) }
    }

    private mutating func index(ofLink link: String) -> Int32 {
        if links.last != link { links.append(link) }
        return Int32(clamping: links.count - 1)
    }

    private static func fixed(_ points: Double) -> Int {
        guard points.isFinite else { return 0 }
        return Int((min(max(points, -64), 256) * Double(Draft.unitsPerPoint)).rounded())
    }
}
