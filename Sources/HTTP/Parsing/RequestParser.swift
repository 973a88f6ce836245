/// Requests out of bytes that come in any slices: feed it what has arrived, take events until there
/// is none.
///
/// Every line is checked as soon as it is complete, and limits as soon as they are passed, so a
/// hostile head is refused before the rest of it is paid for. After a fault the parser is spent:
/// where the next request begins is unknown.
package struct RequestParser: Sendable {
    package enum Event: Sendable, Equatable {
        case head(RequestHead)
        /// A piece of the body: this range of the bytes that were fed.
        case body(Range<Int>)
        case end
    }

    private enum Phase {
        case head
        case length(Int)
        case chunked
    }

    private let limits: MessageLimits
    private var phase = Phase.head
    private var head: HeadReader
    private var decoder: ChunkedDecoder

    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        head = HeadReader(limits: limits)
        decoder = ChunkedDecoder(limits: limits)
    }

    /// Whether some bytes of a head have come, but not all.
    package var isInsideHead: Bool { head.hasBegun }

    /// Memory that an unfinished head holds.
    package var heldBytes: Int { head.heldBytes }

    /// Whether the request line that was read last, or is being read, begins with HEAD.
    package var isHeadRequest: Bool { head.isHeadRequest }

    /// The next event in the bytes from `position` on, which moves past what was used; nil when
    /// more bytes are needed.
    package mutating func next(
        _ bytes: ArraySlice<UInt8>, _ position: inout Int
    ) throws(HTTPFault) -> Event? {
        switch phase {
        case .head:
            guard let found = try head.read(bytes, &position) else { return nil }
            switch found.framing {
            case .none: phase = .length(0)
            case .length(let count): phase = .length(count)
            case .chunked:
                phase = .chunked
                decoder = ChunkedDecoder(limits: limits)
            }
            return .head(found)
        case .length(0):
            return finish()
        case .length(let left):
            let end = position + min(left, bytes.endIndex - position)
            guard end > position else { return nil }
            defer { position = end }
            phase = .length(left - (end - position))
            return .body(position..<end)
        case .chunked:
            guard let piece = try decoder.next(bytes, &position) else { return nil }
            switch piece {
            case .data(let range): return .body(range)
            case .end: return finish()
            }
        }
    }

    private mutating func finish() -> Event {
        phase = .head
        head = HeadReader(limits: limits)
        return .end
    }
}
