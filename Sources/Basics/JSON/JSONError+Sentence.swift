extension JSONError.Fault {
    /// A description of the error without its position.
    package var sentence: String {
        switch self {
        case .empty: "the text is empty"
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .notAValue(let byte): "\(Self.quoted(byte)) does not start a value"
        case .unknownLiteral: "only true, false and null may be unquoted"
        case .singleQuote: "strings need double quotes, not single ones"
        case .comment: "comments are not allowed"
        case .strayComma: "a comma has no value beside it"
        case .missingComma: "a comma or a closing bracket is missing"
        case .missingColon: "a colon is missing after the name"
        case .unquotedKey: "names need double quotes"
        case .leadingZero: "a number cannot start with 0, except 0 itself"
        case .malformedNumber: "this is not a valid number"
        case .unknownEscape(let byte): "\\\(Self.quoted(byte)) is not a valid escape"
        case .malformedUnicodeEscape: "\\u must have four hexadecimal digits"
        case .controlCharacter: "a control character must be written as an escape, such as \\n"
        case .unterminatedString: "the string is never closed"
        case .trailingContent: "unexpected content after the end of the value"
        }
    }

    private static func quoted(_ byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte)
            ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    }
}
