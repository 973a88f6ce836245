import Basics

extension FieldReader {
    mutating func readSender(_ draft: inout MessageDraft) {
        guard peek() == .object else {
            draft.from = identifier()
            return
        }
        var isMe = false
        let participant = participant(isMe: &isMe)
        draft.from = participant?.id
        guard let participant else { return }
        if isMe { draft.isMine = true }
        draft.described.append(participant)
    }

    mutating func readKind(_ draft: inout MessageDraft) {
        guard let word = line() else {
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
            warn(.unknownKind, "the kind \(FieldReader.quoted(word)) is unknown")
        }
    }

    mutating func readText(_ draft: inout MessageDraft) {
        if peek() == .array {
            readParts(&draft)
        } else {
            draft.text = rawText()
        }
        // With `"content": null` beside tool calls, another member may still provide the text.
        if draft.text == nil { draft.textKey = nil }
    }
}
