import Model

/// The addresses of links whose text does not show them. Text without marks would lose them.
struct HiddenLinks {
    /// Lines such as "the minutes: https://example.org/2026".
    private(set) var lines: [String] = []

    init(_ blocks: [TextBlock]) { for block in blocks { add(block) } }

    private mutating func add(_ block: TextBlock) {
        switch block {
        case .paragraph(let rich), .heading(_, let rich): add(rich)
        case .code, .rule: break
        case .quote(let blocks): for block in blocks { add(block) }
        case .list(_, let items): for block in items.lazy.flatMap(\.blocks) { add(block) }
        case .table(_, let header, let rows):
            for cell in header { add(cell) }
            for cell in rows.lazy.joined() { add(cell) }
        }
    }

    private mutating func add(_ rich: RichText) {
        // Nested links add nothing, and would make a short text long.
        var end = 0
        var (place, offset) = (rich.text.utf8.startIndex, 0)
        for entity in rich.entities where entity.range.lowerBound >= end {
            guard case .link(let url) = entity.kind else { continue }
            end = entity.range.upperBound
            let start = rich.text.utf8.index(place, offsetBy: entity.range.lowerBound - offset)
            place = rich.text.utf8.index(start, offsetBy: entity.range.count)
            offset = end
            let words = String(rich.text[start..<place])
            if !Self.discloses(words, url) { lines.append(words + ": " + url) }
        }
    }

    /// Returns whether the words already show the address: "example.com", "ana@example.com".
    private static func discloses(_ words: String, _ url: String) -> Bool {
        ["", "https://", "http://", "mailto:", "tel:"].contains { url == $0 + words }
    }
}
