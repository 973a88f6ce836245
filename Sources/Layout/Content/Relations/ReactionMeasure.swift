import Conversation
import Scene
import Theme

/// Measures reactions for a message: the most frequent first, no more than fit.
struct ReactionMeasure {
    let composer: MessageComposer

    private var style: ReactionStyle { composer.theme.reactions }

    func marks() -> ReactionMarks? {
        guard composer.message.hasDetails else { return nil }
        let reactions = composer.message.details.reactions
        guard !reactions.isEmpty else { return nil }
        var marks: [ReactionMarks.Mark] = []
        var room = composer.maxWidth
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
        var emojiStyle = composer.theme.text.body
        emojiStyle.size = style.size * (style.shape == .tapback ? 0.5 : 0.56)
        emojiStyle.lineHeight = style.size * 0.8
        emojiStyle.tracking = 0
        let color = reaction.isMine ? style.mineTextColor : style.textColor
        let emoji = composer.measurer.shape(
            StyledText(reaction.emoji, style: emojiStyle, color: color, lineLimit: 1),
            width: 120)
        let words = words(beside: reaction, color)
        let content = emoji.size.width + (words.map { $0.size.width + 4 } ?? 0)
        let padding = style.shape == .tapback ? style.size * 0.4 : style.size * 0.52
        return ReactionMarks.Mark(
            emoji: emoji,
            picture: reaction.picture.flatMap { composer.layout.pictures.media($0)?.id },
            words: words, isMine: reaction.isMine, width: max(content + padding, style.size))
    }

    private func words(beside reaction: Reaction, _ color: Color) -> ShapedText? {
        var text = composer.theme.text.small
        text.size = style.size * 0.5
        text.lineHeight = style.size * 0.7
        let names = composer.layout.options.show.reactionNames ? reaction.by : []
        let words =
            names.isEmpty
            ? (reaction.count > 1 ? String(reaction.count) : "") : names.joined(separator: ", ")
        guard !words.isEmpty else { return nil }
        return composer.measurer.shape(
            StyledText(words, style: text, color: color, lineLimit: 1),
            width: composer.maxContentWidth * 0.6)
    }
}
