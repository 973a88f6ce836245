import Basics

extension FieldSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the words, or a boolean that means one of two words.
    static func choice(true yes: Value, false no: Value) -> FieldSyntax {
        FieldSyntax(
            .words(Value.allCases.map(\.rawValue), orFlag: true), write: { .string($0.rawValue) },
            read: { fields, _ in
                if fields.peek() == .bool { return fields.bool().map { $0 ? yes : no } }
                if fields.parameters[fields.pointer] != nil,
                    let word = fields.word(among: ["true", "false"])
                {
                    return word == "true" ? yes : no
                }
                return fields.choice()
            })
    }
}

extension FieldSyntax where Value == Options.TimeFormat {
    static var timeFormat: FieldSyntax {
        let shape = FieldShape.other([
            "enum": ["auto", "12", "24", "12h", "24h", 12, 24, .null]
        ])
        return FieldSyntax(shape, write: { .string($0.rawValue) }) { fields, _ in
            guard let word = fields.identifier() else { return nil }
            switch word.lowercased() {
            case "auto": return .auto
            case "12", "12h", "h12": return .h12
            case "24", "24h", "h24", "h23": return .h24
            default:
                return fields.reject(word, allowed: Value.allCases.map(\.rawValue))
            }
        }
    }
}

extension FieldSyntax where Value == Moment {
    /// A time between messages. A month or year means its beginning.
    static var seam: FieldSyntax {
        FieldSyntax(.defined("time")) { fields, _ in
            var copy = fields
            if fields.peek() == .string, let text = copy.string([.string]),
                let start = TimeText(startOf: text)
            {
                fields = copy
                return fields.clock.moment(start)
            }
            return fields.moment()
        }
    }
}

extension FieldSyntax where Value == [String] {
    /// Names, whose form is defined in the schema.
    static func names(_ definition: String) -> FieldSyntax {
        FieldSyntax(.defined(definition)) { fields, _ in fields.lines() }
    }

    static var searched: FieldSyntax {
        FieldSyntax(.defined("words")) { fields, _ in fields.several { fields in fields.target() } }
    }

    static var patterns: FieldSyntax {
        FieldSyntax(.defined("patterns")) { fields, _ in
            fields.several { fields in fields.pattern() }
        }
    }
}

extension FieldSyntax where Value == [ContentKind] {
    static var contents: FieldSyntax {
        FieldSyntax(.defined("contents")) { fields, _ in fields.choices() }
    }
}

extension FieldReader {
    mutating func reason() -> String? {
        guard let code = line() else { return nil }
        guard RedactionMark.isReason(code) else {
            return reject(.malformedReason(FieldReader.excerpt(code)))
        }
        return code
    }

    /// The target must not be empty.
    mutating func target() -> String {
        if let name = identifier(), !name.isEmpty { return name }
        reject(.empty)
        return ""
    }

    /// - Parameter matchesCharacters: whether the pattern must match more than positions.
    mutating func pattern(matchesCharacters: Bool = false) -> String {
        guard let text = string([.string]), !text.isEmpty else {
            reject(.empty)
            return ""
        }
        do throws(Pattern.Fault) {
            let pattern = try Pattern(text)
            if matchesCharacters, !pattern.matchesCharacters { throw .matchesNothing }
        } catch let fault {
            reject(.malformedPattern(FieldReader.excerpt(text), fault))
        }
        return text
    }

    /// Reads the value if it is one of these words.
    mutating func word(among words: [String]) -> String? {
        var copy = self
        guard peek() == .string, let word = copy.string([.string]), words.contains(word) else {
            return nil
        }
        self = copy
        return word
    }

    /// A single word needs no brackets, and a query may use commas.
    mutating func choices<Choice>() -> [Choice]
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        several { fields in fields.choice() }
    }

    mutating func several<Value>(_ read: (inout FieldReader) -> Value?) -> [Value] {
        guard peek() == .array else { return isNull() ? [] : [read(&self)].compactMap { $0 } }
        return elements(most: 100, read)
    }
}
