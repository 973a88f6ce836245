/// Why a text is not JSON (RFC 8259).
package enum JSONError: Error, Sendable, Hashable {
    case syntax(JSONPosition, Fault)
    case tooDeep(JSONPosition, limit: Int)
    /// The bytes from this offset are not valid UTF-8.
    case encoding(offset: Int)
    /// The text cannot be read from this offset: its file has changed.
    case unreadable(offset: Int)
    /// The caller canceled the read, or its deadline passed.
    case stopped

    package enum Fault: Sendable, Hashable {
        /// The text is empty or only whitespace.
        case empty
        case unexpectedEnd
        case notAValue(UInt8)
        /// A word such as `truE` or `nil`.
        case unknownLiteral
        case singleQuote
        case comment
        /// A comma with nothing after or before it.
        case strayComma
        case missingComma
        case missingColon
        case unquotedKey
        case leadingZero
        case malformedNumber
        case unknownEscape(UInt8)
        case malformedUnicodeEscape
        /// A raw byte below 0x20 inside a string.
        case controlCharacter(UInt8)
        case unterminatedString
        case trailingContent

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

    /// With the position, for the author of the file.
    package var sentence: String {
        switch self {
        case .syntax(let position, let fault):
            "is not valid JSON at line \(position.line), column \(position.column): \(fault.sentence)"
        case .tooDeep(let position, let limit):
            "is nested more than \(limit) levels deep at line \(position.line)"
        case .encoding(let offset): "is not valid UTF-8 at byte \(offset)"
        case .unreadable(let offset): "cannot be read from byte \(offset)"
        case .stopped: "was not read completely"
        }
    }
}

/// A position in a JSON text, as an editor shows it.
package struct JSONPosition: Sendable, Hashable {
    package let offset: Int
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Only errors need positions, so the reader keeps no count.
    func counted(on bytes: [UInt8], from start: Int, to end: Int, offset: Int) -> JSONPosition {
        var line = line
        var column = column
        var index = start
        while index < min(end, bytes.count) {
            let byte = bytes[index]
            let isLineEnd =
                byte == 0x0A
                || (byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
            if isLineEnd {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 && byte != 0x0D {
                column += 1
            }
            index += 1
        }
        return JSONPosition(offset: offset, line: line, column: column)
    }
}

/// JSON Pointers (RFC 6901), with which errors and warnings identify a place.
package enum JSONPointer {
    /// With a slash. `~` and `/` are escaped (RFC 6901 §3).
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return "/" + name }
        var step = "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        return step
    }

    package static func step(_ index: Int) -> String { "/\(index)" }
}

extension JSONError {
    package var explanation: Explanation {
        switch self {
        case .syntax(let place, .empty):
            Self.explanation(
                .jsonSyntax, place,
                "\(client: "the body is empty; a conversation is expected")\(local: "the input is empty")"
            )
        case .syntax(let place, let fault):
            Self.explanation(.jsonSyntax, place, "\(fault.sentence)")
        case .tooDeep(let place, let limit):
            Self.explanation(
                .jsonTooDeep, place,
                "nested more than \(limit) levels deep (setting json_depth)", limit: limit)
        case .encoding(let offset): Self.explanation(encoding: offset)
        case .unreadable(let offset): .unreadable(from: offset)
        case .stopped: .timeout
        }
    }

    private static func explanation(
        _ type: ProblemType, _ place: JSONPosition, _ fault: Explanation.Sentence,
        limit: Int? = nil
    ) -> Explanation {
        var explanation = Explanation(
            type, "Line \(place.line), column \(place.column): \(fault).", limit: limit,
            setting: limit.map { _ in "json_depth" })
        (explanation.line, explanation.column) = (place.line, place.column)
        explanation.offset = place.offset
        return explanation
    }

    private static func explanation(encoding offset: Int) -> Explanation {
        // A NUL is valid UTF-8, but begins no JSON except in UTF-16 and UTF-32.
        let others = offset < 4 ? " It may be a NUL, or the text UTF-16 or UTF-32." : ""
        var explanation = Explanation(
            .jsonEncoding,
            "Byte \(offset) is not valid UTF-8, the only encoding of JSON.\(others)")
        explanation.offset = offset
        return explanation
    }
}
