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
        let words = words(of: message, layout)
        if message.kind == .unread {
            return UnreadRow.measured(note, message, words, layout, gap: gap, measurer)
        }
        if message.body.contains(where: \.isCode) {
            return CodeNote.measured(note, message, words, layout, gap: gap, measurer)
        }
        let styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        let row = DayHeaderRow.centered(styled, layout, measurer)
        return Row(
            gap: gap, height: row.height, message: note.index, role: .note, text: words,
            language: message.language, day: note.isoDay, content: row)
    }

    /// What a document tells of itself, above its messages.
    static func measured(
        _ words: String, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let look = layout.theme.text.note
        let styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        let row = DayHeaderRow.centered(styled, layout, measurer)
        return Row(
            gap: gap, height: row.height, keepsWithNext: true, role: .note, text: words,
            content: row)
    }

    /// An export's own sentence, or one of ours for what it tells.
    private static func words(of message: Message, _ layout: Layout) -> String {
        let written = BodyText.plain(message.body)
        guard written.isEmpty else { return written }
        if message.kind == .unread { return layout.phrases.unread(message.details.unread) }
        return message.details.system.map { layout.phrases.sentence($0) } ?? written
    }
}
