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
        return Row(
            gap: gap, height: pieces.size.height,
            // No break between the heading and its table.
            breaks: Array(pieces.breaks.dropFirst()), role: .facts, text: pieces.text,
            content: FactTableRow(pieces: pieces, margins: margins))
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let place = Rect(
            frame.minX + margins.left, frame.minY, frame.width - margins.horizontal,
            pieces.size.height)
        pieces.draw(in: place, clip: nil, on: &drawing)
    }
}
