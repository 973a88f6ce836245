import JSON

extension ConversationDecoder {
    /// Reads a field about a message's relations to others or its later changes.
    mutating func readRelation(
        _ key: String, _ details: inout MessageDetails
    ) throws(ConversationError) -> Bool {
        switch key {
        case "reply_to": details.replyTo = try fields.reply()
        case "thread": details.thread = try fields.thread()
        case "forwarded": details.forwarded = try fields.forwarded()
        case "reactions": details.reactions = try readReactions()
        case "edited": details.edited = try fields.edited()
        case "deleted": details.deleted = try fields.deleted()
        case "delivered_at": details.deliveredAt = try fields.moment()
        case "read_at": details.readAt = try fields.moment()
        case "service": details.service = try fields.choice()
        default: return false
        }
        return true
    }

    /// Replaces IDs by names, and finds quoted messages. Both require all messages.
    mutating func resolveNames() {
        var places: [String: Int]?
        for index in conversation.messages.indices where conversation.messages[index].hasDetails {
            var details = conversation.messages[index].details
            if let id = details.replyTo?.id {
                let known = places ?? conversation.placesByID()
                places = known
                details.replyTo?.index = known[id]
            }
            if let root = details.thread?.root {
                let known = places ?? conversation.placesByID()
                places = known
                // A message that names itself is the head of its thread.
                if known[root] == index { details.thread?.root = nil }
                details.thread?.index = known[root] == index ? nil : known[root]
            }
            resolve(&details)
            conversation.messages[index].details = details
        }
    }

    private func resolve(_ details: inout MessageDetails) {
        if let me = conversation.me {
            for index in details.reactions.indices
            where details.reactions[index].by.contains(where: {
                participantTable.index(of: $0) == me
            }) {
                details.reactions[index].isMine = true
            }
        }
        details.mapNames { participantTable.name(of: $0) }
    }
}

extension Conversation {
    /// Returns the indices of messages by ID. Of duplicate IDs, the first message is used.
    func placesByID() -> [String: Int] {
        var places: [String: Int] = [:]
        for (index, message) in messages.enumerated() {
            if let id = message.id, places[id] == nil { places[id] = index }
        }
        return places
    }
}

extension FieldReader {
    /// Reads a reply: only an ID, or an object.
    mutating func reply() throws(ConversationError) -> Reply? {
        var reply = Reply()
        guard try peek() == .object else {
            reply.id = try identifier()
            return reply.id == nil ? nil : reply
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "id": reply.id = try identifier()
            case "from": reply.from = try identifier()
            case "text": reply.text = try nonEmptyText()
            case "attachment_kind": reply.attachmentKind = try choice()
            default: try unknown(key)
            }
        }
        return reply
    }

    /// Reads `true`, a name, or an object.
    mutating func forwarded() throws(ConversationError) -> Forwarded? {
        var forwarded = Forwarded()
        switch try peek() {
        case .bool: return try flag() ? forwarded : nil
        case .object: break
        case .string, .null, .number, .array:
            forwarded.from = try identifier()
            return forwarded.from == nil ? nil : forwarded
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "from": forwarded.from = try identifier()
            case "at": forwarded.at = try moment()
            default: try unknown(key)
            }
        }
        return forwarded
    }

    /// Reads `true`, a time, or an object.
    mutating func edited() throws(ConversationError) -> Edited? {
        var edited = Edited()
        switch try peek() {
        case .bool: return try flag() ? edited : nil
        case .object: break
        case .string, .null, .number, .array:
            edited.at = try moment()
            return edited.at == nil ? nil : edited
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "at": edited.at = try moment()
            case "history":
                guard try beginArray() else { continue }
                while try nextElement() {
                    if let version = try version() { edited.history.append(version) }
                }
            default: try unknown(key)
            }
        }
        return edited
    }

    private mutating func version() throws(ConversationError) -> Edited.Version? {
        guard try peek() == .object else {
            return try text().map { Edited.Version(at: nil, text: $0) }
        }
        guard try beginObject() else { return nil }
        var version = Edited.Version(at: nil, text: "")
        while let key = try nextKey() {
            switch key {
            case "at": version.at = try moment()
            case "text": version.text = try text() ?? ""
            default: try unknown(key)
            }
        }
        return version
    }

    /// Reads `true`, a time, or an object.
    mutating func deleted() throws(ConversationError) -> Deleted? {
        var deleted = Deleted()
        switch try peek() {
        case .bool: return try flag() ? deleted : nil
        case .object: break
        case .string, .null, .number, .array:
            deleted.at = try moment()
            return deleted.at == nil ? nil : deleted
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "at": deleted.at = try moment()
            case "by": deleted.by = try identifier()
            case "reason": deleted.reason = try line()
            default: try unknown(key)
            }
        }
        return deleted
    }
}
