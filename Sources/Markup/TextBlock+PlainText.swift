extension TextBlock {
    /// What the block says, without its markup.
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

    /// The block with every text replaced; entities stay only where the replacement says so.
    package func mapTexts(
        rich: (RichText) -> RichText, plain: (String) -> String
    ) -> TextBlock {
        func each(_ blocks: [TextBlock]) -> [TextBlock] {
            blocks.map { $0.mapTexts(rich: rich, plain: plain) }
        }
        switch self {
        case .paragraph(let text): return .paragraph(rich(text))
        case .heading(let level, let text): return .heading(level: level, rich(text))
        case .code(let language, let text): return .code(language: language, text: plain(text))
        case .quote(let blocks): return .quote(each(blocks))
        case .list(let start, let items):
            return .list(
                start: start,
                items: items.map { ListItem(isDone: $0.isDone, blocks: each($0.blocks)) })
        case .table(let alignments, let header, let rows):
            return .table(
                alignments: alignments, header: header.map(rich), rows: rows.map { $0.map(rich) })
        case .rule: return .rule
        }
    }
}
