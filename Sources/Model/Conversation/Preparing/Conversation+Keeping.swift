import Basics

extension Conversation {
    /// Numbers all messages.
    package mutating func numberMessages() {
        // This check avoids a copy: even a loop that changes nothing would copy the messages if
        // they are shared.
        guard messages.indices.contains(where: { messages[$0].number != $0 + 1 }) else { return }
        for index in messages.indices { messages[index].number = index + 1 }
    }

    /// Keeps only some messages. Replies are updated to the new indices, or store the quote of a
    /// message that is removed.
    ///
    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    mutating func keep(_ places: [Int], _ budget: WorkBudget = .unlimited) {
        // A dictionary instead of an array for all messages, because a conversation may be split
        // into thousands of parts.
        var moved: [Int: Int] = [:]
        moved.reserveCapacity(places.count)
        for (index, place) in budget.checked(places.enumerated()) { moved[place] = index }
        let all = messages
        messages = budget.checked(places).map { place in
            var message = all[place]
            guard message.hasDetails else { return message }
            var details = message.details
            if let head = details.thread?.index { details.thread?.index = moved[head] }
            if let quoted = details.replyTo?.index {
                details.replyTo?.index = moved[quoted]
                if moved[quoted] == nil { details.replyTo?.quote(all[quoted], of: participants) }
            }
            message.details = details
            return message
        }
    }
}

extension Reply {
    /// The maximum length of a quote that any theme shows.
    private static let maxQuoteLength = 300

    /// Stores the quote of a message that will not be shown itself.
    fileprivate mutating func quote(_ message: Message, of participants: [Participant]) {
        from = from ?? message.from.map { participants[$0].name }
        if text == nil, let quoted = message.body.first?.plainText, !quoted.isEmpty {
            text = String(quoted.prefix(Reply.maxQuoteLength))
        }
        attachmentKind = attachmentKind ?? message.attachments.first?.kind
    }
}
