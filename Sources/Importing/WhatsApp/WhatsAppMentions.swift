import Basics
import Model

/// Mentions, which exports write as `@Name` between U+2068 and U+2069.
enum WhatsAppMentions {
    static func marked(_ blocks: [TextBlock]) -> [TextBlock] {
        blocks.map { block in
            switch block {
            case .paragraph(let text): .paragraph(marked(text))
            case .heading(let level, let text): .heading(level: level, marked(text))
            case .quote(let inner): .quote(marked(inner))
            case .list(let start, let items):
                .list(
                    start: start,
                    items: items.map {
                        TextBlock.ListItem(isDone: $0.isDone, blocks: marked($0.blocks))
                    })
            case .code, .table, .rule: block
            }
        }
    }

    private static let opening: [UInt8] = [0xE2, 0x81, 0xA8]
    private static let closing: [UInt8] = [0xE2, 0x81, 0xA9]

    /// Removes the isolates, marks the mentions inside, and adjusts the offsets of other marks.
    private static func marked(_ text: RichText) -> RichText {
        let bytes = Array(text.text.utf8)
        var out: [UInt8] = []
        var marks: [Entity] = []
        var cuts: [Int] = []
        var open: Int?
        var index = 0
        while index < bytes.count {
            let three = bytes[index...].prefix(3)
            if open == nil, three.elementsEqual(opening), index + 3 < bytes.count,
                bytes[index + 3] == UInt8(ascii: "@")
            {
                open = out.count
                cuts.append(index)
                index += 3
            } else if let start = open, three.elementsEqual(closing) {
                marks.append(Entity(start..<out.count, .mention))
                open = nil
                cuts.append(index)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        guard !cuts.isEmpty else { return text }
        let moved = Mover(cuts: cuts)
        // Marks are sorted by their starts, but not by their ends: each edge is moved separately.
        for entity in text.entities {
            let start = moved.offset(entity.range.lowerBound)
            marks.append(
                Entity(start..<max(start, moved.offset(entity.range.upperBound)), entity.kind))
        }
        return RichText(String(decoding: out, as: UTF8.self), marks: marks)
    }

    private struct Mover {
        let cuts: [Int]

        /// Subtracts the three bytes that were removed at each cut before the offset.
        func offset(_ offset: Int) -> Int {
            offset - min(cuts.partitionPoint { $0 >= offset } * 3, offset)
        }
    }
}
