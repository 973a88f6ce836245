import Scene
import Themes

/// A table of facts about a document, under its heading, as wide as the conversation.
struct FactTableRow: RowContent {
    private let pieces: StackPiece
    private let margins: Insets

    static func measured(
        _ table: FactTable, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let theme = layout.theme
        let margins = theme.canvas.margins
        var style = theme.received
        style.alignment = .start
        let blocks = BlockPieces(
            body: StyledTextBuilder(
                style: style, look: theme.text, direction: .automatic, language: nil),
            theme: theme, style: style, measurer: measurer)
        let pieces = StackPiece(
            pieces: blocks.titled(table, width: max(layout.width - margins.horizontal, 16)),
            gap: BubbleStack.pieceGap)
        // At least two rows stay below the heading and the header row, and two on the next page.
        let together = (table.head.isEmpty ? 0 : 1) + 2
        let breaks = pieces.breaks.dropFirst(together).dropLast()
        func row(_ height: Double, _ content: StackPiece) -> Row {
            Row(
                gap: gap, height: height, breaks: Array(breaks), role: .facts, text: content.text,
                content: FactTableRow(pieces: content, margins: margins))
        }
        var measured = row(pieces.size.height, pieces)
        measured.repeated = [(pieces.pieces.last as? TablePiece)?.headRow].compactMap { $0 }
            .map { row($0.size.height, StackPiece(pieces: [$0], gap: 0)) }
        return measured
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let place = Rect(
            frame.minX + margins.left, frame.minY, frame.width - margins.horizontal,
            pieces.size.height)
        pieces.draw(in: place, clip: nil, on: &drawing)
    }
}
