extension Redactor {
    /// Names the messages whose IDs were removed by their numbers.
    func replaceIDs(of messages: inout [Message]) {
        var taken = TakenIDs(messages.lazy.compactMap(\.id))
        for index in messages.indices where messages[index].id == "" {
            let stem = hidden.contains(index) ? "redacted" : "message"
            messages[index].id = taken.free("\(stem)-\(messages[index].number)")
        }
    }

    /// Names the participants whose IDs were removed by their places. Messages may refer to a
    /// participant by name, so a new ID also differs from all names.
    func replaceIDs(of participants: inout [Participant]) {
        var taken = TakenIDs(participants.lazy.flatMap { [$0.id, $0.name] })
        for index in participants.indices where participants[index].id.isEmpty {
            let isBar = rules.participants[index].map(rules.isBar) ?? false
            participants[index].id = taken.free(
                "\(isBar ? "redacted" : "participant")-\(index + 1)")
        }
    }
}

/// The IDs that the rest of a conversation uses. They contain nothing redacted, so new IDs do not
/// depend on redacted ones.
private struct TakenIDs {
    private var ids: Set<String>

    private static let stems = ["message-", "participant-", "redacted-"]

    /// Stores only IDs that a new one may equal, because there may be millions of others.
    init(_ ids: some Sequence<String>) {
        self.ids = Set(ids.lazy.filter { id in Self.stems.contains(where: id.hasPrefix) })
    }

    /// Returns an ID, numbered if it is taken, and takes it.
    mutating func free(_ id: String) -> String {
        var (free, count) = (id, 1)
        while !ids.insert(free).inserted {
            count += 1
            free = "\(id)-\(count)"
        }
        return free
    }
}
