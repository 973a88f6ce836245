import Conversation
import Scene
import Theme

/// A readable line for what cannot be shown: what it is, what it is called, why it is not here.
enum FallbackPiece {
    static func piece(for attachment: Attachment, _ composer: MessageComposer) -> any Piece {
        let kind = attachment.unknownKind ?? attachment.kind.rawValue
        let words = [
            kind.replacing("_", with: " "), attachment.name, attachment.missing,
        ].compactMap { $0 }.joined(separator: " · ")
        let styled = StyledText(
            words, style: composer.theme.text.small, color: composer.style.secondaryColor)
        return TextPiece(composer.measurer.shape(styled, width: composer.maxContentWidth))
    }
}
