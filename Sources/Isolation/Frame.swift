import System

/// A message between the front process and a render process.
package struct Frame: Sendable {
    package enum Kind: UInt32, Sendable {
        /// To a render process: a request, its cancellation, and the reply to `sign`.
        case request = 1
        case cancel
        case signed
        /// From a render process: it has started.
        case ready
        /// From a render process, for a request: a digest to sign.
        case sign
        /// From a render process: a whole response, or its head, pieces and end; `broken` if the
        /// response will not be completed, with the problem if there is one.
        case response, head, piece, end, broken
        /// From a render process, for a request: the progress of its render, and whether it is
        /// small after all, or large.
        case progress, small, large
    }

    package let kind: Kind
    /// The request's number.
    package let number: UInt32
    /// Packed facts about the body.
    package let facts: [UInt8]
    package let body: ArraySlice<UInt8>

    package init(
        _ kind: Kind, _ number: UInt32 = 0, facts: [UInt8] = [], body: ArraySlice<UInt8> = []
    ) {
        self.kind = kind
        self.number = number
        self.facts = facts
        self.body = body
    }

    /// The bytes before the body.
    var head: [UInt8] {
        var head = announcement(isStored: false)
        head.raw(facts)
        return head.bytes
    }

    /// The bytes to send if a memory file carries the facts and the body.
    var storedHead: [UInt8] { announcement(isStored: true).bytes }

    private func announcement(isStored: Bool) -> PackedWriter {
        var head = PackedWriter(capacity: Self.headBytes + (isStored ? 0 : facts.count))
        head.number(kind.rawValue | (isStored ? Self.stored : 0))
        head.number(number)
        head.number(UInt32(facts.count))
        head.number(UInt32(body.count))
        return head
    }

    /// The contents of a frame's head.
    struct Announcement {
        let kind: Kind
        let number: UInt32
        let facts: Int
        let body: Int
        /// Whether the facts and the body are in a file that came with the head.
        let isStored: Bool

        init?(_ head: [UInt8]) {
            var reader = PackedReader(head)
            guard let word = reader.number(), let kind = Kind(rawValue: word & ~Frame.stored),
                let number = reader.number(), let facts = reader.number(),
                let body = reader.number(), facts <= Frame.maxFacts, body <= Frame.maxBody
            else { return nil }
            (self.kind, self.number) = (kind, number)
            (self.facts, self.body) = (Int(facts), Int(body))
            isStored = word & Frame.stored != 0
        }
    }

    /// The bit of the kind field that announces a file.
    private static let stored: UInt32 = 1 << 31
    static let headBytes = 16
    /// The maximum sizes of the facts and the body. This program's frames are smaller, so a larger
    /// one is a protocol error.
    static let maxFacts = 16 << 20
    package static let maxBody = 1 << 30
}
