import JSON

/// The messages that a caller points at, found: by their numbers, which filters leave as they are.
package struct Excerpt: Sendable, Equatable {
    package var highlighted: Set<Int> = []
    package var dimmed: Set<Int> = []
    /// In the caller's order.
    package var notes: [Int: [Options.Note]] = [:]
    /// Messages in a row that the filter left out, in the order of the source.
    package var omitted: [ClosedRange<Int>] = []

    package init() {}

    package var isEmpty: Bool { highlighted.isEmpty && dimmed.isEmpty && notes.isEmpty }
}

extension Options {
    /// Messages that a caller names, or describes as a filter does.
    package struct Selection: Sendable, Equatable {
        package var keys: [Key] = []
        package var criteria: [Description] = []

        /// An identifier or a number, and its place in the request.
        package struct Key: Sendable, Equatable {
            package let name: String
            let pointer: String
        }

        package struct Description: Sendable, Equatable {
            let criteria: Criteria
            let pointer: String
        }

        package init() {}

        var isEmpty: Bool { keys.isEmpty && criteria.isEmpty }
    }

    /// What a caller remarks on a message.
    package struct Note: Sendable, Equatable {
        package enum Form: String, Sendable, CaseIterable {
            /// Drawn at the message.
            case margin
            /// A comment of a PDF; elsewhere as `margin`.
            case comment
        }

        package let message: Selection.Key
        package var text: String
        package let form: Form
    }
}

extension Excerpt {
    /// - Parameters:
    ///   - conversation: with all messages.
    ///   - original: with the names that criteria name people by.
    init(
        _ options: Options, in conversation: Conversation, original: Conversation,
        _ steps: SearchSteps
    ) throws(ConversationError) {
        guard
            !(options.highlight.isEmpty && options.dim.isEmpty && options.notes.isEmpty)
        else { return }
        let places = MessagePlaces(conversation)
        highlighted = try places.numbers(of: options.highlight, original, steps)
        dimmed = try places.numbers(of: options.dim, original, steps)
        for note in options.notes {
            let number = try places.number(of: note.message)
            notes[number, default: []].append(note)
        }
    }
}

/// Messages by the names that callers give them.
private struct MessagePlaces {
    let conversation: Conversation
    /// Looked up once: a request may name thousands.
    private var places: [String: Int] = [:]

    init(_ conversation: Conversation) {
        self.conversation = conversation
        for (place, message) in conversation.messages.enumerated() {
            if let id = message.id, places[id] == nil { places[id] = place }
        }
    }

    func number(of key: Options.Selection.Key) throws(ConversationError) -> Int {
        if let place = places[key.name] { return conversation.messages[place].number }
        if let number = Int(key.name), conversation.messages.indices.contains(number &- 1) {
            return number
        }
        throw .unknownTarget(key.name, at: key.pointer, allowed: near(key.name))
    }

    private static let mostNear = 20

    /// The identifiers most like a key, or the first ones.
    private func near(_ key: String) -> [String] {
        let ids = conversation.messages.lazy.compactMap(\.id)
        let alike =
            key.count > 2 ? ids.filter { $0.hasPrefix(key.prefix(2)) } : ids.filter { _ in true }
        let found = Array(alike.prefix(Self.mostNear))
        guard found.isEmpty else { return found }
        let first = Array(ids.prefix(Self.mostNear))
        return first.isEmpty ? ["1 to \(conversation.messages.count)"] : first
    }

    func numbers(
        of selection: Options.Selection, _ original: Conversation, _ steps: SearchSteps
    ) throws(ConversationError) -> Set<Int> {
        var numbers: Set<Int> = []
        for key in selection.keys { numbers.insert(try number(of: key)) }
        for description in selection.criteria {
            steps.pointer = description.pointer
            let criteria = try MessageCriteria(
                description.criteria, at: description.pointer, in: original)
            for message in conversation.messages {
                try steps.take(16)
                var isMet = true
                for criterion in criteria.present where isMet {
                    isMet = try criteria.meets(criterion, message, steps)
                }
                if isMet { numbers.insert(message.number) }
            }
        }
        return numbers
    }
}

extension [Omission] {
    /// Numbers in a row, whatever left them out.
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
