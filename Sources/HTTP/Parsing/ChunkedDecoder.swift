import Basics

/// Decodes a chunked body strictly (RFC 9112 §7.1).
///
/// Every byte outside of the data passes through a small state machine. Data is returned as ranges
/// of the input, so a body of 100,000 one-byte chunks takes time linear in its size and no memory.
struct ChunkedDecoder: Sendable {
    enum Piece: Equatable {
        case data(Range<Int>)
        case end
    }

    private enum Phase {
        case size
        case extensions(ChunkExtensions)
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailers
        case done
    }

    private let limits: MessageLimits
    private var phase = Phase.size
    private var digits = 0
    private var remaining: UInt64 = 0
    private var overhead = 0
    private var trailers: TrailerReader

    init(limits: MessageLimits) {
        self.limits = limits
        trailers = TrailerReader(limits: limits)
    }

    mutating func next(
        _ bytes: ArraySlice<UInt8>, _ position: inout Int
    ) throws(HTTPFault) -> Piece? {
        while position < bytes.endIndex {
            if case .data = phase { return takeData(bytes, &position) }
            overhead += 1
            if overhead > limits.chunkOverheadBytes {
                throw .chunkOverhead(limit: limits.chunkOverheadBytes)
            }
            let byte = bytes[position]
            position += 1
            try step(byte)
            if case .done = phase { return .end }
        }
        return nil
    }

    private mutating func takeData(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Piece {
        let count = Int(min(UInt64(bytes.endIndex - position), remaining))
        let range = position..<(position + count)
        position = range.upperBound
        remaining -= UInt64(count)
        if remaining == 0 { phase = .dataReturn }
        return .data(range)
    }

    private mutating func step(_ byte: UInt8) throws(HTTPFault) {
        switch phase {
        case .size:
            try readSize(byte)
        case .extensions(var extensions):
            if try extensions.step(byte, limit: limits.chunkExtensionBytes) {
                phase = .sizeLineFeed
            } else {
                phase = .extensions(extensions)
            }
        case .sizeLineFeed:
            guard byte == ASCII.lineFeed else { throw .chunk(.lineEnding) }
            phase = remaining == 0 ? .trailers : .data
            digits = 0
        case .dataReturn:
            guard byte == ASCII.carriageReturn else { throw .chunk(.dataEnd) }
            phase = .dataLineFeed
        case .dataLineFeed:
            guard byte == ASCII.lineFeed else { throw .chunk(.dataEnd) }
            phase = .size
        case .trailers:
            if try trailers.step(byte) { phase = .done }
        case .data, .done:
            return
        }
    }

    /// Reads a hexadecimal digit of the size: no sign, no `0x`, no underscore, at most sixteen
    /// digits.
    private mutating func readSize(_ byte: UInt8) throws(HTTPFault) {
        if let digit = Hexadecimal.value(byte) {
            digits += 1
            guard digits <= 16 else { throw .chunk(.size) }
            remaining = remaining << 4 | UInt64(digit)
            return
        }
        guard digits > 0 else { throw .chunk(.size) }
        switch byte {
        case ASCII.carriageReturn: phase = .sizeLineFeed
        case ASCII.semicolon: phase = .extensions(ChunkExtensions(afterBlank: false))
        case ASCII.space, ASCII.tab: phase = .extensions(ChunkExtensions(afterBlank: true))
        case ASCII.lineFeed: throw .chunk(.lineEnding)
        default: throw .chunk(.size)
        }
    }
}
