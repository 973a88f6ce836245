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
        let media = AttachmentPieces(composer: composer).pieces()
        let head = headPieces()
        let text = textPieces()
        var contents: [BubbleContent] = []
        if theme.media.joinsText || text.isEmpty {
            contents.append(BubbleContent(pieces: head + media + text))
        } else {
            if let reply = relations.reply(), theme.reply.shape == .bubble {
                contents.append(BubbleContent(pieces: [reply], isBare: true))
            }
            contents += media.map { BubbleContent(pieces: [$0]) }
            contents.append(BubbleContent(pieces: head + text))
        }
        contents = contents.filter { !$0.pieces.isEmpty }
        if contents.isEmpty { contents = [BubbleContent(pieces: [emptyText()])] }
        contents[0] = named(contents[0])
        if theme.reactions.shape == .inside, let marks = ReactionMeasure(composer: composer).marks()
        {
            contents[contents.count - 1].pieces.append(ReactionPiece(marks: marks))
        }
        return contents
    }

    private var relations: RelationPieces { RelationPieces(composer: composer) }

    private func named(_ content: BubbleContent) -> BubbleContent {
        guard composer.entry.showsName, theme.sender.place == .inside,
            let name = composer.senderName()
        else { return content }
        var content = content
        content.pieces.insert(TextPiece(name), at: 0)
        return content
    }

    private func headPieces() -> [any Piece] {
        guard message.hasDetails else { return [] }
        let reply =
            theme.reply.shape == .bar || theme.media.joinsText ? relations.reply() : nil
        return [relations.forwarded(), reply, relations.subject()].compactMap { $0 }
    }

    private func tailPieces() -> [any Piece] {
        guard message.hasDetails else { return [] }
        return relations.history() + relations.translation()
            + [relations.effect()].compactMap { $0 }
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
            language: message.language)
        return BlockPieces(
            body: body, theme: theme, style: composer.style, measurer: composer.measurer
        ).pieces(message.body, width: composer.maxContentWidth)
            + CardPieces(composer: composer).pieces() + tailPieces()
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
