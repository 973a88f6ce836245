import System

/// A message between the front process and a render process.
package struct Frame: Sendable {
    package enum Kind: UInt32, Sendable {
        /// To a render process: an order by its number, and that nobody waits for one any more.
        case order = 1
        case cancel
        /// To one: what was to be signed, or why it is not.
        case signed
        /// From one: it can draw; a whole answer, or its head, pieces and end; an answer that will
        /// have no end.
        case ready
        /// From one, in the middle of an order: a digest to be signed by who has the key.
        case sign
        case answer, head, piece, end, broken
        /// From one, in the middle of an order: how far it is.
        case progress
    }

    package let kind: Kind
    /// The number of the order.
    package let number: UInt32
    /// The facts about the body, packed.
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

    /// The bytes before the body.
    var head: [UInt8] {
        var head = PackedWriter(capacity: Self.headBytes + facts.count)
        head.number(kind.rawValue)
        head.number(number)
        head.number(UInt32(facts.count))
        head.number(UInt32(body.count))
        return head.bytes + facts
    }

    /// The contents of a frame's head.
    struct Announcement {
        let kind: Kind
        let number: UInt32
        let facts: Int
        let body: Int

        init?(_ head: [UInt8]) {
            var reader = PackedReader(head)
            guard let kind = reader.number().flatMap({ Kind(rawValue: $0) }),
                let number = reader.number(), let facts = reader.number(),
                let body = reader.number(), facts <= Frame.maxFacts, body <= Frame.maxBody
            else { return nil }
            (self.kind, self.number) = (kind, number)
            (self.facts, self.body) = (Int(facts), Int(body))
        }
    }

    static let headBytes = 16
    /// More than any of them is: whoever says so does not speak this language.
    static let maxFacts = 16 << 20
    static let maxBody = 1 << 30
}
