import Basics

extension ConversationDecoder {
    /// Replaces IDs by names, and finds quoted messages. Both require all messages.
    mutating func resolveNames() throws(ConversationError) {
        let budget = fields.budget
        var places: [String: Int]?
        var lost: (index: Int, id: String)?
        var lostCount = 0
        for index in budget.checked(conversation.messages.indices)
        where conversation.messages[index].hasDetails {
            var details = conversation.messages[index].details
            if let id = details.replyTo?.id {
                let known = places ?? conversation.placesByID(budget)
                places = known
                details.replyTo?.index = known[id]
                if known[id] == nil, details.replyTo?.text == nil {
                    lost = lost ?? (index, id)
                    lostCount += 1
                }
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
        if let lost { warnOfReply(at: lost.index, to: lost.id, others: lostCount - 1) }
    }

    private mutating func warnOfReply(at index: Int, to id: String, others: Int) {
        let ids = conversation.messages.prefix(1_000).compactMap(\.id)
        let meant = NearestName.closest(to: id, in: ids)
        fields.diagnostics.warn(
            Warning(
                .ignoredValue, at: "\(messagesPointer)/\(index)/reply_to",
                "no message has the id \(FieldReader.quoted(id))"
                    + (others > 0 ? ", and \(others) more replies name unknown ids" : "")
                    + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), meant: meant))
    }

    private func resolve(_ details: inout MessageDetails) {
        if let me = conversation.me {
            details.markOwn { participantTable.index(of: $0) == me }
        }
        details.mapNames { participantTable.name(of: $0) }
    }
}

extension Conversation {
    /// If several messages have the same ID, the first is used.
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
