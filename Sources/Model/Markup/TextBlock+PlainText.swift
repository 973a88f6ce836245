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

    /// Returns the block with every text replaced. Entities remain only if the replacement contains
    /// them.
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
