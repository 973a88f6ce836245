import Basics

/// The extensions after a chunk's size, which are validated and then discarded (RFC 9112 §7.1.1).
///
/// Parsers that skip to the end of the line without validation enabled the "TERM.EXT" smuggling
/// attack of 2025.
struct ChunkExtensions: Sendable {
    private enum Phase {
        case sizeEnd, nameStart, name, nameEnd, valueStart, token, quoted, escaped, valueEnd
    }

    private var phase: Phase
    private var count = 0

    /// Begins after a semicolon, or after a space that a semicolon must follow: spaces there are
    /// discouraged but allowed.
    init(afterBlank: Bool) {
        phase = afterBlank ? .sizeEnd : .nameStart
    }

    /// Processes a byte of the line. Returns true at the CR that ends the line.
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
