/// Selects the messages to show, and counts the messages that each criterion omits.
final class MessageFilter {
    private let filter: Options.Filter
    private let steps: SearchSteps
    private let wanted: MessageCriteria
    private let excluded: MessageCriteria
    private(set) var counts: [FilterCount] = []
    /// The omitted ranges in source order.
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

    /// Returns the indices of the messages to show, in display order.
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

    /// Returns whether replies may quote an omitted message: excluded words are not shown anywhere.
    func mayQuote(_ message: Message) throws(ConversationError) -> Bool {
        if let known = quotable[message.number] { return known }
        var mayQuote = true
        for criterion in excluded.present where mayQuote {
            mayQuote = try !excluded.meets(criterion, message, steps)
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

    /// Returns the index of the first criterion that omits a message, or nil.
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
            if try !wanted.meets(criterion, message, steps) { return place }
            place += 1
        }
        for criterion in excluded.present {
            if try excluded.meets(criterion, message, steps) { return place }
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
    /// The criterion, as a JSON Pointer into the request.
    package let pointer: String
    package internal(set) var numbers: ClosedRange<Int>
}
