/// The criteria of a search, prepared for matching messages.
struct MessageCriteria {
    /// The criteria, the cheapest first.
    enum Criterion: String, CaseIterable { case from, kinds, has, text, regex }

    /// The criteria in use.
    let present: [Criterion]
    private let senders: Set<ParticipantIndex>
    private let kinds: Set<String>
    private let has: [ContentKind]
    private let words: NameSearch
    private let patterns: [Pattern]

    init(
        _ criteria: Options.Criteria, at pointer: String, in conversation: Conversation
    ) throws(ConversationError) {
        present = Criterion.allCases.filter { criterion in
            switch criterion {
            case .from: !criteria.from.isEmpty
            case .kinds: !criteria.kinds.isEmpty
            case .has: !criteria.has.isEmpty
            case .text: !criteria.text.isEmpty
            case .regex: !criteria.regex.isEmpty
            }
        }
        var senders: Set<ParticipantIndex> = []
        for (index, name) in criteria.from.enumerated() {
            let found = conversation.participants(named: name)
            guard !found.isEmpty else {
                throw .unknownTarget(
                    name, at: pointer + "/from/\(index)",
                    allowed: conversation.participants.map(\.id))
            }
            senders.formUnion(found)
        }
        self.senders = senders
        kinds = Set(criteria.kinds)
        has = criteria.has
        var words = NameSearch(Folding(), findsParts: true)
        for text in criteria.text {
            guard words.add(text, as: 0) else {
                throw .invalid([
                    FieldFault(at: pointer + "/text", .unsearchable(FieldReader.excerpt(text)))
                ])
            }
        }
        words.finish()
        self.words = words
        patterns = try criteria.regex.map { (source) throws(ConversationError) in
            do throws(Pattern.Fault) { return try Pattern(source) } catch {
                throw .invalid([
                    FieldFault(at: pointer + "/regex", .malformedPattern(source, error))
                ])
            }
        }
    }

    func meets(
        _ criterion: Criterion, _ message: Message, _ steps: SearchSteps
    ) throws(ConversationError) -> Bool {
        switch criterion {
        case .from: return message.from.map(senders.contains) ?? false
        case .kinds: return kinds.contains(message.kind.name)
        case .has: return has.contains(where: message.contents.contains)
        case .text:
            return try message.says { (text) throws(ConversationError) in
                try !words.matches(in: Array(text.unicodeScalars), steps).isEmpty
            }
        case .regex:
            return try message.says { (text) throws(ConversationError) in
                let written = Array(text.unicodeScalars)
                for scalars in [written, VisibleText(written)?.scalars].compactMap(\.self) {
                    let composed = ComposedText(scalars).scalars
                    for pattern in patterns where try pattern.isFound(in: composed, steps) {
                        return true
                    }
                }
                return false
            }
        }
    }
}

extension Message {
    /// Returns whether any text of the message satisfies a condition.
    fileprivate func says(
        _ isWanted: (String) throws(ConversationError) -> Bool
    ) throws(ConversationError) -> Bool {
        var isFound = false
        func look(_ text: String) throws(ConversationError) -> String {
            if !isFound, !text.isEmpty, try isWanted(text) { isFound = true }
            return text
        }
        for block in body {
            _ = try block.mapTexts(
                rich: { (rich) throws(ConversationError) in
                    _ = try look(rich.text)
                    for entity in rich.entities {
                        if case .link(let url) = entity.kind { _ = try look(url) }
                    }
                    return rich
                }, plain: look)
        }
        for var attachment in attachments { try attachment.mapTexts(look) }
        guard !isFound else { return true }
        var copy = self
        try copy.mapAddresses(look)
        guard hasDetails, !isFound else { return isFound }
        var details = self.details
        try details.mapTexts(look)
        return isFound
    }
}
