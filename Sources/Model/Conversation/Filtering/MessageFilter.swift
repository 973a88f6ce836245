/// Selects the messages to show, and counts the messages that each criterion omits.
final class MessageFilter {
    private let filter: Options.Filter
    private let steps: SearchSteps
    private let wanted: MessageCriteria
    private let excluded: MessageCriteria
    private(set) var counts: [FilterCount] = []
    /// In source order.
    private(set) var omissions: [Omission] = []
    private var time: Moment?
    /// Whether replies may quote a message, by number. Many replies may quote the same message.
    private var quotable: [Int: Bool] = [:]

    /// - Parameter original: the conversation with the names that the filter refers to.
    init(
        _ filter: Options.Filter, in original: Conversation, _ steps: SearchSteps
    ) throws(ConversationError) {
        self.filter = filter
        self.steps = steps
        let pointer = "/options/filter"
        wanted = try MessageCriteria(filter.wanted, at: pointer, in: original)
        excluded = try MessageCriteria(filter.excluded, at: pointer + "/exclude", in: original)
        var criteria: [String] = []
        if filter.after != nil { criteria.append("after") }
        if filter.before != nil { criteria.append("before") }
        criteria += wanted.present.map(\.rawValue)
        criteria += excluded.present.map { "exclude/" + $0.rawValue }
        if filter.limit != nil { criteria.append("limit") }
        counts = criteria.map { FilterCount(pointer: pointer + "/" + $0) }
    }

    /// In display order.
    func places(
        in conversation: Conversation, order: Options.Order
    ) throws(ConversationError) -> [Int] {
        steps.pointer = "/options/filter"
        var places: [Int] = []
        for (index, message) in conversation.messages.enumerated() {
            try steps.take(16)
            if let criterion = try criterion(against: message) {
                counts[criterion].leftOut += 1
                note(message.number, criterion)
            } else {
                places.append(index)
            }
        }
        switch order {
        case .asc: break
        case .desc: places.reverse()
        }
        guard let limit = filter.limit, limit < places.count else { return places }
        counts[counts.count - 1].leftOut = places.count - limit
        for place in places.dropFirst(limit).sorted() {
            note(conversation.messages[place].number, counts.count - 1)
        }
        omissions.sort { $0.numbers.lowerBound < $1.numbers.lowerBound }
        return Array(places.prefix(limit))
    }

    /// Excluded words are not shown anywhere, not even in quotations.
    func mayQuote(_ message: Message) throws(ConversationError) -> Bool {
        if let known = quotable[message.number] { return known }
        var mayQuote = true
        for criterion in excluded.present where mayQuote {
            mayQuote = try !excluded.meets(criterion, message, counting: steps)
        }
        quotable[message.number] = mayQuote
        return mayQuote
    }

    /// Records an omitted number. Consecutive numbers with the same criterion form one omission.
    private func note(_ number: Int, _ criterion: Int) {
        let pointer = counts[criterion].pointer
        if let last = omissions.last, last.pointer == pointer, last.numbers.upperBound == number - 1
        {
            omissions[omissions.count - 1].numbers = last.numbers.lowerBound...number
        } else {
            omissions.append(Omission(pointer: pointer, numbers: number...number))
        }
    }

    /// The first criterion that omits the message.
    private func criterion(against message: Message) throws(ConversationError) -> Int? {
        // A message without a time has its predecessor's time.
        time = message.at ?? time
        var place = 0
        if let after = filter.after {
            if time.map({ $0 < after }) ?? true { return place }
            place += 1
        }
        if let before = filter.before {
            if time.map({ $0 >= before }) ?? false { return place }
            place += 1
        }
        for criterion in wanted.present {
            if try !wanted.meets(criterion, message, counting: steps) { return place }
            place += 1
        }
        for criterion in excluded.present {
            if try excluded.meets(criterion, message, counting: steps) { return place }
            place += 1
        }
        return nil
    }
}

/// The number of messages that one criterion omitted, not counting those omitted by earlier
/// criteria.
package struct FilterCount: Sendable, Equatable {
    /// The criterion, as a JSON Pointer into the request.
    package let pointer: String
    package internal(set) var leftOut = 0

    package init(pointer: String, leftOut: Int = 0) {
        self.pointer = pointer
        self.leftOut = leftOut
    }
}

/// Consecutive messages omitted by the same criterion.
package struct Omission: Sendable, Equatable {
    package let pointer: String
    package internal(set) var numbers: ClosedRange<Int>
}

/// The criteria of a search, prepared for matching messages.
struct MessageCriteria {
    /// The cheapest first.
    enum Criterion: String, CaseIterable {
        case from, kinds, has
        case onlyIn = "only_in"
        case text, regex
    }

    /// The criteria in use.
    let present: [Criterion]
    private let senders: Set<ParticipantIndex>
    private let kinds: Set<String>
    private let has: [ContentKind]
    private let sources: Set<String>
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
            case .onlyIn: !criteria.onlyIn.isEmpty
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
        var known: [String: String] = [:]
        if !criteria.onlyIn.isEmpty {
            for source in conversation.sources {
                if let name = source.name, known[name] == nil { known[name] = source.id }
            }
            for source in conversation.sources { known[source.id] = source.id }
        }
        var sources: Set<String> = []
        for (index, name) in criteria.onlyIn.enumerated() {
            guard let id = known[name] else {
                throw .unknownTarget(
                    name, at: pointer + "/only_in/\(index)",
                    allowed: conversation.sources.map(\.id))
            }
            sources.insert(id)
        }
        self.sources = sources
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
        _ criterion: Criterion, _ message: Message, counting steps: SearchSteps
    ) throws(ConversationError) -> Bool {
        switch criterion {
        case .from: return message.from.map(senders.contains) ?? false
        case .kinds: return kinds.contains(message.kind.name)
        case .has: return has.contains(where: message.contents.contains)
        case .onlyIn:
            guard message.hasDetails else { return false }
            let sources = message.details.sources
            return sources.count == 1 && self.sources.contains(sources[0])
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
