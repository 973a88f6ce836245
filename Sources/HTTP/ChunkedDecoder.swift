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

    /// No sign, no `0x`, no underscore, at most sixteen hexadecimal digits.
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

/// The extensions after a chunk's size, which are validated and then discarded (RFC 9112 §7.1.1).
///
/// Parsers that skip to the end of the line without validation enabled the "TERM.EXT" smuggling
/// attack of 2025.
private struct ChunkExtensions: Sendable {
    private enum Phase {
        case sizeEnd, nameStart, name, nameEnd, valueStart, token, quoted, escaped, valueEnd
    }

    private var phase: Phase
    private var count = 0

    /// Begins after a semicolon, or after a discouraged but allowed space before one.
    init(afterBlank: Bool) {
        phase = afterBlank ? .sizeEnd : .nameStart
    }

    /// Returns true at the CR that ends the line.
    mutating func step(_ byte: UInt8, limit: Int) throws(HTTPFault) -> Bool {
        count += 1
        if count > limit { throw .chunk(.extensionTooLong) }
        switch phase {
        case .quoted, .escaped:
            return try stepInsideQuotes(byte)
        case .nameStart, .valueStart:
            return try begin(byte)
        case .sizeEnd:
            if ASCII.isBlank(byte) { return false }
            guard byte == ASCII.semicolon else { throw .chunk(.size) }
            phase = .nameStart
            return false
        case .name, .token:
            if ASCII.isToken(byte) { return false }
        case .nameEnd, .valueEnd:
            break
        }
        return try end(byte)
    }

    private mutating func begin(_ byte: UInt8) throws(HTTPFault) -> Bool {
        if ASCII.isBlank(byte) { return false }
        let isValue = phase == .valueStart
        if isValue, byte == ASCII.quote {
            phase = .quoted
        } else if ASCII.isToken(byte) {
            phase = isValue ? .token : .name
        } else {
            throw .chunk(.extension)
        }
        return false
    }

    private mutating func end(_ byte: UInt8) throws(HTTPFault) -> Bool {
        let isName = phase == .name || phase == .nameEnd
        switch byte {
        case ASCII.carriageReturn: return true
        case ASCII.semicolon: phase = .nameStart
        case ASCII.equals where isName: phase = .valueStart
        case ASCII.space, ASCII.tab: phase = isName ? .nameEnd : .valueEnd
        case ASCII.lineFeed: throw .chunk(.lineEnding)
        default: throw .chunk(.extension)
        }
        return false
    }

    private mutating func stepInsideQuotes(_ byte: UInt8) throws(HTTPFault) -> Bool {
        if ASCII.isControl(byte), byte != ASCII.tab { throw .chunk(.extension) }
        if phase == .escaped {
            phase = .quoted
        } else if byte == ASCII.quote {
            phase = .valueEnd
        } else if byte == ASCII.backslash {
            phase = .escaped
        }
        return false
    }
}

/// Reads the fields after the last chunk, validates them like header fields, and discards them (RFC
/// 9110 §6.5.1).
///
/// No trailer is needed here, and a `Content-Length` or `Host` that arrives after the decisions it
/// would affect is an attack.
private struct TrailerReader: Sendable {
    private let limits: MessageLimits
    private var line: [UInt8] = []
    private var total = 0
    private var count = 0

    init(limits: MessageLimits) {
        self.limits = limits
    }

    /// Returns true at the LF of the empty line that ends the body.
    mutating func step(_ byte: UInt8) throws(HTTPFault) -> Bool {
        total += 1
        if byte == ASCII.lineFeed {
            guard line.last == ASCII.carriageReturn else { throw .chunk(.lineEnding) }
            return try endLine()
        }
        if line.last == ASCII.carriageReturn { throw .chunk(.lineEnding) }
        line.append(byte)
        if line.count > limits.fieldBytes || total > limits.headBytes {
            throw .chunk(.trailerTooLarge)
        }
        return false
    }

    private mutating func endLine() throws(HTTPFault) -> Bool {
        if line.count == 1 { return true }
        count += 1
        if count > limits.fieldCount { throw .chunk(.trailerTooLarge) }
        do throws(FieldLine.Fault) {
            _ = try FieldLine(line.dropLast())
        } catch {
            throw .chunk(.trailer(error))
        }
        line.removeAll(keepingCapacity: true)
        return false
    }
}
