import Model
import Scene
import Themes

struct BubbleContent {
    var pieces: [any Piece]
    /// Whether the content is drawn without a bubble: stickers, large emoji.
    var isBare = false
    /// Whether the content is text, including code, tables and quotations, without pictures and
    /// cards.
    var isText = false
    var isAsReceived = false
    /// Whether the content is a quotation below the message's last bubble.
    var isQuote = false
}

/// Splits a message's parts into bubbles as the theme requires: one for all, or one for each
/// picture and one for the text.
struct BubbleContents {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var theme: Theme { composer.theme }

    func all() -> [BubbleContent] {
        if let deleted = relations.deleted() {
            // A deleted message has no content left but its earlier versions, if they are shown.
            let details = showsAllDetails ? relations.history() + relations.trace() : []
            return [named(BubbleContent(pieces: [deleted] + details))]
        }
        if message.kind == .typing { return [named(typing())] }
        var contents = theme.media.joinsText ? joined() : apart()
        contents = contents.filter { !$0.pieces.isEmpty }
        // Large emoji are drawn without a bubble if nothing else is in their bubble.
        if !theme.jumbo.hasBubble, jumboSize != nil, contents.last?.pieces.count == 1 {
            contents[contents.count - 1].isBare = true
            contents[contents.count - 1].isText = false
        }
        if contents.isEmpty { contents = [BubbleContent(pieces: [emptyText()])] }
        contents[0] = named(contents[0])
        contents[contents.count - 1].pieces += relations.trace()
        if theme.reactions.shape == .inside, theme.frames == nil,
            let marks = composer.reactions()
        {
            contents[contents.count - 1].pieces.append(
                ReactionPiece(marks: marks, isMirrored: composer.layout.phrases.isRightToLeft))
        }
        if composer.replyShape == .below, let reply = relations.reply() {
            contents.append(BubbleContent(pieces: [reply], isBare: true, isQuote: true))
        }
        return contents
    }

    private func joined() -> [BubbleContent] {
        let media = attachments()
        let cards = CardPieces(composer: composer)
        let preview = cards.preview().map { [$0] } ?? []
        let (above, below) = theme.media.previewsComeFirst ? (preview, []) : ([], preview)
        let inside = media.filter { !$0.isBare }.flatMap(\.pieces)
        let words = BubbleContents(composer: composer.beside(inside))
        let whole =
            words.headPieces() + inside + above + words.textPieces()
            + cards.withoutPreview().flatMap(\.pieces) + below + words.tailPieces()
        return media.filter(\.isBare) + [BubbleContent(pieces: whole)]
    }

    private func apart() -> [BubbleContent] {
        var contents: [BubbleContent] = []
        if theme.reply.shape == .bubble, let reply = relations.reply() {
            contents.append(BubbleContent(pieces: [reply], isBare: true))
        }
        contents += attachments()
        let cards = CardPieces(composer: composer).contents()
        let head = headPieces()
        let text = textPieces() + tailPieces()
        // Without text, "Forwarded" is shown above the first attachment.
        if text.isEmpty,
            let first = (contents + cards).firstIndex(where: {
                !$0.isBare && !$0.isAsReceived
            })
        {
            contents += cards
            contents[first].pieces.insert(contentsOf: head, at: 0)
            return contents
        }
        return contents + [BubbleContent(pieces: head + text, isText: true)] + cards
    }

    private func attachments() -> [BubbleContent] {
        AttachmentPieces(composer: composer).contents()
            + RedactedPieces(composer: composer).contents()
    }

    private func typing() -> BubbleContent {
        let dots = TypingPiece(
            words: composer.layout.phrases[.typing], color: composer.style.secondaryColor,
            height: theme.text.body.lineHeight)
        return BubbleContent(pieces: [dots] + textPieces())
    }

    private var showsAllDetails: Bool { composer.layout.options.showsAllDetails }

    private var relations: RelationPieces { RelationPieces(composer: composer) }

    private func named(_ content: BubbleContent) -> BubbleContent {
        guard composer.entry.showsName, theme.sender.place == .inside,
            let name = composer.senderName()
        else { return content }
        var content = content
        let isMirrored = composer.layout.phrases.isRightToLeft
        content.pieces.insert(
            TextPiece(name, alignment: isMirrored ? .right : .left, gapBelow: 1), at: 0)
        return content
    }

    private func headPieces() -> [any Piece] {
        let label = CardPieces(composer: composer).label()
        guard message.hasDetails else { return label.map { [$0] } ?? [] }
        let reply =
            composer.replyShape == .bar
                || (composer.replyShape == .bubble && theme.media.joinsText)
            ? relations.reply() : nil
        return [label, relations.forwarded(), reply, relations.subject()].compactMap { $0 }
    }

    /// The notes. Themes with fixed frames show them below the bubble, so that they cannot be
    /// mistaken for the message.
    private func tailPieces() -> [any Piece] {
        theme.frames == nil ? relations.notes() : []
    }

    /// Nil unless the message consists only of emoji.
    private var jumboSize: Double? {
        guard !showsAllDetails, composer.editedSuffix == nil, !theme.jumbo.sizes.isEmpty,
            message.attachments.isEmpty,
            let rich = message.paragraph, let count = emojiCount(rich)
        else { return nil }
        return theme.jumbo.sizes[count - 1]
    }

    /// Includes custom emoji; nil if the text contains anything else.
    private func emojiCount(_ rich: RichText) -> Int? {
        let most = theme.jumbo.sizes.count
        guard !rich.entities.isEmpty else { return EmojiText.count(rich.text, most: most) }
        guard rich.entities.count <= most, rich.entities.allSatisfy({ isPicture($0) }),
            let pictures = InlinePictures(rich, composer.layout.emoji)
        else { return nil }
        return EmojiText.count(pictures.substitute.text, most: most)
    }

    private func isPicture(_ entity: Entity) -> Bool {
        guard case .customEmoji(let name) = entity.kind else { return false }
        return composer.layout.emoji[name] != nil
    }

    private var body: StyledTextBuilder {
        StyledTextBuilder(
            style: composer.style, texts: theme.text, direction: direction,
            language: message.language, emoji: composer.layout.emoji,
            names: composer.layout.names, spoilerLabel: composer.layout.phrases[.spoiler])
    }

    private func textPieces() -> [any Piece] {
        let (width, measurer) = (composer.maxContentWidth, composer.measurer)
        let suffix = composer.editedSuffix
        guard let paragraph = message.paragraph else {
            return BlockPieces(
                body: body, theme: theme, style: composer.style, measurer: measurer,
                suffix: suffix
            ).body(message.body, width: width)
        }
        guard let jumboSize else {
            var body = body
            body.suffix = suffix
            return [
                body.piece(paragraph, width: max(width, BlockPieces.minWidth), measurer)
            ]
        }
        var style = theme.text.body
        style.size = jumboSize
        style.lineHeight = jumboSize * 1.2
        style.tracking = 0
        return [body.piece(paragraph, style: style, width: width, measurer)]
    }

    private var direction: StyledText.Direction {
        switch message.direction {
        case .auto: .automatic
        case .ltr: .leftToRight
        case .rtl: .rightToLeft
        }
    }

    /// A message without content has a bubble one line high.
    private func emptyText() -> any Piece {
        TextPiece(
            composer.measurer.shape(
                StyledText(" ", style: theme.text.body, color: composer.style.textColor),
                width: composer.maxContentWidth))
    }
}
