import Basics

extension ConversationDecoder {
    /// Replaces IDs by names, and finds quoted messages. Both require all messages.
    mutating func resolveNames() throws(ConversationError) {
        let budget = fields.budget
        var places: [String: Int]?
        for index in budget.checked(conversation.messages.indices)
        where conversation.messages[index].hasDetails {
            var details = conversation.messages[index].details
            if let id = details.replyTo?.id {
                let known = places ?? conversation.placesByID(budget)
                places = known
                details.replyTo?.index = known[id]
            }
            if let root = details.thread?.root {
                let known = places ?? conversation.placesByID(budget)
                places = known
                // A message that names itself is the head of its thread.
                if known[root] == index { details.thread?.root = nil }
                details.thread?.index = known[root] == index ? nil : known[root]
            }
            resolve(&details)
            conversation.messages[index].details = details
        }
        guard budget.mayContinue else { throw .stopped }
    }

    private func resolve(_ details: inout MessageDetails) {
        if let me = conversation.me {
            details.markOwn { participantTable.index(of: $0) == me }
        }
        details.mapNames { participantTable.name(of: $0) }
    }
}

extension Conversation {
    /// Returns the indices of messages by ID. If several messages have the same ID, the first is
    /// used.
    ///
    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    func placesByID(_ budget: WorkBudget = .unlimited) -> [String: Int] {
        var places: [String: Int] = [:]
        for (index, message) in budget.checked(messages.enumerated()) {
            if let id = message.id, places[id] == nil { places[id] = index }
        }
        return places
    }
}
