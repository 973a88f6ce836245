import System

/// What a front process and its render processes say to each other.
package struct Frame: Sendable {
    package enum Kind: UInt32, Sendable {
        /// To a render process: an order by its number, and that nobody waits for one any more.
        case order = 1
        case cancel
        /// To one: what was to be signed, or why it is not.
        case signed
        /// From one: it can draw; a whole answer, or its head, pieces and end; an answer that will have no
        /// end.
        case ready
        /// From one, in the middle of an order: a digest to be signed by who has the key.
        case sign
        case answer, head, piece, end, broken
        /// From one, in the middle of an order: how far it is.
        case progress
    }

    package let kind: Kind
    /// Of the order.
    package let number: UInt32
    /// What is known of the body, packed.
    package let facts: [UInt8]
    package let body: [UInt8]

    package init(
        _ kind: Kind, _ number: UInt32 = 0, facts: [UInt8] = [], body: [UInt8] = []
    ) {
        self.kind = kind
        self.number = number
        self.facts = facts
        self.body = body
    }

    static let headBytes = 16
    /// More than any of them is: whoever says so does not speak this language.
    static let mostFacts = 16 << 20
    static let mostBody = 1 << 30
}
