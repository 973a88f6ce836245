import Scene

extension PlacedRow {
    func clipped(to outline: Path) -> PlacedRow {
        PlacedRow(
            block: Block(
                role: block.role, frame: block.frame, ink: block.ink, text: block.text,
                language: block.language, day: block.day, nodes: [.clipped(outline, block.nodes)],
                isContinued: block.isContinued, continues: block.continues, subject: block.subject,
                comments: block.comments),
            message: message, bubbles: bubbles, texts: texts)
    }

    /// Returns the row with text before it for screen readers; the text is not drawn.
    func labeled(_ words: String?) -> PlacedRow {
        guard let words else { return self }
        let spoken = Node.spoken(words, at: block.frame.origin)
        return PlacedRow(
            block: Block(
                role: block.role, frame: block.frame, ink: block.ink, text: block.text,
                language: block.language, day: block.day, nodes: [spoken] + block.nodes,
                isContinued: block.isContinued, continues: block.continues, subject: block.subject,
                comments: block.comments),
            message: message, bubbles: bubbles, texts: texts)
    }

    /// The part of the row within a band of the page.
    func part(
        _ band: ClosedRange<Double>, isContinued: Bool, continues: Bool
    ) -> PlacedRow {
        let slice = BlockSlice(
            band: band, isContinued: isContinued, continues: continues,
            overlap: block.role == .facts ? BlockSlice.tableOverlap : BlockSlice.bubbleOverlap)
        let nodes = slice.nodes(block.nodes)
        let frame = Rect(
            block.frame.minX, band.lowerBound, block.frame.width, band.upperBound - band.lowerBound)
        let text = nodes.flatMap(\.heard).joined(separator: "\n")
        return PlacedRow(
            block: Block(
                role: block.role, frame: frame, text: text, language: block.language,
                day: block.day, nodes: nodes, isContinued: isContinued, continues: continues,
                subject: block.subject, comments: isContinued ? [] : block.comments),
            message: message, bubbles: bubbles.filter { $0.intersects(frame) },
            texts: texts.filter { $0.intersects(frame) })
    }
}
