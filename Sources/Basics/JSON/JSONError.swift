/// Why a text is not JSON (RFC 8259).
package enum JSONError: Error, Sendable, Hashable {
    case syntax(JSONPosition, Fault)
    /// More nested arrays and objects than the limit.
    case tooDeep(JSONPosition, limit: Int)
    /// The bytes from this offset are not valid UTF-8.
    case encoding(offset: Int)
    /// The text cannot be read from this offset: its file has changed.
    case unreadable(offset: Int)
    /// The caller canceled the read, or its deadline passed.
    case stopped

    /// The errors in the JSON grammar.
    package enum Fault: Sendable, Hashable {
        /// The text is empty or only whitespace.
        case empty
        case unexpectedEnd
        /// A byte that cannot start a value.
        case notAValue(UInt8)
        /// A word such as `truE` or `nil`.
        case unknownLiteral
        case singleQuote
        case comment
        /// A comma with nothing after or before it.
        case strayComma
        case missingComma
        case missingColon
        /// A member name that is not in double quotes.
        case unquotedKey
        case leadingZero
        case malformedNumber
        case unknownEscape(UInt8)
        case malformedUnicodeEscape
        /// A raw byte below 0x20 inside a string.
        case controlCharacter(UInt8)
        case unterminatedString
        /// Content after the end of the value.
        case trailingContent
    }
}
