/// Decides which messages are shown, and counts what each of its criteria leaves out.
final class MessageFilter {
    private let filter: Options.Filter
    private let steps: SearchSteps
    private let wanted: MessageCriteria
    private let excluded: MessageCriteria
    private(set) var counts: [FilterCount] = []
    /// In the order of the source.
    private(set) var omissions: [Omission] = []
    private var time: Moment?

    /// - Parameter original: with the names that the filter names people by.
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

    /// The places of the messages to show, in the order to show them.
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

    /// Numbers in a row that one criterion left out are one omission.
    private func note(_ number: Int, _ criterion: Int) {
        let pointer = counts[criterion].pointer
        if let last = omissions.last, last.pointer == pointer, last.numbers.upperBound == number - 1
        {
            omissions[omissions.count - 1].numbers = last.numbers.lowerBound...number
        } else {
            omissions.append(Omission(pointer: pointer, numbers: number...number))
        }
    }

    /// The first criterion that leaves a message out, by its place among the counts.
    private func criterion(against message: Message) throws(ConversationError) -> Int? {
        // A message without a time belongs to the one before it.
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

/// The number of messages that one criterion of the filter omitted after those before it.
package struct FilterCount: Sendable, Equatable {
    /// The criterion, as a JSON Pointer into the request.
    package let pointer: String
    package internal(set) var leftOut = 0

    package init(pointer: String, leftOut: Int = 0) {
        self.pointer = pointer
        self.leftOut = leftOut
    }
}

/// Messages in a row that one criterion of the filter left out.
package struct Omission: Sendable, Equatable {
    /// The criterion, as a JSON Pointer into the request.
    package let pointer: String
    package internal(set) var numbers: ClosedRange<Int>
}
