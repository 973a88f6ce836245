import Basics

extension FieldReader {
    /// Reads a cleaned text, which may have several lines.
    mutating func text() throws(ConversationError) -> String? {
        guard let text = try rawText() else { return nil }
        let clean = CleanText.clean(text)
        noteDroppedMarks(of: text, in: clean)
        return clean
    }

    /// Warns about stacked marks that cleaning dropped. Line ends and controls are not reported.
    mutating func noteDroppedMarks(of text: String, in clean: String) {
        guard clean.utf8.count < text.utf8.count, CleanText.hasTallStack(text) else { return }
        warn(
            .ignoredValue,
            "more than \(CleanText.maxMarks) combining marks on one character were removed")
    }

    /// Reads a text unchanged, because offsets of entities refer to the text as sent.
    mutating func rawText() throws(ConversationError) -> String? {
        guard let text = try string([.string]) else { return nil }
        let count = text.utf8.count
        guard count > limits.messageCharacters else { return text }
        let characters = text.unicodeScalars.count
        guard characters > limits.messageCharacters else { return text }
        try reject(
            .tooLong(
                actual: characters, limit: limits.messageCharacters, setting: .messageCharacters))
        return nil
    }

    /// Reads a name or label: cleaned, on one line, and nil if empty.
    mutating func line() throws(ConversationError) -> String? {
        guard let text = try rawText() else { return nil }
        let line = CleanText.line(text)
        noteDroppedMarks(of: text, in: line)
        return line.isEmpty ? nil : line
    }

    /// Reads a BCP 47 language tag. Other text is ignored with a warning.
    mutating func language() throws(ConversationError) -> String? {
        guard let name = try line() else { return nil }
        if let tag = FieldReader.languageTag(name) { return tag }
        warn(.ignoredValue, "\(FieldReader.quoted(name)) is not a valid language tag (BCP 47)")
        return nil
    }

    /// Returns a tag with hyphens, which may be written with ICU's underscores; nil if the name is
    /// not a valid tag.
    static func languageTag(_ name: String) -> String? {
        let subtags = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        let isTag = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count)
                && subtag.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
        }
        guard isTag, subtags.count <= 8, subtags[0].utf8.count > 1,
            subtags[0].utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
        else { return nil }
        return subtags.joined(separator: "-")
    }

    /// Reads an ID or a name. Many exports write them as numbers.
    mutating func identifier() throws(ConversationError) -> String? {
        switch try peek() {
        case .number: return try number()?.text
        case .string, .null, .bool, .array, .object: return try line()
        }
    }

    mutating func choice<Choice>(
        _ type: Choice.Type = Choice.self, ignoring ignored: Set<String> = []
    ) throws(ConversationError) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        guard let word = try string([.string]), !ignored.contains(word) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        if let choice = Choice(rawValue: word.lowercased()) { return choice }
        try reject(
            .notAllowed(
                value: FieldReader.excerpt(word), allowed: Choice.allCases.map(\.rawValue)))
        return nil
    }

    /// Reads a list of names. A single name needs no brackets.
    mutating func lines() throws(ConversationError) -> [String] {
        guard try peek() == .array else { return try identifier().map { [$0] } ?? [] }
        var lines: [String] = []
        guard try beginArray() else { return [] }
        while try nextElement() {
            guard lines.count < limits.participants else {
                throw .tooMany(.participants, limit: limits.participants, pointer: pointer)
            }
            if let line = try identifier() { lines.append(line) }
        }
        return lines
    }

    /// Reads a string. Any other value except `null` is a fault that states the expected kinds.
    mutating func string(_ expected: [JSONKind]) throws(ConversationError) -> String? {
        do throws(JSONError) {
            if let text = try json.string() { return text }
        } catch { throw .json(error) }
        if try !isNull() { try rejectType(expected) }
        return nil
    }
}

extension FieldReader {
    /// Reads an instant in any accepted format.
    mutating func moment() throws(ConversationError) -> Moment? {
        if try peek() == .number {
            guard let number = try number() else { return nil }
            if let time = TimeText(unix: number) { return clock.moment(time) }
            try reject(
                .outOfRange(
                    value: FieldReader.excerpt(number.text), lower: TimeText.range.lowerBound,
                    upper: TimeText.range.upperBound))
            return nil
        }
        guard let text = try string([.string, .number]), !text.isEmpty else { return nil }
        if let time = TimeText(text) { return clock.moment(time) }
        try reject(.malformedTime(FieldReader.excerpt(text)))
        return nil
    }
}
