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
    /// - Parameters:
    ///   - budget: stops the work when it is exhausted. The caller checks it again.
    ///   - isQuoted: whether to quote a message that is removed.
    mutating func keep<Failure: Error>(
        _ places: [Int], _ budget: WorkBudget = .unlimited,
        isQuoted: (Message) throws(Failure) -> Bool
    ) throws(Failure) {
        // A dictionary instead of an array for all messages, because a conversation may be split
        // into thousands of parts.
        var moved: [Int: Int] = [:]
        moved.reserveCapacity(places.count)
        for (index, place) in budget.checked(places.enumerated()) { moved[place] = index }
        let all = messages
        messages = try budget.checked(places).map { (place) throws(Failure) in
            var message = all[place]
            guard message.hasDetails else { return message }
            var details = message.details
            if let head = details.thread?.index { details.thread?.index = moved[head] }
            if let quoted = details.replyTo?.index {
                details.replyTo?.index = moved[quoted]
                if moved[quoted] == nil {
                    let source = all[quoted]
                    try details.replyTo?.quote(source, of: participants, isQuoted(source))
                }
            }
            message.details = details
            return message
        }
    }
}

extension Reply {
    /// The maximum length of a quote that any theme shows.
    private static let maxQuoteLength = 300

    /// Stores the quote of a message that will not be shown itself, or only its sender.
    fileprivate mutating func quote(
        _ message: Message, of participants: [Participant], _ isQuoted: Bool
    ) {
        from = from ?? message.from.map { participants[$0].name }
        guard isQuoted else {
            (text, attachmentKind) = (nil, nil)
            return
        }
        if text == nil, let quoted = message.body.first?.plainText, !quoted.isEmpty {
            text = String(RedactionMark.beginning(of: quoted, Reply.maxQuoteLength))
        }
        attachmentKind = attachmentKind ?? message.attachments.first?.kind
    }
}
