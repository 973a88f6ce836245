import Conversation
import Scene
import Theme

/// Measures reactions for a message: the most frequent first, no more than fit.
struct ReactionMeasure {
    let composer: MessageComposer

    private var style: ReactionStyle { composer.theme.reactions }

    private var room: Double {
        style.shape == .inside ? composer.maxContentWidth : composer.maxWidth
    }

    func marks() -> ReactionMarks? {
        guard composer.message.hasDetails else { return nil }
        let reactions = composer.message.details.reactions
        guard !reactions.isEmpty else { return nil }
        var marks: [ReactionMarks.Mark] = []
        var room = self.room
        for reaction in ordered(reactions) {
            let mark = measured(reaction)
            guard marks.isEmpty || room >= mark.width else { break }
            room -= mark.width + 3
            marks.append(mark)
        }
        return ReactionMarks(
            marks: marks, style: style, inset: composer.style.fill == .none ? 0 : 8)
    }

    private func ordered(_ reactions: [Reaction]) -> [Reaction] {
        reactions.enumerated().sorted { left, right in
            left.element.count == right.element.count
                ? left.offset < right.offset : left.element.count > right.element.count
        }.map(\.element)
    }

    private func measured(_ reaction: Reaction) -> ReactionMarks.Mark {
        let picture =
            reaction.picture.flatMap { composer.layout.pictures.media($0)?.id }
            ?? composer.layout.emoji[reaction.emojiName]
        let color = reaction.isMine ? style.mineTextColor : style.textColor
        let padding = style.shape == .tapback ? style.size * 0.4 : style.size * 0.52
        let room = max(self.room - padding, 1)
        let emoji = emoji(
            picture == nil ? reaction.emoji : "⬜", color, width: min(120, room * 0.5))
        let words = words(
            beside: reaction, color, width: min(room - emoji.size.width - 4, room * 0.6))
        let content = emoji.size.width + (words.map { $0.size.width + 4 } ?? 0)
        return ReactionMarks.Mark(
            emoji: emoji,
            text: [reaction.emoji, words?.text].compactMap { $0 }.joined(separator: " "),
            picture: picture,
            words: words, isMine: reaction.isMine, width: max(content + padding, style.size))
    }

    private func emoji(_ words: String, _ color: Color, width: Double) -> ShapedText {
        var look = composer.theme.text.body
        look.size = style.size * (style.shape == .tapback ? 0.5 : 0.56)
        look.lineHeight = style.size * 0.8
        look.tracking = 0
        return composer.measurer.shape(
            StyledText(words, style: look, color: color, lineLimit: 1), width: width)
    }

    private func words(
        beside reaction: Reaction, _ color: Color, width: Double
    ) -> ShapedText? {
        var text = composer.theme.text.small
        text.size = style.size * 0.5
        text.lineHeight = style.size * 0.7
        let names = composer.layout.options.show.reactionNames ? reaction.by : []
        let words =
            names.isEmpty
            ? (reaction.count > 1 ? String(reaction.count) : "") : names.joined(separator: ", ")
        guard !words.isEmpty, width > 4 else { return nil }
        return composer.measurer.shape(
            StyledText(words, style: text, color: color, lineLimit: 1), width: width)
    }
}
