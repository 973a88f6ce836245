package import JSON
import Rendering

extension Problem {
    package init(_ error: JSONError) {
        switch error {
        case .syntax(let place, let fault):
            self.init(
                .jsonSyntax, "Line \(place.line), column \(place.column): \(fault.sentence).")
            self.locate(place)
        case .tooDeep(let place, let limit):
            self.init(
                .jsonTooDeep,
                "Line \(place.line), column \(place.column): nested more than \(limit) levels deep (setting json_depth)."
            )
            self.locate(place)
            self.limit = limit
            setting = Setting.jsonDepth.rawValue
        case .encoding(let offset):
            self.init(
                .jsonEncoding, "Byte \(offset) is not valid UTF-8, the only encoding of JSON.")
            self.offset = offset
        case .unreadable(let offset): self.init(unreadableFrom: offset)
        case .stopped:
            self.init(RenderFault.timeout)
        }
    }

    init(unreadableFrom offset: Int) {
        self.init(
            .unreadable, "The file cannot be read from byte \(offset), or was truncated meanwhile.")
        self.offset = offset
    }

    private mutating func locate(_ place: JSONPosition) {
        line = place.line
        column = place.column
        offset = place.offset
    }
}

extension JSONError.Fault {
    var sentence: String {
        switch self {
        case .empty: "the body is empty; a conversation is expected"
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .notAValue(let byte): "\(JSONError.Fault.quoted(byte)) does not start a value"
        case .unknownLiteral: "only true, false and null may be unquoted"
        case .singleQuote: "strings need double quotes, not single ones"
        case .comment: "JSON has no comments"
        case .strayComma: "a comma has no value beside it"
        case .missingComma: "a comma or a closing bracket is missing"
        case .missingColon: "a colon is missing after the name"
        case .unquotedKey: "names need double quotes"
        case .leadingZero: "a number cannot start with 0, except 0 itself"
        case .malformedNumber: "this is not a number"
        case .unknownEscape(let byte): "\\\(JSONError.Fault.quoted(byte)) is not a valid escape"
        case .malformedUnicodeEscape: "\\u takes four hexadecimal digits"
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
