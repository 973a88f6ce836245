import JSON
import Markup

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
        guard let participant = try readParticipantObject(isMe: &isMe) else { return }
        participantTable.declare(participant)
        if isMe, sides.declared == nil { sides.declared = participantTable.participants.count - 1 }
    }

    /// Reads a participant. Without any name, returns nil and records a fault.
    mutating func readParticipantObject(
        isMe: inout Bool
    ) throws(ConversationError) -> Participant? {
        guard try fields.beginObject() else { return nil }
        var id: String?
        var name: String?
        var participant = Participant(id: "", name: "")
        while let key = try fields.nextKey() {
            switch key {
            case "id": id = try fields.identifier()
            case "name": name = try fields.rawText().map(CleanText.line) ?? name
            case "display_name", "username":
                let read = try fields.line()
                name = name ?? read
            case "handle": participant.handle = try fields.identifier()
            case "avatar":
                switch try mediaStore.source(from: &fields) {
                case .media(let index): participant.avatar = index
                case .missing, .remote, nil: break
                }
            case "color": participant.color = try fields.color()
            case "role": participant.role = try fields.line()
            case "is_me": isMe = try fields.flag()
            default: try fields.unknown(key)
            }
        }
        // An empty name with an ID is a name to hide.
        if id == nil, name?.isEmpty == true { name = nil }
        guard let key = id ?? name ?? participant.handle else {
            try fields.diagnostics.reject(FieldFault(at: fields.pointer + "/name", .missing))
            return nil
        }
        participant.id = key
        participant.name = name ?? participant.handle ?? key
        return participant
    }
}

extension FieldReader {
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
