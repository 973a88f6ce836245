import Basics

extension FieldReader {
    /// Reads a cleaned text, which may have several lines.
    mutating func text() -> String? {
        guard let text = rawText() else { return nil }
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
    mutating func rawText() -> String? {
        guard let text = string([.string]) else { return nil }
        let count = text.utf8.count
        guard count > limits.messageCharacters else { return text }
        let characters = text.unicodeScalars.count
        guard characters > limits.messageCharacters else { return text }
        return reject(
            .tooLong(
                actual: characters, limit: limits.messageCharacters, setting: .messageCharacters))
    }

    /// Reads a name or label: cleaned, on one line, and nil if empty.
    mutating func line() -> String? {
        guard let text = rawText() else { return nil }
        let line = CleanText.line(text)
        noteDroppedMarks(of: text, in: line)
        return line.isEmpty ? nil : line
    }

    /// Reads a BCP 47 language tag. Other text is ignored with a warning.
    mutating func language() -> String? {
        guard let name = line() else { return nil }
        if let tag = FieldReader.languageTag(name) { return tag }
        warn(.ignoredValue, "\(FieldReader.quoted(name)) is not a valid language tag (BCP 47)")
        return nil
    }

    /// With hyphens, for which the name may have ICU's underscores; nil for an invalid tag.
    static func languageTag(_ name: String) -> String? {
        let subtags = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        let isTag = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count)
                && subtag.utf8.allSatisfy(ASCII.isAlphanumeric)
        }
        guard isTag, subtags.count <= 8, subtags[0].utf8.count > 1,
            subtags[0].utf8.allSatisfy(ASCII.isLetter)
        else { return nil }
        return subtags.joined(separator: "-")
    }

    /// Many exports write IDs and names as numbers.
    mutating func identifier() -> String? {
        switch peek() {
        case .number: return number()?.text
        case .string, .null, .bool, .array, .object: return line()
        }
    }

    mutating func choice<Choice>(
        _ type: Choice.Type = Choice.self, ignoring ignored: Set<String> = [],
        suggesting meant: [String: String] = [:]
    ) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        guard let word = string([.string]), !ignored.contains(word) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        if let choice = Choice(rawValue: word.lowercased()) { return choice }
        return reject(
            word, allowed: Choice.allCases.map(\.rawValue),
            meant: meant[word.lowercased()])
    }

    /// A single name needs no brackets.
    mutating func lines() -> [String] {
        guard peek() == .array else { return identifier().map { [$0] } ?? [] }
        var lines: [String] = []
        guard beginArray() else { return [] }
        while nextElement() {
            guard lines.count < limits.participants else {
                stop(.tooMany(.participants, limit: limits.participants, pointer: pointer))
                return lines
            }
            if let line = identifier() { lines.append(line) }
        }
        return lines
    }

    /// Any other value except `null` is a fault that states the expected kinds.
    mutating func string(_ expected: [JSONKind]) -> String? {
        if let text = read({ (json) throws(JSONError) in try json.string() }) { return text }
        if !isNull() { rejectType(expected) }
        return nil
    }
}

extension FieldReader {
    mutating func moment() -> Moment? {
        if peek() == .number {
            guard let number = number() else { return nil }
            if let time = TimeText(unix: number) { return clock.moment(time) }
            return reject(
                .outOfRange(
                    value: FieldReader.excerpt(number.text), lower: TimeText.range.lowerBound,
                    upper: TimeText.range.upperBound))
        }
        guard let text = string([.string, .number]), !text.isEmpty else { return nil }
        if let time = TimeText(text) { return clock.moment(time) }
        return reject(.malformedTime(FieldReader.excerpt(text)))
    }
}
