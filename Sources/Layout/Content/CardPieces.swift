import Conversation
import Scene

/// One piece for each card a message carries beside its text: poll, call, payment, place, person, link.
struct CardPieces {
    let composer: MessageComposer

    func pieces() -> [any Piece] { [] }
}
