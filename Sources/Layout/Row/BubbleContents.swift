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
        if let jumbo = jumboEmoji() { return [jumbo] }
        let media = AttachmentPieces(composer: composer).pieces()
        let text = textPieces() + CardPieces(composer: composer).pieces()
        var contents: [BubbleContent] = []
        if theme.media.joinsText || text.isEmpty {
            contents.append(BubbleContent(pieces: media + text))
        } else {
            contents += media.map { BubbleContent(pieces: [$0]) }
            contents.append(BubbleContent(pieces: text))
        }
        contents = contents.filter { !$0.pieces.isEmpty }
        if contents.isEmpty { contents = [BubbleContent(pieces: [emptyText()])] }
        if composer.entry.showsName, theme.sender.place == .inside, let name = composer.senderName()
        {
            contents[0].pieces.insert(TextPiece(name), at: 0)
        }
        return contents
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
