import Basics

extension ConversationDecoder {
    /// An object, or a string. Strings alternate between the sides, beginning with the other's.
    mutating func readMessage() {
        var draft = MessageDraft()
        switch fields.peek() {
        case .string:
            draft.text = fields.rawText()
            draft.isMine = sides.strings % 2 == 1
            sides.strings += 1
            draft.message.from = sender(of: draft)
        case .object:
            readMembers(of: &draft)
            for participant in draft.described
            where participantTable.index(of: participant.id) == nil {
                participantTable.add(participant)
            }
            draft.message.from = sender(of: draft)
        case .null, .bool, .number, .array:
            return fields.rejectType([.object, .string])
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
        draft.message.body = body(of: &draft)
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

    private mutating func readMembers(of draft: inout MessageDraft) {
        guard fields.beginObject() else { return }
        let known = MessageDraft.fields
        while let key = fields.nextKey() {
            if let read = known.reader(of: key) {
                read(&fields, &draft)
            } else if key == "parts", draft.role != nil || draft.textKey == nil {
                fields.readMessageParts(&draft)
            } else {
                fields.unknown(key, in: MessageDraft.self)
            }
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
}
