package import JSON
import Rendering

extension Problem {
    package init(_ error: JSONError) {
        switch error {
        case .syntax(let place, let fault):
            self.init(
                "json-syntax", 400, "The body is not JSON",
                "Line \(place.line), column \(place.column): \(fault.sentence).")
            self.locate(place)
        case .tooDeep(let place, let limit):
            self.init(
                "json-too-deep", 400, "The body is nested too deeply",
                "Line \(place.line), column \(place.column) is nested more than \(limit) levels deep."
            )
            self.locate(place)
            self.limit = limit
            setting = Setting.jsonDepth.rawValue
        case .encoding(let offset):
            self.init(
                "json-encoding", 400, "The body is not UTF-8",
                "The bytes from offset \(offset) on are not UTF-8, the only encoding of JSON.")
            self.offset = offset
        case .unreadable(let offset): self.init(unreadableFrom: offset)
        case .stopped:
            self.init(RenderFault.timeout)
        }
    }

    init(unreadableFrom offset: Int) {
        self.init(
            "unreadable", 422, "The file cannot be read to its end",
            "From offset \(offset) on it cannot be read, or it became shorter meanwhile.")
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
        case .empty: "there is nothing here; a conversation is expected"
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .notAValue(let byte): "\(JSONError.Fault.quoted(byte)) does not start a value"
        case .unknownLiteral: "only true, false and null may stand here without quotes"
        case .singleQuote: "strings stand in double quotes, not single ones"
        case .comment: "JSON has no comments"
        case .strayComma: "there is a comma with nothing beside it"
        case .missingComma: "a comma or a closing bracket is missing"
        case .missingColon: "a colon is missing after the name"
        case .unquotedKey: "names stand in double quotes"
        case .leadingZero: "a number does not start with 0, except 0 itself"
        case .malformedNumber: "this is not a number"
        case .unknownEscape(let byte): "\\\(JSONError.Fault.quoted(byte)) is no escape"
        case .malformedUnicodeEscape: "\\u takes four hexadecimal digits"
        case .controlCharacter: "a control character must be written as an escape, such as \\n"
        case .unterminatedString: "the string is never closed"
        case .trailingContent: "there is something after the end of the value"
        }
    }

    private static func quoted(_ byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte)
            ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    }
}
