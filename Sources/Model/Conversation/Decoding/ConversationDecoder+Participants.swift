import Basics

extension ConversationDecoder {
    mutating func readParticipants() throws(ConversationError) {
        participantTable = ParticipantTable()
        sides.declared = nil
        guard try fields.beginArray() else { return }
        while try fields.nextElement() {
            guard participantTable.participants.count < fields.limits.participants else {
                throw .tooMany(
                    .participants, limit: fields.limits.participants, pointer: fields.pointer)
            }
            try readParticipant()
        }
    }

    /// Reads one participant of the list: an object, or only a name.
    private mutating func readParticipant() throws(ConversationError) {
        guard try fields.peek() == .object else {
            if let name = try fields.identifier() {
                participantTable.declare(Participant(id: name, name: name))
            }
            return
        }
        var isMe = false
        guard let participant = try fields.participant(isMe: &isMe) else { return }
        participantTable.declare(participant)
        if isMe, sides.declared == nil { sides.declared = participantTable.participants.count - 1 }
    }

    /// Reads the pictures of custom emoji: `[{"name": "parrot", "src": …}]`.
    mutating func readEmoji() throws(ConversationError) {
        conversation.emoji = []
        guard try fields.beginArray() else { return }
        while try fields.nextElement() {
            var draft = CustomEmojiDraft()
            guard try fields.object(into: &draft) else { continue }
            guard let name = draft.name, !name.isEmpty else {
                let place = fields.pointer + "/name"
                try fields.diagnostics.reject(FieldFault(at: place, .missing))
                continue
            }
            if let media = draft.media {
                conversation.emoji.append(CustomEmoji(name: name, media: media))
            }
        }
    }
}

extension FieldReader {
    /// Returns nil and records a fault if there is no name at all.
    mutating func participant(isMe: inout Bool) throws(ConversationError) -> Participant? {
        var draft = ParticipantDraft()
        guard try object(into: &draft) else { return nil }
        isMe = draft.isMe
        if let participant = draft.finished { return participant }
        try diagnostics.reject(FieldFault(at: pointer + "/name", .missing))
        return nil
    }

    /// Reads `#rgb` or `#rrggbb` as 0xRRGGBB.
    mutating func color() throws(ConversationError) -> UInt32? {
        guard let text = try string([.string]) else { return nil }
        let digits = text.dropFirst()
        if text.hasPrefix("#"), digits.utf8.count == 3 || digits.utf8.count == 6,
            digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }),
            let value = UInt32(digits, radix: 16)
        {
            guard digits.utf8.count == 3 else { return value }
            return (value >> 8) * 0x110000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11
        }
        try reject(.malformedColor(FieldReader.excerpt(text)))
        return nil
    }
}
