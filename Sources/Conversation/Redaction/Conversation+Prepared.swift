import Markup

extension Conversation {
    /// The conversation as the options want it shown: numbered, redacted, filtered, ordered.
    ///
    /// What is redacted is gone from the result: words, names, media bytes, quotes in other messages.
    package func prepared(
        for options: Options, whileTrue goesOn: () -> Bool = { true }
    ) throws(ConversationError) -> Conversation {
        var conversation = self
        for index in conversation.messages.indices {
            conversation.messages[index].number = index + 1
        }
        let isMarked = messages.contains { $0.hasDetails && $0.details.isRedacted }
        if isMarked || !options.redactions.isEmpty {
            var redactor = try Redactor(options.redactions, in: conversation)
            try redactor.redact(&conversation, whileTrue: goesOn)
        }
        let kept = conversation.places(
            for: options, senders: try senders(named: options.filter.from))
        if kept.count < messages.count || options.order == .desc {
            conversation.keep(kept)
        }
        return conversation
    }

    /// Everyone who is named; nil where nobody is.
    private func senders(
        named names: [String]
    ) throws(ConversationError) -> Set<ParticipantIndex>? {
        var senders: Set<ParticipantIndex> = []
        for (index, name) in names.enumerated() {
            let found = participants(named: name)
            guard !found.isEmpty else {
                throw .unknownTarget(
                    name, at: "/options/filter/from/\(index)", allowed: participants.map(\.id))
            }
            senders.formUnion(found)
        }
        return names.isEmpty ? nil : senders
    }

    /// The places of the messages to show, in the order to show them.
    private func places(for options: Options, senders: Set<ParticipantIndex>?) -> [Int] {
        let filter = options.filter
        var time: Moment?
        var places: [Int] = []
        for (index, message) in messages.enumerated() {
            // A message without a time belongs to the one before it.
            time = message.at ?? time
            if let after = filter.after, time.map({ $0 < after }) ?? true { continue }
            if let before = filter.before, time.map({ $0 >= before }) ?? false { continue }
            if let senders, message.from.map(senders.contains) != true { continue }
            places.append(index)
        }
        switch options.order {
        case .asc: break
        case .desc: places.reverse()
        }
        return filter.limit.map { Array(places.prefix($0)) } ?? places
    }

    /// Everyone who has that id, name or handle.
    func participants(named key: String) -> [ParticipantIndex] {
        if let index = participants.firstIndex(where: { $0.id == key }) { return [index] }
        return participants.indices.filter {
            participants[$0].name == key || participants[$0].handle == key
        }
    }

    /// Keeps some messages. Replies find their messages where these now stand, or take along what they
    /// quote.
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
