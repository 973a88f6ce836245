import Basics

extension FieldSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the words, or a boolean that means one of two words.
    static func choice(true yes: Value, false no: Value) -> FieldSyntax {
        FieldSyntax(
            .words(Value.allCases.map(\.rawValue), orFlag: true), write: { .string($0.rawValue) },
            read: { (fields, _) throws(ConversationError) in
                if try fields.peek() == .bool { return try fields.bool().map { $0 ? yes : no } }
                if try fields.peek() == .string, fields.parameters[fields.pointer] != nil {
                    var copy = fields
                    switch try copy.string([.string]) {
                    case "true":
                        fields = copy
                        return yes
                    case "false":
                        fields = copy
                        return no
                    default: break
                    }
                }
                return try fields.choice()
            })
    }
}

extension FieldSyntax where Value == Options.TimeFormat {
    static var timeFormat: FieldSyntax {
        let shape = FieldShape.other([
            "enum": ["auto", "12", "24", "12h", "24h", 12, 24, .null]
        ])
        return FieldSyntax(shape, write: { .string($0.rawValue) }) {
            (fields, _) throws(ConversationError) in
            guard let word = try fields.identifier() else { return nil }
            switch word.lowercased() {
            case "auto": return .auto
            case "12", "12h", "h12": return .h12
            case "24", "24h", "h24", "h23": return .h24
            default:
                try fields.reject(
                    .notAllowed(
                        value: FieldReader.excerpt(word), allowed: Value.allCases.map(\.rawValue)))
                return nil
            }
        }
    }
}

extension FieldSyntax where Value == Moment {
    /// A time between messages. A month or year means its beginning.
    static var seam: FieldSyntax {
        FieldSyntax(.defined("time")) { (fields, _) throws(ConversationError) in
            var copy = fields
            if try fields.peek() == .string, let text = try copy.string([.string]),
                let start = TimeText(startOf: text)
            {
                fields = copy
                return fields.clock.moment(start)
            }
            return try fields.moment()
        }
    }
}

extension FieldSyntax where Value == [String] {
    /// Names, whose form is defined in the schema.
    static func names(_ definition: String) -> FieldSyntax {
        FieldSyntax(.defined(definition)) { (fields, _) throws(ConversationError) in
            try fields.lines()
        }
    }

    static var searched: FieldSyntax {
        FieldSyntax(.defined("words")) { (fields, _) throws(ConversationError) in
            try fields.several { (fields) throws(ConversationError) in try fields.target() }
        }
    }

    static var patterns: FieldSyntax {
        FieldSyntax(.defined("patterns")) { (fields, _) throws(ConversationError) in
            try fields.several { (fields) throws(ConversationError) in try fields.pattern() }
        }
    }
}

extension FieldSyntax where Value == [ContentKind] {
    static var contents: FieldSyntax {
        FieldSyntax(.defined("contents")) { (fields, _) throws(ConversationError) in
            try fields.choices()
        }
    }
}

extension FieldReader {
    /// Reads the reason code of a redaction.
    mutating func reason() throws(ConversationError) -> String? {
        guard let code = try line() else { return nil }
        guard RedactionMark.isReason(code) else {
            try reject(.malformedReason(FieldReader.excerpt(code)))
            return nil
        }
        return code
    }

    /// The target must not be empty.
    mutating func target() throws(ConversationError) -> String {
        if let name = try identifier(), !name.isEmpty { return name }
        try reject(.empty)
        return ""
    }

    /// - Parameter matchesCharacters: whether the pattern must match more than positions.
    mutating func pattern(matchesCharacters: Bool = false) throws(ConversationError) -> String {
        guard let text = try string([.string]), !text.isEmpty else {
            try reject(.empty)
            return ""
        }
        do throws(Pattern.Fault) {
            let pattern = try Pattern(text)
            if matchesCharacters, !pattern.matchesCharacters { throw .matchesNothing }
        } catch let fault {
            try reject(.malformedPattern(FieldReader.excerpt(text), fault))
        }
        return text
    }

    /// Reads a list of words. A single word needs no brackets, and a query may use commas.
    mutating func choices<Choice>() throws(ConversationError) -> [Choice]
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        try several { (fields) throws(ConversationError) in try fields.choice() }.compactMap { $0 }
    }

    fileprivate mutating func several<Value>(
        _ read: (inout FieldReader) throws(ConversationError) -> Value
    ) throws(ConversationError) -> [Value] {
        guard try peek() == .array else { return try isNull() ? [] : [read(&self)] }
        guard try beginArray() else { return [] }
        var values: [Value] = []
        while try nextElement() {
            // Each value may require a search through every text.
            guard values.count < 100 else {
                try reject(.outOfRange(value: "101", lower: nil, upper: 100))
                try diagnostics.settle()
                return values
            }
            values.append(try read(&self))
        }
        return values
    }
}
