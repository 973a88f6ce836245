import Model
import Scene
import Themes

/// A note with code: an assistant's tool call and its result.
struct CodeNote: RowContent {
    private let pieces: StackPiece
    private let margins: Insets

    static func measured(
        _ note: NoteEntry, _ message: Message, _ words: String, facts: [String],
        _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let theme = layout.theme
        var style = theme.received
        style.textColor = theme.text.note.color
        style.alignment = .start
        var look = theme.text
        look.body = theme.text.note.style
        let margins = theme.canvas.margins
        let body = StyledTextBuilder(
            style: style, look: look, direction: .automatic, language: message.language,
            emoji: layout.emoji)
        let pieces = BlockPieces(body: body, theme: theme, style: style, measurer: measurer)
            .pieces(
                message.body + facts.map { .paragraph(RichText($0)) },
                width: layout.width - margins.horizontal)
        let stack = StackPiece(pieces: pieces, gap: BubbleStack.pieceGap)
        return Row(
            gap: gap, height: stack.size.height, breaks: stack.breaks, message: note.index,
            role: .note, text: words, language: message.language, day: note.isoDay,
            content: CodeNote(pieces: stack, margins: margins))
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let place = Rect(
            frame.minX + margins.left, frame.minY,
            min(pieces.size.width, frame.width - margins.horizontal), pieces.size.height)
        pieces.draw(in: place, clip: nil, on: &drawing)
    }
}

extension TextBlock {
    var isCode: Bool {
        switch self {
        case .code: true
        case .paragraph, .heading, .quote, .list, .table, .rule: false
        }
    }
}
