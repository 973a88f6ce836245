/// The gaps between words as a reader of a page sees them. Only the distance between glyphs counts,
/// not whether a glyph between them is declared as a space.
enum WordGaps {
    /// The minimum distance between words, in ems. Kerning is smaller, and a thin space is larger.
    static let minDistance = 0.15
    /// Represents the end of a line, where a word may end or continue.
    static let lineEnd = "\n"

    static func separator(between one: VisibleRuns.Run, _ other: VisibleRuns.Run) -> String {
        let (first, second) = (one.ink, other.ink)
        let em = max(one.em, other.em)
        guard abs(first.bottom - second.bottom) < 0.3 * em else { return lineEnd }
        let distance = max(second.left - first.right, first.left - second.right)
        return distance > minDistance * em ? " " : ""
    }
}

/// Adjacent glyphs, and the gaps between their words.
struct GlyphLine {
    private(set) var units: [String] = []
    /// The center of each unit.
    private(set) var middles: [Double] = []
    /// The number of bytes of all glyphs' texts.
    private(set) var bytes = 0
    /// The start of the next glyph.
    var x = 0.0
    private let size: Double
    /// The start of the first glyph and the end of the last one, without spaces.
    private(set) var start: Double?
    private(set) var end: Double?

    init(size: Double) { self.size = size }

    /// Appends a glyph, and a space before it if it is apart from the previous glyph.
    mutating func append(_ text: String, width: Double) {
        defer { x += width }
        bytes += text.utf8.count
        guard !text.allSatisfy(\.isWhitespace) else { return }
        if let end, x - end > WordGaps.minDistance * abs(size) { add(" ", at: (x + end) / 2) }
        add(text, at: x + width / 2)
        start = start ?? x
        end = x + width
    }

    private mutating func add(_ unit: String, at middle: Double) {
        units.append(unit)
        middles.append(middle)
    }
}
