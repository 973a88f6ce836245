import JSON

extension ConversationDecoder {
    mutating func readAttachments(_ message: inout Message) throws(ConversationError) {
        message.attachments = []
        guard try fields.beginArray() else { return }
        while try fields.nextElement() {
            try countAttachment()
            if let attachment = try readAttachment() { message.attachments.append(attachment) }
        }
    }

    private mutating func readAttachment() throws(ConversationError) -> Attachment? {
        guard try fields.beginObject() else { return nil }
        var attachment = Attachment(kind: .file)
        var hasKind = false
        while let key = try fields.nextKey() {
            switch key {
            case "kind", "type":
                if hasKind, key == "type" {
                    try fields.skip()
                } else if let word = try fields.line() {
                    hasKind = true
                    try setKind(word, of: &attachment)
                }
            case "src", "source":
                if let source = try shelf.source(from: &fields) { take(source, into: &attachment) }
            case "name", "filename": attachment.name = try fields.line() ?? attachment.name
            case "missing": attachment.missing = try fields.line() ?? attachment.missing
            default:
                if try readMeasure(key, &attachment) { continue }
                if try readWords(key, &attachment) { continue }
                if try readCard(key, &attachment) { continue }
                try fields.unknown(key)
            }
        }
        if !hasKind, attachment.media != nil { attachment.kind = .image }
        return attachment
    }

    private mutating func setKind(
        _ word: String, of attachment: inout Attachment
    ) throws(ConversationError) {
        if let kind = Attachment.Kind(rawValue: word.lowercased()) {
            attachment.kind = kind
            attachment.unknownKind = nil
            return
        }
        switch word.lowercased() {
        case "photo", "picture": attachment.kind = .image
        case "voice_message", "voice_note", "ptt": attachment.kind = .voice
        case "animation": attachment.kind = .gif
        case "document": attachment.kind = .file
        default:
            attachment.kind = .file
            attachment.unknownKind = word
            fields.warn(.unknownKind, "the kind \(FieldReader.quoted(word)) is not known")
        }
    }

    private mutating func readMeasure(
        _ key: String, _ attachment: inout Attachment
    ) throws(ConversationError) -> Bool {
        switch key {
        case "size": attachment.size = try fields.count()
        case "width": attachment.width = try fields.double(0...1e6)
        case "height": attachment.height = try fields.double(0...1e6)
        case "duration": attachment.duration = try fields.duration()
        case "waveform":
            guard try fields.beginArray() else { return true }
            while try fields.nextElement() {
                if let sample = try fields.double(0...1e9) {
                    attachment.waveform.append(Float(sample))
                }
            }
        default: return false
        }
        return true
    }

    private mutating func readWords(
        _ key: String, _ attachment: inout Attachment
    ) throws(ConversationError) -> Bool {
        switch key {
        case "title": attachment.title = try fields.line()
        case "performer": attachment.performer = try fields.line()
        case "caption": attachment.caption = try fields.nonEmptyText()
        case "alt": attachment.alt = try fields.nonEmptyText()
        case "transcript": attachment.transcript = try fields.nonEmptyText()
        case "mime", "mime_type", "content_type": try fields.skip()
        default: return false
        }
        return true
    }

    /// Notes where an attachment's bytes are, or why they are not there.
    func take(_ source: MediaShelf.Source, into attachment: inout Attachment) {
        switch source {
        case .media(let index): attachment.media = index
        case .missing(let name):
            attachment.name = attachment.name ?? name
            attachment.missing = attachment.missing ?? "not included"
        case .remote(let url):
            attachment.name = attachment.name ?? url
            attachment.missing = attachment.missing ?? "not fetched"
        }
    }
}

extension FieldReader {
    mutating func nonEmptyText() throws(ConversationError) -> String? {
        guard let text = try text(), !text.isEmpty else { return nil }
        return text
    }
}
