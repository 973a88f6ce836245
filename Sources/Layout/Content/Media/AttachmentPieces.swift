import Model
import Scene
import Themes

/// The pieces for each attachment in the order sent. Consecutive pictures and videos become one
/// album.
struct AttachmentPieces {
    let composer: MessageComposer

    private var attachments: [Attachment] { composer.message.attachments }
    private var look: CardLook { CardLook(composer) }

    /// One for each attachment; a theme may join them into one.
    func contents() -> [BubbleContent] {
        var contents: [BubbleContent] = []
        var index = 0
        while index < attachments.count, composer.measurer.mayContinue {
            let end = albumEnd(from: index)
            if end > index + 1 {
                contents += album(Array(attachments[index..<end]))
                index = end
            } else {
                if !isOnCard(attachments[index]) { contents += content(attachments[index]) }
                index += 1
            }
        }
        return contents
    }

    private func albumEnd(from start: Int) -> Int {
        var end = start
        while end < attachments.count, isVisual(attachments[end]) { end += 1 }
        return end
    }

    private func isVisual(_ attachment: Attachment) -> Bool {
        guard attachment.kind == .image || attachment.kind == .video else { return false }
        // If all media is shown whole, an attachment without a picture gets a card with its name.
        return !isWhole || cells.picture(attachment) != nil
    }

    /// Whether the message also shows the attachment's place or contact as a card.
    private func isOnCard(_ attachment: Attachment) -> Bool {
        guard composer.message.hasDetails, attachment.missing == nil else { return false }
        let details = composer.message.details
        switch attachment.kind {
        case .location: return details.location != nil
        case .contact:
            guard let contact = details.contact else { return false }
            return attachment.name == nil || attachment.name == contact.name
        case .image, .video, .gif, .sticker, .voice, .audio, .video_note, .file, .card:
            return false
        }
    }

    private func content(_ attachment: Attachment) -> [BubbleContent] {
        let cards = AttachmentCards(look: look)
        guard attachment.missing == nil || attachment.media != nil else {
            return captioned([cards.missing(attachment)], [attachment])
        }
        switch attachment.kind {
        case .image, .gif:
            guard let cell = cells.cell(attachment) else {
                return captioned([cards.missing(attachment)], [attachment])
            }
            return captioned([cells.piece(cell, attachment)], [attachment])
        case .video: return film(attachment, cards)
        case .video_note: return isWhole ? film(attachment, cards) : videoNote(attachment)
        case .sticker: return sticker(attachment, cards)
        case .voice: return captioned([VoicePiece(attachment, of: composer)], [attachment])
        case .audio: return captioned([cards.audio(attachment)], [attachment])
        case .file: return file(attachment, cards)
        case .contact: return captioned([cards.contact(attachment)], [attachment])
        case .location:
            var location = Location()
            location.name = attachment.name ?? attachment.title ?? attachment.alt
            location.picture = attachment.media
            return captioned(composer.pieces(of: location), [attachment])
        case .card:
            return captioned(LinkPiece.pieces(ofApp: attachment, look), [attachment])
        }
    }

    private var cells: MediaCells { MediaCells(composer: composer, look: look) }
    private var isWhole: Bool { composer.theme.media.isWhole }

    private func film(_ attachment: Attachment, _ cards: AttachmentCards) -> [BubbleContent] {
        // On paper the video's name is more useful than a dark frame.
        guard !isWhole || cells.picture(attachment) != nil else {
            return file(attachment, cards)
        }
        return captioned([cells.piece(cells.film(attachment), attachment)], [attachment])
    }

    private func file(_ attachment: Attachment, _ cards: AttachmentCards) -> [BubbleContent] {
        captioned(
            [cards.file(attachment)], [attachment],
            isAsReceived: composer.theme.cards.file.ground == .received)
    }

    /// Adds the caption in the same bubble, or in one of its own if the theme shows pictures alone.
    private func captioned(
        _ pieces: [any Piece], _ attachments: [Attachment], isBare: Bool = false,
        isAsReceived: Bool = false
    ) -> [BubbleContent] {
        let standsAlone =
            !composer.theme.media.joinsText && (isAsReceived || pieces.contains { $0.bleeds })
        let captions = captions(attachments, under: isBare || standsAlone ? [] : pieces)
        let content = BubbleContent(pieces: pieces, isBare: isBare, isAsReceived: isAsReceived)
        guard !captions.isEmpty else { return [content] }
        guard isBare || standsAlone else { return [BubbleContent(pieces: pieces + captions)] }
        return [content, BubbleContent(pieces: captions)]
    }

    private func captions(
        _ attachments: [Attachment], under pieces: [any Piece]
    ) -> [any Piece] {
        let look = CardLook(composer.beside(pieces))
        return attachments.compactMap { attachment in
            guard let caption = attachment.caption, !caption.isEmpty else { return nil }
            return TextPiece(look.body(caption), alignment: composer.style.alignment)
        }
    }

    private func album(_ attachments: [Attachment]) -> [BubbleContent] {
        var made = attachments.map { cells.cellOrMissing($0) }
        let (aspects, wide) = (made.map(\.aspect), cells.sizes.wide)
        let grid =
            isWhole
            ? AlbumGrid(
                whole: aspects, width: wide, maxHeight: composer.theme.media.maxSize.height)
            : AlbumGrid(aspects: aspects, width: wide)
        for (index, frame) in grid.frames.enumerated() {
            made[index] = cells.named(made[index], attachments[index], width: frame.width)
        }
        let rest = made.count - grid.frames.count
        let number =
            rest > 0
            ? look.shape(
                "+" + composer.layout.phrases.number(rest + 1), composer.theme.text.title.style,
                color: .white, lines: 1, width: grid.size.width / 3)
            : nil
        let piece = AlbumPiece(
            cells: made, grid: grid, rest: number, text: albumWords(attachments, made),
            isWhole: isWhole)
        return captioned([piece], attachments)
    }

    /// Unnamed photos are counted; otherwise every attachment is listed.
    private func albumWords(_ attachments: [Attachment], _ cells: [MediaCell]) -> String {
        let areUnnamed = attachments.allSatisfy {
            $0.kind == .image && $0.alt == nil && $0.name == nil && $0.missing == nil
                && $0.omitted == nil
        }
        return areUnnamed
            ? composer.layout.phrases.counted(.photos, attachments.count)
            : cells.map(\.text).joined(separator: "\n")
    }

    private func sticker(_ attachment: Attachment, _ cards: AttachmentCards) -> [BubbleContent] {
        guard let media = attachment.media,
            let (picture, pixels) = composer.layout.pictures.media(media)
        else { return captioned([cards.missing(attachment)], [attachment]) }
        let words = AttachmentWords(composer.layout.phrases)
        let side = min(composer.theme.media.stickerSize, composer.maxWidth)
        let piece = StickerPiece(
            picture: picture, size: StickerPiece.size(ofPixels: pixels, side: side),
            side: composer.entry.side, alt: words.alt(attachment), text: words.reading(attachment),
            exhibit: attachment.media.flatMap { composer.layout.exhibits[$0] })
        return captioned([piece], [attachment], isBare: true)
    }

    private func videoNote(_ attachment: Attachment) -> [BubbleContent] {
        var cell = cells.film(attachment)
        let duration = cell.label
        cell.label = nil
        let piece = VideoNotePiece(
            cell: cell, diameter: min(200, composer.maxWidth), side: composer.entry.side,
            duration: duration)
        return captioned([piece], [attachment], isBare: true)
    }
}
