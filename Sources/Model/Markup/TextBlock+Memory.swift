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
    /// The approximate memory footprint in bytes, besides the value itself.
    var memory: Int {
        // Up to 15 bytes are stored inline. Longer strings have the overhead of an allocation.
        let count = text.utf8.count
        return (count > 15 ? count + 48 : 0)
            + (entities.isEmpty ? 0 : 48 + entities.count * (MemoryLayout<Entity>.stride + 24))
    }
}
