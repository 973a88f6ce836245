/// The blocks of a message's body. Most bodies are one paragraph.
package enum TextBlock: Sendable, Hashable {
    package enum ColumnAlignment: Sendable, Hashable { case none, left, center, right }

    package struct ListItem: Sendable, Hashable {
        /// Nil if the item is not a task.
        package var isDone: Bool?
        package var blocks: [TextBlock]

        package init(isDone: Bool? = nil, blocks: [TextBlock]) {
            self.isDone = isDone
            self.blocks = blocks
        }
    }

    case paragraph(RichText)
    case heading(level: Int, RichText)
    case code(language: String?, text: String)
    case quote([TextBlock])
    /// `start` is the first number, or nil for bullets.
    case list(start: Int?, items: [ListItem])
    case table(alignments: [ColumnAlignment], header: [RichText], rows: [[RichText]])
    case rule
}

extension TextBlock {
    /// The approximate memory footprint in bytes, besides the value itself.
    var memory: Int {
        switch self {
        case .paragraph(let text), .heading(_, let text): text.memory
        case .code(let language, let text): 64 + text.utf8.count + (language?.utf8.count ?? 0)
        case .quote(let blocks): TextBlock.memory(of: blocks)
        case .list(_, let items):
            items.reduce(48) {
                $0 + MemoryLayout<ListItem>.stride + TextBlock.memory(of: $1.blocks)
            }
        case .table(let alignments, let header, let rows):
            alignments.count + TextBlock.memory(of: header)
                + rows.reduce(48) { $0 + 8 + TextBlock.memory(of: $1) }
        case .rule: 0
        }
    }

    static func memory(of blocks: [TextBlock]) -> Int {
        blocks.reduce(48) { $0 + MemoryLayout<TextBlock>.stride + $1.memory }
    }

    private static func memory(of texts: [RichText]) -> Int {
        texts.reduce(48) { $0 + MemoryLayout<RichText>.stride + $1.memory }
    }
}

extension RichText {
    var memory: Int {
        // Up to 15 bytes are stored inline. Longer strings have the overhead of an allocation.
        let count = text.utf8.count
        return (count > 15 ? count + 48 : 0)
            + (entities.isEmpty ? 0 : 48 + entities.count * (MemoryLayout<Entity>.stride + 24))
    }
}

extension TextBlock {
    package var plainText: String {
        switch self {
        case .paragraph(let text), .heading(_, let text): text.text
        case .code(_, let text): text
        case .quote(let blocks): blocks.map(\.plainText).joined(separator: "\n")
        case .list(_, let items):
            items.map { $0.blocks.map(\.plainText).joined(separator: "\n") }
                .joined(separator: "\n")
        case .table(_, let header, let rows):
            ([header] + rows).map { $0.map(\.text).joined(separator: "\t") }
                .joined(separator: "\n")
        case .rule: ""
        }
    }

    /// Entities remain only if the replacement contains them.
    package func mapTexts<Failure: Error>(
        rich: (RichText) throws(Failure) -> RichText, plain: (String) throws(Failure) -> String
    ) throws(Failure) -> TextBlock {
        func each(_ blocks: [TextBlock]) throws(Failure) -> [TextBlock] {
            try blocks.map { (block) throws(Failure) in
                try block.mapTexts(rich: rich, plain: plain)
            }
        }
        switch self {
        case .paragraph(let text): return .paragraph(try rich(text))
        case .heading(let level, let text): return .heading(level: level, try rich(text))
        case .code(let language, let text): return .code(language: language, text: try plain(text))
        case .quote(let blocks): return .quote(try each(blocks))
        case .list(let start, let items):
            return .list(
                start: start,
                items: try items.map { (item) throws(Failure) in
                    ListItem(isDone: item.isDone, blocks: try each(item.blocks))
                })
        case .table(let alignments, let header, let rows):
            return .table(
                alignments: alignments, header: try header.map(rich),
                rows: try rows.map { (row) throws(Failure) in try row.map(rich) })
        case .rule: return .rule
        }
    }
}
