import Basics

/// The messages that a request highlights, dims or annotates, by number. Filters do not change the
/// numbers.
package struct Excerpt: Sendable, Equatable {
    package var highlighted: Set<Int> = []
    package var dimmed: Set<Int> = []
    /// The notes in the caller's order, by message number.
    package var notes: [Int: [Options.Note]] = [:]
    /// The ranges of messages that the filter omitted, in source order.
    package var omitted: [ClosedRange<Int>] = []

    init() {}

    package var isEmpty: Bool { highlighted.isEmpty && dimmed.isEmpty && notes.isEmpty }
}

extension Options {
    struct Selection: Sendable, Equatable {
        var keys: [Key] = []
        var criteria: [Description] = []

        /// A message's ID or number, with its place in the request.
        struct Key: Sendable, Equatable {
            let name: String
            let pointer: String
        }

        struct Description: Sendable, Equatable {
            let criteria: Criteria
            let pointer: String
        }
    }

    package struct Note: Sendable, Equatable {
        package enum Form: String, Sendable, CaseIterable {
            /// Drawn beside the message.
            case margin
            /// A comment in a PDF. Other formats draw it as `margin`.
            case comment
        }

        let message: Selection.Key
        package var text: String
        package let form: Form
    }
}

extension Excerpt {
    /// - Parameters:
    ///   - conversation: all messages after redaction, before filters.
    ///   - original: the conversation before redaction, because criteria use its names.
    init(
        _ options: Options, _ named: NamedMessages, in conversation: Conversation,
        original: Conversation, _ steps: SearchSteps
    ) throws(ConversationError) {
        highlighted = named.highlighted
        dimmed = named.dimmed
        for (number, note) in zip(named.notes, options.notes) {
            notes[number, default: []].append(note)
        }
        try options.highlight.select(
            &highlighted, in: conversation, original: original, counting: steps)
        try options.dim.select(&dimmed, in: conversation, original: original, counting: steps)
    }
}

/// The numbers of the messages that a request names by ID or number, for annotations. They are
/// looked up before redaction, which replaces IDs.
struct NamedMessages {
    private(set) var highlighted: Set<Int> = []
    private(set) var dimmed: Set<Int> = []
    /// The message of each note.
    private(set) var notes: [Int] = []

    init(_ options: Options, in conversation: Conversation) throws(ConversationError) {
        let (highlight, dim) = (options.highlight.keys, options.dim.keys)
        guard !(highlight.isEmpty && dim.isEmpty && options.notes.isEmpty) else { return }
        let places = MessagePlaces(conversation)
        for key in highlight { highlighted.insert(try places.number(of: key)) }
        for key in dim { dimmed.insert(try places.number(of: key)) }
        for note in options.notes { notes.append(try places.number(of: note.message)) }
    }

    private static let maxListed = 20

    /// Warns of annotations of messages that the filter omits. The omitted ranges are in order.
    func warnings(without omitted: [ClosedRange<Int>]) -> [Warning] {
        let fields = [("highlight", highlighted), ("dim", dimmed), ("notes", Set(notes))]
        return fields.compactMap { name, numbers in
            var ranges = omitted[...]
            let lost = numbers.sorted().filter { number in
                while let range = ranges.first, range.upperBound < number { ranges.removeFirst() }
                return ranges.first?.contains(number) ?? false
            }
            guard !lost.isEmpty else { return nil }
            let listed = lost.prefix(Self.maxListed).map { "#\($0)" }.joined(separator: ", ")
            let more = lost.count - Self.maxListed
            return Warning(
                .leftOut, at: "/options/" + name,
                "the filter omits \(listed)" + (more > 0 ? " and \(more) more" : ""))
        }
    }
}

private struct MessagePlaces {
    let conversation: Conversation
    /// The indices by ID. A dictionary, because a request may name thousands.
    private let places: [String: Int]

    init(_ conversation: Conversation) {
        self.conversation = conversation
        places = conversation.placesByID()
    }

    func number(of key: Options.Selection.Key) throws(ConversationError) -> Int {
        if let place = places[key.name] { return conversation.messages[place].number }
        if let number = Int(key.name), conversation.messages.indices.contains(number &- 1) {
            return number
        }
        throw .unknownTarget(key.name, at: key.pointer, allowed: near(key.name))
    }

    private static let maxNearby = 20

    /// The IDs that begin like the key, or otherwise the first IDs; numbers if no message has an
    /// ID.
    private func near(_ key: String) -> [String] {
        let ids = conversation.messages.lazy.compactMap(\.id)
        let alike =
            key.count > 2 ? ids.filter { $0.hasPrefix(key.prefix(2)) } : ids.filter { _ in true }
        let found = Array(alike.prefix(Self.maxNearby))
        guard found.isEmpty else { return found }
        let first = Array(ids.prefix(Self.maxNearby))
        guard first.isEmpty else { return first }
        return conversation.messages.indices.prefix(Self.maxNearby).map { String($0 + 1) }
    }
}

extension Options.Selection {
    fileprivate func select(
        _ numbers: inout Set<Int>, in conversation: Conversation, original: Conversation,
        counting steps: SearchSteps
    ) throws(ConversationError) {
        for description in criteria {
            steps.pointer = description.pointer
            let criteria = try MessageCriteria(
                description.criteria, at: description.pointer, in: original)
            for message in conversation.messages {
                try steps.take(16)
                var isMet = true
                for criterion in criteria.present where isMet {
                    isMet = try criteria.meets(criterion, message, counting: steps)
                }
                if isMet { numbers.insert(message.number) }
            }
        }
    }
}

extension [Omission] {
    /// The ranges of omitted numbers, regardless of the criterion.
    var ranges: [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        for omission in self {
            if let last = ranges.last, last.upperBound + 1 == omission.numbers.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound...omission.numbers.upperBound
            } else {
                ranges.append(omission.numbers)
            }
        }
        return ranges
    }
}
