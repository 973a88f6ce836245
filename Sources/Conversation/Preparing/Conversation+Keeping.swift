import Markup

extension Conversation {
    /// Gives each message its place.
    package mutating func numberMessages() {
        // Looked at first: even a loop that need not write would copy all where somebody else holds
        // them, too.
        guard messages.indices.contains(where: { messages[$0].number != $0 + 1 }) else { return }
        for index in messages.indices { messages[index].number = index + 1 }
    }

    /// Keeps some messages. Replies find their messages where these now stand, or take along what
    /// they quote.
    mutating func keep(_ places: [Int]) {
        // By place, not for every message: a conversation may be cut into thousands of parts.
        var moved: [Int: Int] = [:]
        moved.reserveCapacity(places.count)
        for (index, place) in places.enumerated() { moved[place] = index }
        let all = messages
        messages = places.map { place in
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
    /// As much of a quoted text as any look shows.
    private static let longestQuote = 300

    /// Takes along what a message says that will not be shown itself.
    fileprivate mutating func quote(_ message: Message, of participants: [Participant]) {
        from = from ?? message.from.map { participants[$0].name }
        if text == nil, let quoted = message.body.first?.plainText, !quoted.isEmpty {
            text = String(quoted.prefix(Reply.longestQuote))
        }
        attachmentKind = attachmentKind ?? message.attachments.first?.kind
    }
}
