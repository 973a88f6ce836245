import Model
import Scene
import Themes

/// A system event or a quiet note, centered like a day header.
enum NoteRow {
    static func measured(
        _ note: NoteEntry, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let message = layout.conversation.messages[note.index]
        let facts = facts(of: note, message, layout)
        let words = ([words(of: message, layout)] + contents(of: message, layout) + facts)
            .joined(separator: "\n")
        if message.kind == .unread {
            return UnreadRow.measured(note, message, words, layout, gap: gap, measurer)
        }
        if message.body.contains(where: \.isCode) {
            return CodeNote.measured(
                note, message, words, facts: facts, layout, gap: gap, measurer)
        }
        let row = DayHeaderRow.note(words, layout, icon: icon(of: message, layout), measurer)
        return Row(
            gap: gap, height: row.height, breaks: row.breaks, message: note.index, role: .note,
            text: words,
            language: message.language, day: note.isoDay, content: row)
    }

    /// The remarks of a document above its messages.
    static func measured(
        _ words: String, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let row = DayHeaderRow.note(words, layout, measurer)
        return Row(
            gap: gap, height: row.height, keepsWithNext: true, role: .note, text: words,
            content: row)
    }

    /// Identifies a note: "#12 · 2026-05-31 09:40:00 +02:00 · ID 77", if rows show all details.
    private static func facts(
        of note: NoteEntry, _ message: Message, _ layout: Layout
    ) -> [String] {
        guard layout.options.showsAllDetails else { return [] }
        let sender = message.from.map { layout.shownName(of: $0) }
        let facts = ["#\(message.number)", sender, note.time, layout.sourceID(of: message)]
        return [facts.compactMap { $0 }.joined(separator: " · ")]
    }

    /// What a notice has beside its sentence, a line each.
    private static func contents(of message: Message, _ layout: Layout) -> [String] {
        guard message.hasDetails || !message.attachments.isEmpty else { return [] }
        let (details, phrases) = (message.details, layout.phrases)
        guard !message.isErased else { return details.reactions.map { Phrases.words(of: $0) } }
        let attachments = message.attachments.flatMap { attachment in
            [AttachmentWords(phrases).reading(attachment), attachment.caption]
        }
        let versions = layout.options.show.edits ? details.edited?.history ?? [] : []
        let former = versions.map { phrases[.former] + ": " + $0.text }
        let deleted = details.deleted.map { deleted in
            [phrases.deleted, deleted.by, deleted.reason].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " · ")
        }
        let lines =
            [details.subject] + attachments + phrases.cards(of: details) + former + [deleted]
            + details.reactions.map { Phrases.words(of: $0) }
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }

    /// The icon of a call that is a notice in this theme.
    private static func icon(
        of message: Message, _ layout: Layout
    ) -> (mark: Mark, color: Color)? {
        guard message.kind == .call else { return nil }
        let call = message.details.call ?? Call()
        return (
            call.isVideo ? .film : .phone,
            CallCard.alarm(call, layout.theme) ?? layout.theme.cards.call.icon.color
                ?? layout.theme.text.note.color
        )
    }

    /// The call, after its sender if nothing else shows who called.
    private static func words(ofCall message: Message, _ layout: Layout) -> String {
        let call = message.details.call ?? Call()
        let isMine = message.from != nil && message.from == layout.conversation.me
        let isClear = call.direction != nil && layout.conversation.participants.count <= 2
        let sender =
            isClear
            ? nil
            : isMine ? layout.phrases[.you] : message.from.map { layout.shownName(of: $0) }
        return layout.phrases.isolated([
            sender, layout.phrases.title(of: call), layout.phrases.facts(of: call),
        ])
    }

    /// The export's own sentence, or a phrase for its event.
    private static func words(of message: Message, _ layout: Layout) -> String {
        if message.isErased { return layout.deletion(of: message) }
        if message.kind == .call { return words(ofCall: message, layout) }
        let written = StyledTextBuilder.plain(message.body)
        guard written.isEmpty else { return written }
        if message.kind == .unread { return layout.phrases.unread(message.details.unread) }
        return message.details.system.map { layout.phrases.sentence($0) } ?? written
    }
}
