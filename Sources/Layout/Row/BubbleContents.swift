import Conversation
import Markup
import Scene
import Theme

/// Sorts a message's parts into bubbles: one for all, or one for each picture and one for the text, as
/// the look has it.
struct BubbleContents {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var theme: Theme { composer.theme }

    func all() -> [BubbleContent] {
        if let deleted = relations.deleted() { return [named(BubbleContent(pieces: [deleted]))] }
        if let jumbo = jumboEmoji() { return [jumbo] }
        var contents = theme.media.joinsText ? joined() : apart()
        contents = contents.filter { !$0.pieces.isEmpty }
        if contents.isEmpty { contents = [BubbleContent(pieces: [emptyText()])] }
        contents[0] = named(contents[0])
        if theme.reactions.shape == .inside, let marks = ReactionMeasure(composer: composer).marks()
        {
            contents[contents.count - 1].pieces.append(
                ReactionPiece(marks: marks, isMirrored: composer.layout.phrases.isRightToLeft))
        }
        return contents
    }

    /// All in one bubble, but for what stands on the bare canvas.
    private func joined() -> [BubbleContent] {
        let media = AttachmentPieces(composer: composer).contents()
        let cards = CardPieces(composer: composer).contents()
        let inside = media.filter { !$0.isBare }.flatMap(\.pieces)
        let whole = headPieces() + inside + textPieces() + cards.flatMap(\.pieces) + tailPieces()
        return media.filter(\.isBare) + [BubbleContent(pieces: whole)]
    }

    /// A bubble for each picture and card, and one for the text.
    private func apart() -> [BubbleContent] {
        var contents: [BubbleContent] = []
        if theme.reply.shape == .bubble, let reply = relations.reply() {
            contents.append(BubbleContent(pieces: [reply], isBare: true))
        }
        contents += AttachmentPieces(composer: composer).contents()
        let cards = CardPieces(composer: composer).contents()
        let head = headPieces()
        let text = textPieces() + tailPieces()
        // Where nothing was written, "Forwarded" stands over the first of what was sent.
        if text.isEmpty, let first = (contents + cards).firstIndex(where: { !$0.isBare }) {
            contents += cards
            contents[first].pieces.insert(contentsOf: head, at: 0)
            return contents
        }
        return contents + [BubbleContent(pieces: head + text)] + cards
    }

    private var relations: RelationPieces { RelationPieces(composer: composer) }

    private func named(_ content: BubbleContent) -> BubbleContent {
        guard composer.entry.showsName, theme.sender.place == .inside,
            let name = composer.senderName()
        else { return content }
        var content = content
        content.pieces.insert(TextPiece(name, gapBelow: 1), at: 0)
        return content
    }

    private func headPieces() -> [any Piece] {
        let label = CardPieces(composer: composer).label()
        guard message.hasDetails else { return label.map { [$0] } ?? [] }
        let reply =
            theme.reply.shape == .bar || theme.media.joinsText ? relations.reply() : nil
        return [label, relations.forwarded(), reply, relations.subject()].compactMap { $0 }
    }

    private func tailPieces() -> [any Piece] {
        guard message.hasDetails else { return [] }
        return relations.history() + relations.translation()
            + [relations.effect(), relations.deletedMark()].compactMap { $0 }
    }

    private func jumboEmoji() -> BubbleContent? {
        guard !theme.jumbo.sizes.isEmpty, message.attachments.isEmpty, message.body.count == 1,
            case .paragraph(let rich) = message.body[0], rich.entities.isEmpty,
            let count = EmojiText.count(rich.text, most: theme.jumbo.sizes.count)
        else { return nil }
        var style = theme.text.body
        style.size = theme.jumbo.sizes[count - 1]
        style.lineHeight = style.size * 1.2
        style.tracking = 0
        let shaped = composer.measurer.shape(
            StyledText(rich.text, style: style, color: composer.style.textColor),
            width: composer.maxContentWidth)
        return BubbleContent(pieces: [TextPiece(shaped)], isBare: !theme.jumbo.hasBubble)
    }

    private func textPieces() -> [any Piece] {
        let body = BodyText(
            style: composer.style, look: theme.text, direction: direction,
            language: message.language, emoji: composer.layout.emoji)
        return BlockPieces(
            body: body, theme: theme, style: composer.style, measurer: composer.measurer
        ).body(message.body, width: composer.maxContentWidth)
    }

    private var direction: StyledText.Direction {
        switch message.direction {
        case .auto: .automatic
        case .ltr: .leftToRight
        case .rtl: .rightToLeft
        }
    }

    /// A message that says nothing still has its bubble, one line high.
    private func emptyText() -> any Piece {
        TextPiece(
            composer.measurer.shape(
                StyledText(" ", style: theme.text.body, color: composer.style.textColor),
                width: composer.maxContentWidth))
    }
}
