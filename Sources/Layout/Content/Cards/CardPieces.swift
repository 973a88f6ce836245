import Model
import Scene
import Themes

/// The pieces for content beside a message's text: poll, call, payment, place, person, link.
struct CardPieces {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var look: CardLook { CardLook(composer) }

    /// The label of an unknown kind, shown above the message's text.
    func label() -> (any Piece)? {
        guard case .unknown(let kind) = message.kind else { return nil }
        var small = composer.theme.text.small
        small.isItalic = true
        return TextPiece(
            look.shape(
                look.phrases.unsupported(kind), small, composer.style.secondaryColor, lines: 2,
                width: look.width))
    }

    /// Returns a bubble for each card; a theme may join them into one bubble.
    func contents() -> [BubbleContent] {
        withoutPreview() + (preview().map { [BubbleContent(pieces: [$0])] } ?? [])
    }

    /// The preview of the page that a link leads to.
    func preview() -> (any Piece)? {
        guard message.hasDetails, let link = message.details.link else { return nil }
        return LinkCard(look: look, pictures: composer.layout.pictures).piece(link)
    }

    func withoutPreview() -> [BubbleContent] {
        guard message.hasDetails || message.kind == .call else { return [] }
        let (details, look) = (message.details, self.look)
        let forms = composer.theme.cards
        var cards: [BubbleContent] = []
        if let call = details.call ?? (message.kind == .call ? Call() : nil) {
            cards.append(
                BubbleContent(
                    pieces: CallCard(look: look).pieces(call, isMine: composer.isMine),
                    isAsReceived: forms.call.ground == .received))
        }
        if let poll = details.poll {
            cards.append(
                BubbleContent(
                    pieces: [PollCard(look: look).piece(poll)],
                    isAsReceived: forms.poll.ground == .received))
        }
        if let payment = details.payment {
            cards.append(BubbleContent(pieces: [PaymentCard(look: look).piece(payment)]))
        }
        if let location = details.location {
            cards.append(BubbleContent(pieces: LocationCard(composer: composer).pieces(location)))
        }
        if let contact = details.contact {
            cards.append(BubbleContent(pieces: [ContactCard(look: look).piece(contact)]))
        }
        return cards
    }
}
