import Model
import Scene
import Themes

/// Turns photos, videos and GIFs into cells, with or without the picture's bytes.
struct MediaCells {
    let composer: MessageComposer
    let look: CardLook

    private var phrases: Phrases { composer.layout.phrases }

    func picture(_ attachment: Attachment) -> (id: PictureID, size: Size)? {
        attachment.media.flatMap { composer.layout.pictures.media($0) }
    }

    /// Returns nil if there is no picture.
    func cell(_ attachment: Attachment) -> MediaCell? {
        guard let (id, pixels) = picture(attachment) else { return nil }
        let words = AttachmentWords(phrases)
        return MediaCell(
            ground: .picture(id), label: attachment.kind == .gif ? pill("GIF") : nil,
            aspect: pixels.width / pixels.height, alt: words.alt(attachment),
            text: words.reading(attachment),
            exhibit: attachment.media.flatMap { composer.layout.exhibits[$0] })
    }

    func piece(_ cell: MediaCell, _ attachment: Attachment) -> MediaPiece {
        piece(named(cell, attachment, width: size(attachment).width), size(attachment))
    }

    /// Returns the piece for the caller's own map or another picture that is not an attachment.
    func piece(_ cell: MediaCell, _ size: Size) -> MediaPiece {
        MediaPiece(
            cell: cell, size: size, widest: sizes.widest(size), beside: look.faint,
            isWhole: sizes.style.isWhole)
    }

    /// Adds the name to a video without a poster picture, because nothing else identifies it.
    func named(_ cell: MediaCell, _ attachment: Attachment, width: Double) -> MediaCell {
        guard case .film = cell.ground, let name = attachment.name ?? attachment.title,
            !name.isEmpty
        else { return cell }
        var cell = cell
        let cut = MiddleCut(maxLines: 1, width: max(width - 20, 1)) { name, _ in
            look.mark(name, color: .white, size: 12, width: 100_000)
        }
        cell.name = cut.shaped(name)
        return cell
    }

    var sizes: MediaSize { MediaSize(style: composer.media, maxWidth: composer.mediaWidth) }

    /// The cell of a video, with its poster or on a dark background.
    func film(_ attachment: Attachment) -> MediaCell {
        let found = picture(attachment)
        let words = AttachmentWords(phrases)
        let size = size(attachment)
        return MediaCell(
            ground: found.map { .picture($0.id) } ?? .film, plays: true,
            label: attachment.duration.flatMap { pill(phrases.clock($0)) },
            aspect: size.width / size.height, alt: words.alt(attachment),
            text: words.reading(attachment))
    }

    /// Returns a cell even for missing media, which keep their place in an album.
    func cellOrMissing(_ attachment: Attachment) -> MediaCell {
        let isGone = attachment.missing != nil && attachment.media == nil
        if attachment.kind == .video, !isGone { return film(attachment) }
        if let cell = cell(attachment) { return cell }
        let words = AttachmentWords(phrases)
        return MediaCell(
            ground: .missing(
                fill: look.faint, ink: look.style.secondaryColor,
                attachment.kind == .video ? .film : .photo),
            aspect: 1, alt: words.missing(attachment), text: words.missing(attachment))
    }

    func size(_ attachment: Attachment) -> Size {
        guard let (_, pixels) = picture(attachment) else {
            return sizes.size(ofFilm: attachment.width, attachment.height)
        }
        return sizes.size(ofPixels: pixels)
    }

    func pill(_ words: String) -> ShapedText {
        look.mark(words, color: .white, size: 11, width: 90)
    }
}
