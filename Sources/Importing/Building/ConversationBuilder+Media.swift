import Model

extension ConversationBuilder {
    /// Attaches the file that the chat names: a picture at once, another file when all pictures have
    /// been read. Records the reason if the file is missing.
    mutating func attach(
        _ path: String, to attachment: inout Attachment, from sources: inout ExportFiles,
        document: String = ""
    ) throws(ImportError) {
        if attachment.name == nil { attachment.name = Path.lastName(path) }
        guard isInside else {
            attachment.missing = Self.outside
            return
        }
        guard let name = sources.resolve(path, from: document) else {
            return miss(&attachment, RecordFile.absent)
        }
        if let size = sources.size(of: name) { attachment.size = size }
        guard readsMedia else { return }
        if let index = stored(name) {
            attachment.media = index
            return
        }
        let isPicture =
            FileKind.mayBePicture(attachment.kind, name: name)
            || FileSignature.isPicture(sources.prefix(of: name, count: 16))
        let isSmall = attachment.size.map { $0 <= options.limits.mediaBytes } ?? true
        guard isPicture, isSmall, held[name] == nil else { return hold(name, for: &attachment) }
        switch try sources.read(name) {
        case .bytes(let bytes):
            attachment.size = bytes.count
            guard FileSignature.isPicture(bytes) else { return hold(name, for: &attachment) }
            attachment.media = try store(bytes, name: name)
        case .absent: miss(&attachment, RecordFile.absent)
        case .fault: miss(&attachment, HeldFile.damaged)
        }
    }

    /// Reads a picture that is not an attachment, such as an avatar.
    mutating func picture(
        _ path: String, from sources: inout ExportFiles, document: String = ""
    ) throws(ImportError) -> MediaIndex? {
        guard readsMedia, !path.holds("://"), let name = sources.resolve(path, from: document)
        else {
            return nil
        }
        if let index = stored(name) { return index }
        let limit = options.limits.mediaBytes
        guard (sources.size(of: name) ?? 0) <= limit else { return nil }
        guard case .bytes(let bytes) = try sources.read(name), FileSignature.isPicture(bytes) else {
            return nil
        }
        return try store(bytes, name: name)
    }

    mutating func avatar(
        _ path: String, of person: ParticipantIndex, from sources: inout ExportFiles,
        document: String
    ) throws(ImportError) {
        guard let index = try picture(path, from: &sources, document: document) else { return }
        conversation.participants[person].avatar = index
    }

    /// Attaches a preview picture for an attachment that is not a picture or whose file is missing.
    mutating func poster(
        _ path: String, to attachment: inout Attachment, from sources: inout ExportFiles,
        document: String = ""
    ) throws(ImportError) {
        guard isInside else { return }
        if let index = try picture(path, from: &sources, document: document) {
            attachment.media = index
        }
    }

    /// Files of messages outside of the time range are not read: an export may have gigabytes of
    /// them.
    private static let outside = "outside of the times that are shown"

    /// Returns an attachment that the export only mentions.
    mutating func missing(_ kind: Attachment.Kind, name: String? = nil) -> Attachment {
        var attachment = Attachment(kind: kind)
        attachment.name = name.map(CleanText.line)
        miss(&attachment, RecordFile.absent)
        return attachment
    }

    mutating func miss(_ attachment: inout Attachment, _ reason: String) {
        attachment.missing = reason
        noteMissing()
    }
}
