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
        var poster: MediaIndex?
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
                if let source = try mediaStore.source(from: &fields) {
                    take(source, into: &attachment)
                }
            case "poster", "thumbnail":
                if case .media(let index)? = try mediaStore.source(from: &fields) { poster = index }
            case "spoiler", "view_once", "expires", "expires_at", "ttl":
                try readMark(key)
            case "name", "filename": attachment.name = try fields.line() ?? attachment.name
            case "missing": attachment.missing = try fields.line() ?? attachment.missing
            default:
                if try readMeasure(key, &attachment) { continue }
                if try readWords(key, &attachment) { continue }
                if try readCard(key, &attachment) { continue }
                try fields.unknown(key)
            }
        }
        settle(&attachment, hasKind: hasKind)
        attachment.media = poster ?? attachment.media
        return attachment
    }

    /// Reads a field by which an app hides a picture. The picture is shown all the same, with a
    /// warning.
    private mutating func readMark(_ key: String) throws(ConversationError) {
        if try fields.isNull() { return }
        if try fields.peek() == .bool {
            guard try fields.flag() else { return }
        } else {
            try fields.skip()
        }
        fields.warn(
            .unsupported, "\(FieldReader.quoted(key)) is not supported; the attachment is visible")
    }

    /// Determines from an attachment's data whether it is a picture, regardless of the declared
    /// kind.
    mutating func settle(_ attachment: inout Attachment, hasKind: Bool) {
        guard let index = attachment.media else { return }
        let bytes = mediaStore.media[index].bytes
        let isPicture = FileSignature.isPicture(bytes)
        let known = FileSignature.kind(of: bytes)
        if !hasKind { attachment.kind = isPicture ? .image : known ?? .file }
        switch attachment.kind {
        case .image, .gif, .sticker:
            // Unknown data declared as a picture is a damaged picture.
            guard let known else { return }
            fields.warn(
                .ignoredValue, "the data is not a picture; shown as \(known.rawValue)")
            attachment.kind = known
        case .video, .video_note, .voice, .audio, .file, .contact, .location, .card:
            if isPicture { return }
        }
        attachment.media = nil
        attachment.file = index
        attachment.size = attachment.size ?? bytes.count
        attachment.name = attachment.name ?? mediaStore.media[index].name
        switch attachment.kind {
        case .video, .video_note, .voice, .audio:
            attachment.duration = attachment.duration ?? SoundLength.seconds(of: bytes)
        case .image, .gif, .sticker, .file, .contact, .location, .card: break
        }
        mediaStore.keepAsFile(index)
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
            fields.warn(.unknownKind, "the kind \(FieldReader.quoted(word)) is unknown")
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

    /// Stores where an attachment's data is, or why it is missing.
    mutating func take(_ source: MediaStore.Source, into attachment: inout Attachment) {
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
