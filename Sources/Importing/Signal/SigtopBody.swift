import Basics
import Model

/// A body with its ranges: mentions are U+FFFC in the text, styles are stored beside it.
enum SigtopBody {
    /// The styles by Signal's numbers.
    private static let styles: [Int: TextMark.Kind] = [
        1: .entity(.bold), 2: .entity(.italic), 3: .entity(.spoiler), 4: .entity(.strike),
        5: .entity(.code),
    ]

    /// Signal's numbers by the names in its own export.
    private static let styleNames = [
        "BOLD": 1, "ITALIC": 2, "SPOILER": 3, "STRIKETHROUGH": 4, "MONOSPACE": 5,
    ]

    /// - Parameter name: returns the name of a mentioned person by ID.
    static func blocks(_ source: JSONValue, name: (String) -> String?) -> [TextBlock] {
        let text = source.text("body") ?? ""
        let ranges = source.list("bodyRanges").prefix(500).compactMap { range -> Range? in
            guard let start = range.count("start"), start < 1 << 32 else { return nil }
            let length = min(range.count("length") ?? 1, 1 << 32)
            return Range(start: start, end: start + length, source: range)
        }
        guard !ranges.isEmpty else { return Body.plain(text) }
        let edges = Set(ranges.flatMap { [$0.start, $0.end] }).sorted()
        let places = UTF16Offsets.utf8(edges, in: text)
        return build(text, ranges, places, name)
    }

    private struct Range {
        let start: Int
        let end: Int
        let source: JSONValue
    }

    /// Inserts the names of mentions and adjusts the offsets of styles.
    private static func build(
        _ text: String, _ ranges: [Range], _ places: [Int: Int], _ person: (String) -> String?
    ) -> [TextBlock] {
        var bodyBuilder = Body.Builder()
        var shifts: [(at: Int, by: Int)] = []
        var position = 0
        let bytes = Array(text.utf8)
        for range in ranges.sorted(by: { $0.start < $1.start }) {
            let id = range.source.text("mentionAci") ?? range.source.text("mentionUuid")
            guard let id, let start = places[range.start], let end = places[range.end],
                start >= position, end > start
            else { continue }
            bodyBuilder.append(String(decoding: bytes[position..<start], as: UTF8.self))
            let name = "@" + (person(id).map(CleanText.line) ?? String(id.prefix(8)))
            bodyBuilder.append(name, .entity(.mention))
            shifts.append((end, name.utf8.count - (end - start)))
            position = end
        }
        bodyBuilder.append(String(decoding: bytes[position...], as: UTF8.self))
        for range in ranges {
            let number =
                range.source["style"]?.int ?? range.source.text("style").flatMap { styleNames[$0] }
            guard let style = number.flatMap({ styles[$0] }),
                let start = places[range.start], let end = places[range.end], start < end
            else { continue }
            bodyBuilder.mark(
                moved(start, shifts)..<max(moved(start, shifts), moved(end, shifts)), style)
        }
        return bodyBuilder.blocks
    }

    private static func moved(_ offset: Int, _ shifts: [(at: Int, by: Int)]) -> Int {
        // A message has few mentions; a hostile one has at most as many as the limit of ranges.
        shifts.reduce(offset) { $1.at <= offset ? $0 + $1.by : $0 }
    }
}
