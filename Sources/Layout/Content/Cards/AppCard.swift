import Model
import Scene
import Themes

/// The card of an app or a bot: its name, a title, text, a picture, and buttons below.
struct AppCard {
    let look: CardLook
    let pictures: PictureTable

    private var maxButtons: Int { look.isComplete ? .max : 20 }

    func pieces(_ attachment: Attachment) -> [any Piece] {
        let card = attachment.card ?? Card()
        let face = face(attachment, card)
        let buttons = card.buttons.filter { !$0.text.isEmpty }.prefix(maxButtons)
        guard !buttons.isEmpty else { return [face] }
        let width = min(face.size.width, look.width)
        return [
            face,
            ButtonsPiece(
                buttons: buttons.map { button in
                    ButtonsPiece.Button(
                        label: look.small(
                            button.text, color: look.accent, weight: 600,
                            width: max(width - ButtonsPiece.padding, 8)),
                        url: button.url.flatMap(LinkCard.safe))
                },
                width: width, line: look.faint, radius: look.radius),
        ]
    }

    private func face(_ attachment: Attachment, _ card: Card) -> LinkPiece {
        let found = attachment.media.flatMap { pictures.media($0) }
        let isLarge = found.map { LinkCard.isLarge($0.size) } ?? false
        let width = max(min(look.width, max(look.theme.media.maxSize.width, 200)), 1)
        let padding = Insets(top: 8, left: 10, bottom: 9, right: 10)
        let picture = found.map {
            LinkPiece.Picture(id: $0.id, size: $0.size, isWhole: look.theme.media.isWhole)
        }
        let thumbnail = isLarge ? nil : picture
        let room = width - padding.horizontal - (thumbnail == nil ? 0 : LinkPiece.thumbnail + 10)
        let size = found?.size ?? Size(2, 1)
        return LinkPiece(
            banner: isLarge ? picture : nil,
            bannerHeight: isLarge ? bannerHeight(size, width: width) : 0,
            thumbnail: thumbnail, lines: lines(attachment, card, width: max(room, 24)),
            url: card.url.flatMap(LinkCard.safe), ground: look.linkGround, padding: padding,
            minWidth: width, bleeds: false, isMirrored: look.phrases.isRightToLeft,
            text: words(attachment, card))
    }

    private func bannerHeight(_ pixels: Size, width: Double) -> Double {
        let natural = width * pixels.height / pixels.width
        return look.theme.media.isWhole ? natural : min(max(natural, width * 0.3), width * 0.7)
    }

    private func lines(_ attachment: Attachment, _ card: Card, width: Double) -> [ShapedText] {
        var lines: [ShapedText] = []
        if let app = attachment.name, !app.isEmpty {
            lines.append(look.small(app, color: look.accent, weight: 600, width: width))
        }
        if let title = attachment.title, !title.isEmpty {
            lines.append(look.title(title, lines: nil, width: width))
        }
        if let text = card.text, !text.isEmpty {
            lines.append(
                look.small(text, color: look.style.textColor, lines: nil, width: width))
        }
        if lines.isEmpty { lines.append(look.title(look.phrases[.app], width: width)) }
        return lines
    }

    private func words(_ attachment: Attachment, _ card: Card) -> String {
        let head = [attachment.name, attachment.title].compactMap { $0 }.filter { !$0.isEmpty }
        let buttons = card.buttons.prefix(maxButtons).map { "[" + $0.text + "]" }
        return
            ([look.phrases[.app] + (head.isEmpty ? "" : ": " + head.joined(separator: " · "))]
            + [card.text, attachment.alt].compactMap { $0 } + buttons)
            .asLines
    }
}
