/// Parses requests from bytes in any number of pieces. Pass in the received bytes and take events
/// until there is none.
///
/// Every line is validated as soon as it is complete, and every limit as soon as it is exceeded. A
/// hostile head is therefore rejected before its rest is received. After a fault the parser cannot
/// continue, because the start of the next request is unknown.
struct RequestParser: Sendable {
    enum Event: Sendable, Equatable {
        case head(RequestHead)
        /// A piece of the body, as a range of the bytes passed in.
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

    init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        head = HeadReader(limits: limits)
        decoder = ChunkedDecoder(limits: limits)
    }

    var isInsideHead: Bool { head.hasBegun }

    var heldBytes: Int { head.heldBytes }

    /// The number of bytes of an unfinished head.
    var headBytes: Int { head.count }

    /// Whether the current or last request line begins with HEAD.
    var isHeadRequest: Bool { head.isHeadRequest }

    /// Returns the next event in the bytes from `position` on, and advances `position`; nil if more
    /// bytes are needed.
    mutating func next(
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
