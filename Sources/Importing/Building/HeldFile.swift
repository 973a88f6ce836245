import Basics
import Model

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
        switch content {
        case .included: return
        case .omitted(let reason): attachment.omitted = reason
        case .damaged: attachment.missing = Self.damaged
        }
        attachment.file = nil
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
    mutating func settleFiles(from sources: inout ExportFiles) throws(ImportError) {
        for (name, index) in held.sorted(by: { $0.value < $1.value }) {
            guard budget.mayContinue else { throw .stopped }
            found[index] = try file(name, from: &sources)
        }
        for (index, file) in found {
            if case .included(let bytes) = file.content { conversation.media[index].bytes = bytes }
        }
        let messages = settledMessages..<conversation.messages.count
        for index in messages where !found.isEmpty {
            for place in conversation.messages[index].attachments.indices {
                guard let media = conversation.messages[index].attachments[place].file,
                    let file = found[media]
                else { continue }
                file.settle(&conversation.messages[index].attachments[place])
                if case .damaged = file.content { noteMissing() }
            }
        }
        // A later message may still join the last one.
        settledMessages = max(conversation.messages.count - 1, 0)
        found = [:]
        forgetFileNames()
    }

    private mutating func file(
        _ name: String, from sources: inout ExportFiles
    ) throws(ImportError) -> HeldFile {
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
        if !sources.isPacked { file.duration = SoundLength.seconds(of: sources.ranges(of: name)) }
        return file
    }

    private mutating func file(_ bytes: [UInt8]) throws(ImportError) -> HeldFile {
        var file = HeldFile(
            .omitted(reason(leavingOut: bytes.count)), size: bytes.count,
            head: Array(bytes.prefix(16)))
        file.duration = SoundLength.seconds(of: ByteSource(bytes))
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
