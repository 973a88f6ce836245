import Basics
import Model

extension ConversationBuilder {
    /// Settles everything that the importer left open and returns the conversation with its
    /// warnings.
    mutating func finish() throws(ImportError) -> (Conversation, [Warning]) {
        endEntry()
        if let onlyFile { try confirmChoice(of: onlyFile) }
        guard !conversation.messages.isEmpty else { throw .noMessages(importer: importer) }
        try settleFiles()
        if needsSorting { sort() }
        if hasDetails { linkReplies() }
        settleMe()
        if !isKindKnown, conversation.kind == .direct, senders.count > 2 {
            conversation.kind = .group
        }
        if hasDetails { markOwn() }
        if hasCalls { turnCalls() }
        if !conversation.media.isEmpty { pointAtMedia() }
        warn(.missingMedia, missingFiles, "attachment", "missing from the export")
        for package in missingDecoders.sorted() {
            warn(.missingMedia, "videos are shown without a picture: \(package) is not installed")
        }
        warnOfGaps()
        conversation.numberMessages()
        budget.release(conversation.messages.count * Message.place)
        return (conversation, warnings)
    }

    /// Sorts messages by time, and by position at equal times. A message without a time stays after
    /// its predecessor.
    private mutating func sort() {
        guard !isSorted else { return }
        var keys: [(Int64, Int)] = []
        keys.reserveCapacity(conversation.messages.count)
        var last = Int64.min
        for (index, message) in conversation.messages.enumerated() {
            last = message.at?.milliseconds ?? last
            keys.append((last, index))
        }
        keys.sort { $0 < $1 }
        conversation.messages = keys.map { conversation.messages[$0.1] }
    }

    /// Most exports are sorted. This check saves a second array of up to a million messages.
    private var isSorted: Bool {
        var last = Int64.min
        for message in conversation.messages {
            let time = message.at?.milliseconds ?? last
            guard time >= last else { return false }
            last = time
        }
        return true
    }

    /// Resolves the IDs of quoted messages and thread heads to messages, and the keys of their
    /// senders to names.
    private mutating func linkReplies() {
        let messages = conversation.messages
        var wanted: Set<String> = []
        for message in messages where message.hasDetails {
            for id in [message.details.replyTo?.id, message.details.thread?.root] {
                if let id { wanted.insert(aliases[id] ?? id) }
            }
        }
        var places: [String: Int] = [:]
        for (index, message) in messages.enumerated() {
            if let id = message.id, wanted.contains(id), places[id] == nil { places[id] = index }
        }
        func place(_ id: String?) -> Int? { id.flatMap { places[aliases[$0] ?? $0] } }
        for (index, message) in messages.enumerated() where message.hasDetails {
            var details = message.details
            let head = place(details.thread?.root)
            details.thread?.index = head
            if var reply = details.replyTo {
                reply.index = place(reply.id)
                // A message is known by its first ID only.
                if let place = reply.index { reply.id = messages[place].id }
                // The thread already shows that a message answers the head.
                let isSaid = head != nil && reply.index == head
                details.replyTo = isSaid ? nil : named(reply)
            }
            if details != message.details { conversation.messages[index].details = details }
        }
    }

    private func named(_ reply: Reply) -> Reply {
        var reply = reply
        if reply.index == nil, reply.text == nil, reply.attachmentKind == nil {
            reply.text = "a message that is not in the export"
        }
        if let from = reply.from, let writer = known(from) {
            reply.from = conversation.participants[writer].name
        }
        return reply
    }

    private mutating func settleMe() {
        if let wanted = options.me {
            if let index = participantNamed(wanted) {
                return setMe(index)
            }
            // The export calls "me" only "Me" or "You": the caller's name replaces this.
            if isMeKnown, let me = conversation.me,
                Self.namelessMe.contains(conversation.participants[me].name)
            {
                conversation.participants[me].name = CleanText.line(wanted)
                return
            }
            let names = conversation.participants.map(\.name).filter { !$0.isEmpty }
            let others = names.count > 8 ? ", …" : ""
            warn(
                .guessedSides,
                "no participant of the export is named \"\(wanted)\"; the participants are "
                    + names.prefix(8).joined(separator: ", ") + others)
        }
        guard !isMeKnown else { return }
        if let (index, reason) = suggestion {
            take(index, because: reason)
        } else if senders.count == 2 {
            let first = conversation.messages.first { $0.kind != .system && $0.from != nil }?.from
            let second = senders[0] == first ? senders[1] : senders[0]
            take(second, because: "the second of two senders; set `me` to change it")
        } else if senders.count > 2 {
            warn(
                .guessedSides,
                "the export does not state who `me` is; set `me`")
        }
    }

    private static let namelessMe: Set<String> = ["Me", "You"]

    private mutating func take(_ index: ParticipantIndex, because reason: String) {
        setMe(index)
        let name = conversation.participants[index].name
        warn(.guessedSides, "`me` is assumed to be \(name): \(reason)")
    }

    private func participantNamed(_ wanted: String) -> ParticipantIndex? {
        let people = conversation.participants
        if let index = people.firstIndex(where: { $0.id == wanted }) { return index }
        if let index = people.firstIndex(where: { $0.name == wanted }) { return index }
        func bare(_ name: String) -> String {
            (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
        }
        let lower = bare(wanted)
        return people.firstIndex { bare($0.name) == lower || $0.handle.map(bare) == lower }
    }

    /// Sets the direction of calls without one: outgoing from "me", incoming from others.
    private mutating func turnCalls() {
        guard let me = conversation.me else { return }
        for (index, message) in conversation.messages.enumerated() {
            guard message.kind == .call, let from = message.from else { continue }
            guard message.details.call?.direction == nil else { continue }
            conversation.messages[index].details.call?.direction = from == me ? .out : .in
        }
    }

    private mutating func markOwn() {
        guard let me = conversation.me else { return }
        let name = conversation.participants[me].name
        for index in conversation.messages.indices where conversation.messages[index].hasDetails {
            var details = conversation.messages[index].details
            guard !details.reactions.isEmpty || details.poll != nil else { continue }
            details.markOwn { $0 == name }
            conversation.messages[index].details = details
        }
    }

    private mutating func pointAtMedia() {
        for (index, message) in conversation.messages.enumerated() {
            for (place, attachment) in message.attachments.enumerated() {
                guard let media = attachment.media, conversation.media[media].pointer.isEmpty
                else { continue }
                conversation.media[media].pointer = "/messages/\(index)/attachments/\(place)"
            }
        }
        for (index, person) in conversation.participants.enumerated() {
            guard let media = person.avatar else { continue }
            conversation.media[media].pointer = "/participants/\(index)/avatar"
        }
        for (index, emoji) in conversation.emoji.enumerated() {
            conversation.media[emoji.media].pointer = "/emoji/\(index)/src"
        }
    }
}
