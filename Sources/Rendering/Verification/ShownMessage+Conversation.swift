import Evidence
import Model

extension ShownMessage {
    /// Returns nil for a message whose text is shown in different words or not at all.
    init?(_ message: Message, isRedacted: Bool) {
        guard case .message = message.kind, message.details.deleted == nil else { return nil }
        let texts = message.body.flatMap { Self.texts(of: $0, isRedacted: isRedacted) }
        // Direction overrides reorder letters, which the order of runs does not show.
        guard
            !texts.contains(where: { $0.unicodeScalars.contains { "\u{202D}"..."\u{202E}" ~= $0 } })
        else { return nil }
        self.init(number: message.number, texts: texts)
    }

    private static func texts(of block: TextBlock, isRedacted: Bool) -> [String] {
        switch block {
        case .paragraph(let rich), .heading(_, let rich):
            return texts(of: rich, isRedacted: isRedacted)
        case .code(_, let text):
            return text.split(separator: "\n").flatMap {
                texts(of: RichText(String($0)), isRedacted: isRedacted)
            }
        case .quote(let blocks): return blocks.flatMap { texts(of: $0, isRedacted: isRedacted) }
        case .list(_, let items):
            return items.flatMap { $0.blocks.flatMap { texts(of: $0, isRedacted: isRedacted) } }
        case .table(_, let header, let rows):
            return ([header] + rows).flatMap { row in
                row.flatMap { texts(of: $0, isRedacted: isRedacted) }
            }
        case .rule: return []
        }
    }

    /// The text between parts that pages show as a picture, a spoiler or a bar.
    private static func texts(of rich: RichText, isRedacted: Bool) -> [String] {
        var gaps = rich.entities.compactMap { entity in
            switch entity.kind {
            case .spoiler, .customEmoji: entity.range
            case .bold, .italic, .underline, .strike, .code, .link, .mention, .hashtag: nil
            }
        }
        if isRedacted { gaps += RedactionMark.places(in: rich.text).map(\.whole) }
        guard !gaps.isEmpty else { return [rich.text] }
        let bytes = Array(rich.text.utf8)
        var texts: [String] = []
        var start = 0
        for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) where gap.upperBound > start {
            texts.append(String(decoding: bytes[start..<max(start, gap.lowerBound)], as: UTF8.self))
            start = min(gap.upperBound, bytes.count)
        }
        return texts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
