/// An export that a joined conversation was made from.
package struct ConversationSource: Sendable, Equatable {
    /// The name that messages use: `a`, `b` and so on.
    package var id: String
    /// The name of the file or folder.
    package var name: String?
    package var format: String?
    /// The digest of the file, or of the conversation read from a folder.
    package var sha256: String?
    package var messages: Int?
    package var first: Moment?
    package var last: Moment?
    /// What was added to its times, in seconds. A clock that was changed meanwhile has several.
    package var offsets: [Int] = []

    package init(id: String) { self.id = id }

    /// `a` to `z`, then `aa`.
    package static func id(_ number: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
        return number < 26 ? letter : id(number / 26 - 1) + letter
    }
}

extension Conversation {
    /// Names the sources by letters only. What refers to no source is dropped.
    mutating func renameSources() {
        guard !sources.isEmpty || messages.contains(where: \.hasDetails) else { return }
        var names: [String: String] = [:]
        for index in sources.indices {
            let name = ConversationSource.id(index)
            if names[sources[index].id] == nil { names[sources[index].id] = name }
            sources[index].id = name
        }
        for index in messages.indices where messages[index].hasDetails {
            var details = messages[index].details
            guard !details.sources.isEmpty || !details.differences.isEmpty else { continue }
            details.sources = details.sources.compactMap { names[$0] }
            details.differences = details.differences.compactMap { difference in
                guard let name = names[difference.source] else { return nil }
                var difference = difference
                difference.source = name
                return difference
            }
            messages[index].details = details
        }
    }
}

/// What one source of a joined conversation says otherwise about a message, or does not say.
package struct Difference: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The source covers the time and lacks the message. It need not have been deleted.
        case absent
        case deleted
        case edited
        case text
        case time
        case order
        /// The source has the message without its file.
        case file
        /// Perhaps the same message as the one after it.
        case unsure
    }

    package var kind: Kind
    package var source: String
    package var text: String?
    package var at: Moment?

    package init(_ kind: Kind, in source: String, text: String? = nil, at time: Moment? = nil) {
        (self.kind, self.source, self.text, at) = (kind, source, text, time)
    }
}
