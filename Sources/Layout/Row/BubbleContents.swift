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
        let media = message.attachments.compactMap(piece)
        let text = textPieces()
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
        return message.body.map { block in
            let rich: RichText =
                switch block {
                case .paragraph(let rich), .heading(_, let rich): rich
                case .code, .quote, .list, .table, .rule: RichText(BodyText.plain(block))
                }
            return TextPiece(
                composer.measurer.shape(body.styled(rich), width: composer.maxContentWidth),
                alignment: composer.style.alignment)
        }
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

    private func piece(_ attachment: Attachment) -> (any Piece)? {
        if attachment.kind == .image, let media = attachment.media,
            let (id, pixels) = composer.layout.pictures.media(media)
        {
            let most = Size(
                min(theme.media.maxSize.width, composer.maxWidth), theme.media.maxSize.height)
            return PicturePiece(
                picture: id,
                size: PicturePiece.size(of: pixels, most: most, least: theme.media.minSize),
                alt: attachment.alt ?? attachment.name ?? composer.layout.phrases.photo)
        }
        return FallbackPiece.piece(for: attachment, composer)
    }
}
