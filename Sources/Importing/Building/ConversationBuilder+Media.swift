import Basics
import Model
import Readers

extension ConversationBuilder {
    /// Attaches the file that the chat names: a picture at once, another file when all pictures have
    /// been read. Records the reason if the file is missing.
    mutating func attach(
        _ path: String, to attachment: inout Attachment, document: String = ""
    ) throws(ImportError) {
        if attachment.name == nil { attachment.name = Path.lastName(path) }
        guard isInside else {
            attachment.missing = Self.outside
            return
        }
        guard readsMedia else { return }
        guard let name = sources.resolve(path, from: document) else {
            return miss(&attachment, RecordFile.absent)
        }
        if let size = sources.size(of: name) { attachment.size = size }
        if let index = stored(name), let index {
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
        _ path: String, document: String = ""
    ) throws(ImportError) -> MediaIndex? {
        guard readsMedia, !path.holds("://"), let name = sources.resolve(path, from: document)
        else {
            return nil
        }
        if let known = stored(name) { return known }
        let limit = options.limits.mediaBytes
        guard (sources.size(of: name) ?? 0) <= limit else { return nil }
        guard case .bytes(let bytes) = try sources.read(name), FileSignature.isPicture(bytes) else {
            noteNoPicture(name)
            return nil
        }
        return try store(bytes, name: name)
    }

    mutating func avatar(
        _ path: String, of person: ParticipantIndex, document: String
    ) throws(ImportError) {
        guard let index = try picture(path, document: document) else { return }
        conversation.participants[person].avatar = index
    }

    /// Attaches a preview picture for an attachment that is not a picture or whose file is missing.
    mutating func poster(
        _ path: String, to attachment: inout Attachment, document: String = ""
    ) throws(ImportError) {
        guard isInside else { return }
        if let index = try picture(path, document: document) {
            attachment.media = index
        }
    }

    /// Files of messages outside of the time range are not read: an export may have gigabytes of
    /// them.
    private static let outside = "outside of the times that are shown"

    mutating func miss(_ attachment: inout Attachment, _ reason: String) {
        attachment.missing = reason
        noteMissing()
    }
}

/// A file of a message that is not drawn, and the facts known about it.
struct HeldFile {
    static let damaged = "damaged in the export"

    /// The bytes, or the reason why the conversation does not include them.
    enum Content {
        case included([UInt8])
        case omitted(String)
        case damaged
    }

    var content: Content
    let size: Int
    var sha256: String?
    var duration: Double?
    var waveform: [Float] = []
    var poster: [UInt8]?
    /// The kind by the first bytes; nil if they are of no known type.
    private let kind: Attachment.Kind?
    private let isPicture: Bool

    init(_ content: Content, size: Int, head: [UInt8]) {
        self.content = content
        self.size = size
        kind = FileSignature.kind(of: head)
        isPicture = FileSignature.isPicture(head)
    }

    /// States the facts in an attachment that has this file.
    ///
    /// As in a conversation of Chatprint's own, a file that is not a picture is not shown as one,
    /// unless it has a poster. Otherwise the conversation would not be the same when read again.
    func settle(_ attachment: inout Attachment) {
        attachment.size = size
        attachment.sha256 = sha256
        if [.image, .gif, .sticker].contains(attachment.kind), !isPicture, attachment.media == nil {
            attachment.kind = kind ?? .file
        }
        if attachment.kind.isPlayed { attachment.duration = attachment.duration ?? duration }
        if attachment.kind == .voice, attachment.waveform.isEmpty { attachment.waveform = waveform }
        switch content {
        case .included: return
        case .omitted(let reason): attachment.omitted = reason
        case .damaged: attachment.missing = Self.damaged
        }
        attachment.file = nil
    }
}

extension Attachment {
    /// Shows the first picture of its video, unless the export has another.
    fileprivate mutating func showPoster(_ poster: MediaIndex) {
        guard [.video, .video_note, .gif].contains(kind), media == nil else { return }
        media = poster
    }
}

extension ConversationBuilder {
    /// Attaches a file that is not drawn. It is read when all pictures of the export have been read,
    /// so that large files do not take the pictures' share of the limits.
    mutating func hold(_ name: String, for attachment: inout Attachment) {
        let index = held[name] ?? reserveMedia()
        held[name] = index
        attachment.file = index
    }

    /// Attaches a file whose bytes are part of a document of the export.
    mutating func hold(
        _ bytes: [UInt8], for attachment: inout Attachment
    ) throws(ImportError) {
        let index = reserveMedia()
        found[index] = try file(bytes)
        attachment.file = index
    }

    private mutating func reserveMedia() -> MediaIndex {
        var file = MediaFile(bytes: [], pointer: "")
        file.isPicture = false
        conversation.media.append(file)
        return conversation.media.count - 1
    }

    /// Reads the files that messages have named since the last call, and states their facts.
    mutating func settleFiles() throws(ImportError) {
        for (name, index) in held.sorted(by: { $0.value < $1.value }) {
            guard budget.mayContinue else { throw .stopped }
            found[index] = try file(name)
        }
        for (index, file) in found {
            if case .included(let bytes) = file.content { conversation.media[index].bytes = bytes }
        }
        // After the files, which an output may have to include.
        var posters: [MediaIndex: MediaIndex] = [:]
        for (index, file) in found.sorted(by: { $0.key < $1.key }) {
            guard let poster = file.poster, hasRoom(for: poster.count) else { continue }
            posters[index] = try store(poster, name: "")
        }
        let messages = settledMessages..<conversation.messages.count
        for index in messages where !found.isEmpty {
            for place in conversation.messages[index].attachments.indices {
                guard let media = conversation.messages[index].attachments[place].file,
                    let file = found[media]
                else { continue }
                if let poster = posters[media] {
                    conversation.messages[index].attachments[place].showPoster(poster)
                }
                file.settle(&conversation.messages[index].attachments[place])
                if case .damaged = file.content { noteMissing() }
            }
        }
        // A later message may still join the last one.
        settledMessages = max(conversation.messages.count - 1, 0)
        found = [:]
        forgetFileNames()
    }

    private mutating func file(_ name: String) throws(ImportError) -> HeldFile {
        let (size, limits) = (sources.size(of: name) ?? 0, options.limits)
        var file = HeldFile(
            .omitted(reason(leavingOut: size)), size: size,
            head: sources.prefix(of: name, count: 16))
        guard sources.hasRoom(for: name) else {
            let limit = limits.archiveBytes >> 20
            file.content = .omitted("not unpacked: the archive has more than \(limit) MiB")
            return file
        }
        if size <= limits.mediaBytes, options.wantsFiles ? hasRoom(for: size) : sources.isPacked {
            switch try sources.read(name) {
            case .bytes(let bytes):
                if !options.wantsFiles { budget.release(bytes.count) }
                return try self.file(bytes)
            case .absent, .fault: file.content = .damaged
            }
        } else if options.wantsFiles {
            file.sha256 = try sources.digest(of: name)
            if file.sha256 == nil { file.content = .damaged }
        }
        if !sources.isPacked { preview(sources.ranges(of: name), &file) }
        return file
    }

    private mutating func file(_ bytes: [UInt8]) throws(ImportError) -> HeldFile {
        var file = HeldFile(
            .omitted(reason(leavingOut: bytes.count)), size: bytes.count,
            head: Array(bytes.prefix(16)))
        preview(ByteSource(bytes), &file)
        guard options.wantsFiles else { return file }
        do throws(DigestFailure) {
            file.sha256 = Hexadecimal.text(of: try SHA256.digest(of: bytes))
        } catch {
            throw .memory
        }
        if bytes.count <= options.limits.mediaBytes, hasRoom(for: bytes.count) {
            mediaBytes += bytes.count
            file.content = .included(bytes)
        }
        return file
    }

    private mutating func preview(_ bytes: ByteSource, _ file: inout HeldFile) {
        file.duration = SoundLength.seconds(of: bytes)
        guard options.wantsPreviews else { return }
        switch VideoPoster.poster(of: bytes, budget: budget) {
        case .picture(let poster): file.poster = poster.png
        case .needs(let package): missingDecoders.insert(package)
        case nil: break
        }
        guard let seconds = file.duration, seconds <= soundSeconds,
            let samples = OpusWaveform.samples(of: bytes, seconds: seconds, budget: budget)
        else { return }
        soundSeconds -= seconds
        file.waveform = samples
    }

    private func hasRoom(for size: Int) -> Bool {
        size <= options.limits.totalMediaBytes - mediaBytes
    }

    private func reason(leavingOut size: Int) -> String {
        func words(_ bytes: Int) -> String {
            bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
        }
        let limits = options.limits
        if size > limits.mediaBytes { return "larger than \(words(limits.mediaBytes))" }
        guard options.wantsFiles else { return "not included in this output" }
        return "more than \(words(limits.totalMediaBytes)) of files"
    }
}

/// The kind of a file, from its name and first bytes.
package enum FileKind {
    /// Returns whether a file is an attachment of chats by its name, never a chat itself.
    package static func isMedia(_ name: String) -> Bool { kind(name: name) != .file }

    static func kind(name: String?, mime: String? = nil) -> Attachment.Kind {
        if let mime {
            if mime == "image/gif" { return .gif }
            if mime.hasPrefix("image/") { return .image }
            if mime.hasPrefix("video/") { return .video }
            if mime.hasPrefix("audio/") { return .audio }
            if mime == "text/vcard" || mime == "text/x-vcard" { return .contact }
        }
        switch Path.fileExtension(name ?? "") {
        case "jpg", "jpeg", "png", "heic", "heif", "webp", "bmp", "tif", "tiff", "avif":
            return .image
        case "gif": return .gif
        case "mp4", "mov", "3gp", "m4v", "mkv", "webm", "avi": return .video
        case "opus", "ogg", "oga", "amr", "caf": return .voice
        case "mp3", "m4a", "aac", "wav", "flac": return .audio
        case "vcf": return .contact
        case "tgs", "was": return .sticker
        default: return .file
        }
    }

    static func mayBePicture(_ kind: Attachment.Kind, name: String) -> Bool {
        switch kind {
        case .image, .sticker, .gif:
            !["mp4", "mov", "webm", "tgs", "json", "was", "lottie"]
                .contains(Path.fileExtension(name))
        case .video, .voice, .audio, .video_note, .file, .contact, .location, .card: false
        }
    }
}

/// Pictures embedded in text: `data:image/png;base64,…`.
enum DataURI {
    /// Decodes the picture of a person. Returns nil for any other text, with a warning if the
    /// picture is unsupported or too large.
    static func picture(
        _ text: String, of person: String, in builder: inout ConversationBuilder
    ) throws(ImportError) -> MediaIndex? {
        guard builder.readsMedia, text.hasPrefix("data:"), let place = text.place(of: ";base64,")
        else { return nil }
        let coded = Array(text[place.upperBound...].utf8)
        let limit = builder.options.limits.mediaBytes
        let decoded = Result { () throws(Base64.Failure) in
            try Base64.decode(coded[...], limit: limit)
        }
        let reason: String
        switch decoded {
        case .success(let bytes) where FileSignature.isPicture(bytes):
            return try builder.store(bytes, name: "")
        case .success: reason = "is not a supported picture"
        case .failure(.tooLong): reason = "is larger than \(limit >> 20) MiB"
        case .failure: reason = "is damaged"
        }
        builder.warn(.missingMedia, "the picture of \(person) \(reason)")
        return nil
    }
}
