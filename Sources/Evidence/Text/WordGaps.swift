/// The gaps between words, as a reader of a page sees them: how far apart glyphs are counts, and not
/// whether a glyph between them states that it is a space.
enum WordGaps {
    /// The least distance that separates words, in ems. Kerning is less, and a thin space more.
    static let minDistance = 0.15
    /// Stands for the end of a line, at which words may end or not.
    static let lineEnd = "\n"

    static func separator(between one: VisibleRuns.Run, _ other: VisibleRuns.Run) -> String {
        let (first, second) = (one.ink, other.ink)
        let em = max(one.em, other.em)
        guard abs(first.bottom - second.bottom) < 0.3 * em else { return lineEnd }
        let distance = max(second.left - first.right, first.left - second.right)
        return distance > minDistance * em ? " " : ""
    }
}

/// Glyphs beside each other, and the gaps between the words that they are.
struct GlyphLine {
    private(set) var units: [String] = []
    /// The middle of each unit.
    private(set) var middles: [Double] = []
    /// Of all that the glyphs say.
    private(set) var bytes = 0
    /// Where the next glyph begins.
    var x = 0.0
    private let size: Double
    /// Where the first glyph begins that is no space, and where the last one ends.
    private(set) var start: Double?
    private(set) var end: Double?

    init(size: Double) { self.size = size }

    /// A space is a unit where the glyphs around it are apart.
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
