import JSON
import Markup

extension ConversationDecoder {
    /// Reads one message: an object, or a string. Strings alternate between the sides, beginning
    /// with the other's.
    mutating func readMessage() throws(ConversationError) {
        var draft = MessageDraft()
        switch try fields.peek() {
        case .string:
            draft.text = try fields.rawText()
            draft.isMine = sides.strings % 2 == 1
            sides.strings += 1
            draft.message.from = try sender(of: draft)
        case .object:
            try readMembers(of: &draft)
            draft.message.from = try sender(of: draft)
        case .null, .bool, .number, .array:
            return try fields.rejectType([.object, .string])
        }
        if draft.roleName != nil, draft.role == nil {
            fields.warn(
                .ignoredValue, "\"name\" applies only with \"role\"; \"from\" is the sender")
        }
        draft.message.kind = draft.kind
        if draft.holdsNothing {
            fields.warn(.emptyMessage, "the message has neither text nor attachments")
        }
        if !draft.parts.isEmpty {
            draft.message.attachments = draft.parts + draft.message.attachments
        }
        draft.message.body = try body(of: &draft)
        if draft.hasDetails { draft.message.details = draft.details }
        appendThoughts(of: draft)
        let onlyThought =
            !draft.thoughts.isEmpty && !draft.message.hasBody
            && draft.message.attachments.isEmpty && !draft.hasDetails
        if !onlyThought { conversation.messages.append(draft.message) }
    }

    /// Adds the model's thoughts as a note before its answer.
    private mutating func appendThoughts(of draft: MessageDraft) {
        guard !draft.thoughts.isEmpty else { return }
        var note = Message()
        note.kind = .note
        note.at = draft.message.at
        note.body = PlainText.blocks(CleanText.clean(draft.thoughts.joined(separator: "\n\n")))
        conversation.messages.append(note)
    }

    private mutating func readMembers(of draft: inout MessageDraft) throws(ConversationError) {
        guard try fields.beginObject() else { return }
        while let key = try fields.nextKey() {
            if try readEnvelope(key, &draft) { continue }
            if try readText(key, &draft) { continue }
            if try readState(key, &draft) { continue }
            draft.hasDetails = true
            if try readContent(key, &draft.details) { continue }
            if try readRelation(key, &draft.details) { continue }
            try fields.unknown(key)
        }
        if draft.kindKey == nil { inferKind(of: &draft) }
    }

    private func inferKind(of draft: inout MessageDraft) {
        if draft.hasDetails, draft.details.system != nil {
            draft.kind = .system
        } else if draft.hasDetails, draft.details.call != nil {
            draft.kind = .call
        } else if draft.hasDetails, draft.details.unread != nil {
            draft.kind = .unread
        } else if draft.role == .system || draft.role == .developer || draft.role == .tool {
            draft.kind = .note
        } else if draft.text == nil, !draft.calls.isEmpty {
            // A message with only tool calls says nothing to the user. A message with pictures is
            // no note, because a note has none.
            draft.kind = draft.parts.isEmpty ? .note : .message
        }
    }

    /// Returns whether to read a member that has several names. The proper name takes precedence,
    /// and a second name produces a warning.
    private mutating func takes(
        _ key: String, _ taken: inout String?, proper: String
    ) throws(ConversationError) -> Bool {
        if let taken, taken != key {
            fields.warn(
                .ignoredValue, "\(taken) and \(key) mean the same; \(proper) takes precedence")
            guard key == proper else {
                try fields.skip()
                return false
            }
        }
        taken = key
        return true
    }

    /// Reads a field about the sender, time or kind of a message.
    private mutating func readEnvelope(
        _ key: String, _ draft: inout MessageDraft
    ) throws(ConversationError) -> Bool {
        switch key {
        case "id": draft.message.id = try fields.identifier()
        case "from", "sender", "author":
            if try takes(key, &draft.fromKey, proper: "from") {
                draft.from = try readSender(&draft)
            }
        case "at", "time", "timestamp", "date":
            if try takes(key, &draft.atKey, proper: "at") {
                draft.message.at = try fields.moment()
            }
        case "role": draft.role = try fields.line().map(MessageDraft.Role.init)
        case "name": draft.roleName = try fields.line()
        case "is_me", "from_me": draft.isMine = try fields.bool()
        case "kind", "type":
            if try takes(key, &draft.kindKey, proper: "kind") {
                try readKind(&draft)
            }
        default: return false
        }
        return true
    }

    /// Reads a sender: an ID or a name, or an object that describes the participant.
    private mutating func readSender(
        _ draft: inout MessageDraft
    ) throws(ConversationError) -> String? {
        guard try fields.peek() == .object else { return try fields.identifier() }
        var isMe = false
        guard let participant = try readParticipantObject(isMe: &isMe) else { return nil }
        if isMe { draft.isMine = true }
        if participantTable.index(of: participant.id) == nil { participantTable.add(participant) }
        return participant.id
    }

    private mutating func readKind(_ draft: inout MessageDraft) throws(ConversationError) {
        guard let word = try fields.line() else {
            draft.kindKey = nil
            return
        }
        switch word {
        case "message", "text": draft.kind = .message
        case "system": draft.kind = .system
        case "call": draft.kind = .call
        case "note": draft.kind = .note
        case "typing": draft.kind = .typing
        case "unread": draft.kind = .unread
        default:
            draft.kind = .unknown(word)
            fields.warn(.unknownKind, "the kind \(FieldReader.quoted(word)) is unknown")
        }
    }

    /// Reads a field for the text or its markup.
    private mutating func readText(
        _ key: String, _ draft: inout MessageDraft
    ) throws(ConversationError) -> Bool {
        switch key {
        case "parts" where draft.role != nil || draft.textKey == nil: try readMessageParts(&draft)
        case "content" where draft.textKey == "parts": try fields.skip()
        case "text", "content", "body":
            if try takes(key, &draft.textKey, proper: "text") {
                if try fields.peek() == .array {
                    try readParts(&draft)
                } else {
                    draft.text = try fields.rawText()
                }
                // With `"content": null` beside tool calls, another member may still provide the
                // text.
                if draft.text == nil { draft.textKey = nil }
            }
        case "format": draft.format = try fields.choice()
        case "entities":
            draft.marks = try fields.marks()
        case "lang": draft.message.language = try fields.language()
        case "dir": draft.message.direction = try fields.choice() ?? .auto
        case "attachments": try readAttachments(&draft.message)
        case "tool_calls", "function_call": try readToolCalls(&draft)
        case "tool_call_id", "refusal", "audio", "annotations", "function":
            // Members of chat-completion formats that are meant for programs.
            try fields.skip()
        default: return false
        }
        return true
    }

    private mutating func readState(
        _ key: String, _ draft: inout MessageDraft
    ) throws(ConversationError) -> Bool {
        switch key {
        case "status": draft.message.status = try fields.choice()
        case "pinned", "starred":
            guard try fields.flag() else { return true }
            draft.hasDetails = true
            if key == "pinned" {
                draft.details.isPinned = true
            } else {
                draft.details.isStarred = true
            }
        case "redacted":
            guard let redacted = try fields.redacted() else { return true }
            draft.hasDetails = true
            draft.details.redacted = redacted
        default: return false
        }
        return true
    }
}
