import Basics

extension ConversationDecoder {
    mutating func readParticipants() {
        participantTable = ParticipantTable()
        sides.declared = nil
        guard fields.beginArray() else { return }
        while fields.nextElement() {
            guard participantTable.participants.count < fields.limits.participants else {
                return fields.stop(
                    .tooMany(
                        .participants, limit: fields.limits.participants, pointer: fields.pointer))
            }
            readParticipant()
        }
    }

    private mutating func readParticipant() {
        guard fields.peek() == .object else {
            if let name = fields.identifier() {
                participantTable.declare(Participant(id: name, name: name))
            }
            return
        }
        var isMe = false
        guard let participant = fields.participant(isMe: &isMe) else { return }
        participantTable.declare(participant)
        if isMe, sides.declared == nil { sides.declared = participantTable.participants.count - 1 }
    }

    /// `[{"name": "parrot", "src": …}]`
    mutating func readEmoji() {
        conversation.emoji = fields.elements { fields in
            var draft = CustomEmojiDraft()
            guard fields.object(into: &draft) else { return nil }
            guard let name = draft.name, !name.isEmpty else {
                return fields.reject(missing: "name")
            }
            return draft.media.map { CustomEmoji(name: name, media: $0) }
        }
    }
}

extension FieldReader {
    /// Nil, with a fault, if there is no name at all.
    mutating func participant(isMe: inout Bool) -> Participant? {
        var draft = ParticipantDraft()
        guard object(into: &draft) else { return nil }
        isMe = draft.isMe
        if let participant = draft.finished { return participant }
        return reject(missing: "name")
    }

    /// Reads `#rgb` or `#rrggbb` as 0xRRGGBB.
    mutating func color() -> UInt32? {
        guard let text = string([.string]) else { return nil }
        let digits = text.dropFirst()
        if text.hasPrefix("#"), digits.utf8.count == 3 || digits.utf8.count == 6,
            digits.utf8.allSatisfy(ASCII.isHexDigit),
            let value = UInt32(digits, radix: 16)
        {
            guard digits.utf8.count == 3 else { return value }
            return (value >> 8) * 0x110000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11
        }
        return reject(.malformedColor(FieldReader.excerpt(text)))
    }
}
