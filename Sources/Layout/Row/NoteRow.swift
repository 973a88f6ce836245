import Conversation
import Scene
import Theme

/// A system event or a quiet note, centred like a day header.
enum NoteRow {
    static func measured(
        _ note: NoteEntry, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let message = layout.conversation.messages[note.index]
        let look = layout.theme.text.note
        let words = BodyText.plain(message.body)
        let styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        let row = DayHeaderRow.centered(styled, layout, measurer)
        return Row(
            gap: gap, height: row.height, message: note.index, role: .note, text: words,
            language: message.language, day: note.isoDay, content: row)
    }
}
