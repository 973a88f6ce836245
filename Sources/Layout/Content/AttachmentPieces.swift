import Conversation
import Scene
import Theme

/// One piece for each attachment, in the order they were sent.
struct AttachmentPieces {
    let composer: MessageComposer

    func pieces() -> [any Piece] { composer.message.attachments.map(piece) }

    private func piece(_ attachment: Attachment) -> any Piece {
        switch attachment.kind {
        case .image: photo(attachment) ?? FallbackPiece.piece(for: attachment, composer)
        case .video, .gif, .sticker, .voice, .audio, .video_note, .file, .contact, .location:
            FallbackPiece.piece(for: attachment, composer)
        }
    }

    private func photo(_ attachment: Attachment) -> (any Piece)? {
        guard let media = attachment.media,
            let (id, pixels) = composer.layout.pictures.media(media)
        else { return nil }
        let style = composer.theme.media
        let most = Size(min(style.maxSize.width, composer.maxWidth), style.maxSize.height)
        return PicturePiece(
            picture: id, size: PicturePiece.size(of: pixels, most: most, least: style.minSize),
            alt: attachment.alt ?? attachment.name ?? composer.layout.phrases.photo)
    }
}
