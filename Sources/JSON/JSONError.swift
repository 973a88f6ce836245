/// Why a text is not JSON (RFC 8259).
package enum JSONError: Error, Sendable, Hashable {
    case syntax(JSONPosition, Fault)
    /// More arrays and objects inside one another than the limit.
    case tooDeep(JSONPosition, limit: Int)
    /// The bytes from there on are not UTF-8.
    case encoding(offset: Int)
    /// The text goes on, but its bytes from there on cannot be had: it lies in a file that changed.
    case unreadable(offset: Int)
    /// Whoever asked does not want it any more, or has no more time.
    case stopped

    /// The errors in the JSON grammar.
    package enum Fault: Sendable, Hashable {
        /// Nothing but blanks, or nothing at all.
        case empty
        case unexpectedEnd
        /// A byte that no value starts with.
        case notAValue(UInt8)
        /// `truE`, `nil`.
        case unknownLiteral
        case singleQuote
        case comment
        /// A comma with nothing after it, or nothing before it.
        case strayComma
        case missingComma
        case missingColon
        /// A member's name that is not in double quotes.
        case unquotedKey
        case leadingZero
        case malformedNumber
        case unknownEscape(UInt8)
        case malformedUnicodeEscape
        /// A raw byte below 0x20 inside a string.
        case controlCharacter(UInt8)
        case unterminatedString
        /// Something after the end of the value.
        case trailingContent
    }
}
