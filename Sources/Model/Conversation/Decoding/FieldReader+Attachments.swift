import Basics

extension FieldReader {
    mutating func attachments() -> [Attachment] {
        var attachments: [Attachment] = []
        guard beginArray() else { return [] }
        while nextElement() {
            guard countAttachment() else { break }
            var draft = AttachmentDraft()
            if object(into: &draft) { attachments.append(draft.finished(&self)) }
        }
        return attachments
    }

    /// False if the total of all messages exceeds the limit.
    @discardableResult mutating func countAttachment() -> Bool {
        attachmentCount += 1
        if attachmentCount <= limits.attachments { return true }
        stop(.tooMany(.attachments, limit: limits.attachments, pointer: pointer))
        return false
    }

    /// Determines from an attachment's data whether it is a picture, regardless of the declared
    /// kind. The data of a sticker or GIF with a poster may be of any type, because the poster is
    /// drawn.
    mutating func settle(_ attachment: inout Attachment, hasKind: Bool, hasPoster: Bool = false) {
        guard let index = attachment.media else { return }
        let bytes = mediaStore.media[index].bytes
        if let stated = attachment.sha256, stated != SHA256.hexadecimal(of: bytes) {
            warn(.ignoredValue, "the file has another SHA-256 digest than the stated one")
            attachment.sha256 = nil
        }
        let isPicture = FileSignature.isPicture(bytes)
        let known = FileSignature.kind(of: bytes)
        if !hasKind { attachment.kind = isPicture ? .image : known ?? .file }
        switch attachment.kind {
        case .image, .gif, .sticker:
            if hasPoster, !isPicture { break }
            // Unknown data declared as a picture is a damaged picture.
            guard let known else { return }
            warn(
                .ignoredValue, "the data is not a picture; shown as \(known.rawValue)")
            attachment.kind = known
        case .video, .video_note, .voice, .audio, .file, .contact, .location, .card:
            if isPicture { return }
        }
        attachment.media = nil
        attachment.file = index
        attachment.size = attachment.size ?? bytes.count
        attachment.name = attachment.name ?? mediaStore.media[index].name
        if attachment.kind.isPlayed {
            attachment.duration =
                attachment.duration ?? SoundLength.seconds(of: ByteSource(bytes))
        }
        mediaStore.keepAsFile(index)
    }

    mutating func nonEmptyText() -> String? {
        guard let text = text(), !text.isEmpty else { return nil }
        return text
    }
}

extension Attachment {
    mutating func take(_ source: MediaStore.Source) {
        switch source {
        case .media(let index): media = index
        case .missing(let name):
            self.name = self.name ?? name
            missing = missing ?? "not included"
        case .remote(let url):
            self.name = self.name ?? url
            missing = missing ?? "not fetched"
        }
    }
}
