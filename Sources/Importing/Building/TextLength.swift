import Model

/// The length of a body in Unicode scalars, counted only where it may matter.
enum TextLength {
    /// Returns the exact length if the body may be longer than `limit`; otherwise any number up to
    /// `limit`.
    static func characters(in blocks: [TextBlock], over limit: Int) -> Int {
        guard bytes(in: blocks) > limit else { return 0 }
        return scalars(in: blocks)
    }

    private static func bytes(in blocks: [TextBlock]) -> Int {
        sum(blocks) { $0.utf8.count }
    }

    private static func scalars(in blocks: [TextBlock]) -> Int {
        sum(blocks) { $0.unicodeScalars.count }
    }

    private static func sum(_ blocks: [TextBlock], _ count: (String) -> Int) -> Int {
        blocks.reduce(0) { total, block in
            switch block {
            case .paragraph(let text), .heading(_, let text): total + count(text.text)
            case .code(_, let text): total + count(text)
            case .quote(let inner): total + sum(inner, count)
            case .list(_, let items): total + items.reduce(0) { $0 + sum($1.blocks, count) }
            case .table(_, let header, let rows):
                total
                    + ([header] + rows).reduce(0) { $0 + $1.reduce(0) { $0 + count($1.text) } }
            case .rule: total
            }
        }
    }
}
