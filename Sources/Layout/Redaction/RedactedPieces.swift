package import Model
import Scene
package import Themes

/// The pieces that show the kind of a hidden message.
struct RedactedPieces {
    let composer: MessageComposer

    private var look: CardLook { CardLook(composer) }

    /// Returns a bubble for each redacted item except the text, which is in the body.
    func contents() -> [BubbleContent] {
        guard composer.message.hasDetails, let redacted = composer.message.details.redacted else {
            return []
        }
        return redacted.kinds.compactMap { kind in
            kind.redactedPhrase.map { phrase in
                let words = [look.phrases[phrase], redacted.reason].compactMap { $0 }
                return BubbleContent(pieces: [piece(words.joined(separator: " · "), kind.mark)])
            }
        }
    }

    private func piece(_ words: String, _ mark: Mark) -> any Piece {
        let lead = LeadMark(
            kind: .disc(mark), fill: look.faint, ink: look.style.textColor, side: 34)
        return CardRow.measured(look, lead, ground: look.card, text: words, minWidth: 190) {
            width in
            [look.title(words, lines: 2, width: width)]
        }
    }
}

extension ContentKind {
    /// The phrase for redacted content, such as "Redacted photo"; nil if the body's bar shows it.
    package var redactedPhrase: Phrase? {
        switch self {
        case .image: .redactedPhoto
        case .video: .redactedVideo
        case .gif: .redactedGIF
        case .sticker: .redactedSticker
        case .voice: .redactedVoice
        case .audio: .redactedAudio
        case .videoNote: .redactedVideoNote
        case .file: .redactedFile
        case .contact: .redactedContact
        case .location: .redactedLocation
        case .card: .redactedCard
        case .poll: .redactedPoll
        case .call: .redactedCall
        case .payment: .redactedPayment
        case .link: .redactedLink
        case .text, .reply, .forwarded, .reaction, .edited, .deleted, .translation, .code, .mention:
            nil
        }
    }

    fileprivate var mark: Mark {
        switch self {
        case .image, .gif: .photo
        case .video, .videoNote: .film
        case .sticker: .sticker
        case .voice: .microphone
        case .audio: .music
        case .file: .page
        case .contact: .person
        case .location: .pin
        case .card: .app
        case .poll: .chart
        case .call: .phone
        case .payment: .coin
        case .link: .chain
        case .text, .reply, .forwarded, .reaction, .edited, .deleted, .translation, .code, .mention:
            .unknown
        }
    }
}
