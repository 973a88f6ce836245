/// The ASCII bytes that grammars name, and their character classes (those of RFC 9110 §5.6 among
/// them).
///
/// Parsers use bytes instead of `Character`s, which would cost most of their time: a header
/// consists of octets.
package enum ASCII {
    package static let tab: UInt8 = 0x09
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D
    package static let space: UInt8 = 0x20
    package static let quote: UInt8 = 0x22
    package static let percent: UInt8 = 0x25
    package static let asterisk: UInt8 = 0x2A
    package static let plus: UInt8 = 0x2B
    package static let comma: UInt8 = 0x2C
    package static let hyphen: UInt8 = 0x2D
    package static let dot: UInt8 = 0x2E
    package static let slash: UInt8 = 0x2F
    package static let zero: UInt8 = 0x30
    package static let colon: UInt8 = 0x3A
    package static let semicolon: UInt8 = 0x3B
    package static let equals: UInt8 = 0x3D
    package static let question: UInt8 = 0x3F
    package static let openBracket: UInt8 = 0x5B
    package static let backslash: UInt8 = 0x5C
    package static let closeBracket: UInt8 = 0x5D
    package static let delete: UInt8 = 0x7F

    @inlinable
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inlinable
    package static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }

    @inlinable
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inlinable
    package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value | 0x20) &- 0x61 < 26
    }

    @inlinable
    package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    @inlinable
    package static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 6
    }

    /// The digits that this program writes.
    @inlinable
    package static func isLowercaseHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte &- 0x61 < 6
    }

    /// Optional whitespace between the parts of a field (RFC 9110 §5.6.3): only space and tab. If a
    /// parser accepts a vertical tab or 0xA0 as whitespace, `Transfer-Encoding:\u{0B}chunked` slips
    /// past one of two parsers.
    @inlinable
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    @inlinable
    package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// A `tchar`, the characters of method and field names (RFC 9110 §5.6.2).
    package static func isToken(_ byte: UInt8) -> Bool {
        if byte >= 64 {
            return byte < 128 && tokenHigh & (1 << UInt64(byte &- 64)) != 0
        }
        return tokenLow & (1 << UInt64(byte)) != 0
    }

    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Without regard to ASCII case.
    package static func matches(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
        let wanted = name.utf8
        guard bytes.count == wanted.count else { return false }
        var index = bytes.startIndex
        for byte in wanted {
            if lowercased(bytes[index]) != lowercased(byte) { return false }
            index &+= 1
        }
        return true
    }

    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    private static let tokenLow = mask(0) {
        isDigit($0) || "!#$%&'*+-.".utf8.contains($0)
    }
    private static let tokenHigh = mask(64) {
        isLetter($0) || "^_`|~".utf8.contains($0)
    }

    private static func mask(_ base: UInt8, _ isMember: (UInt8) -> Bool) -> UInt64 {
        (UInt8(0)..<64).reduce(0) { isMember(base &+ $1) ? $0 | 1 << UInt64($1) : $0 }
    }
}
