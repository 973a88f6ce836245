import Basics
import Documents
import Evidence
import Layout
import Model

/// The source of a conversation and the files of its messages, as received. A redacted document
/// contains none of them, nor anything that identifies their contents.
struct EvidenceOriginals {
    /// The names of the files in the document, by media index.
    private(set) var names: [MediaIndex: String] = [:]
    private(set) var files: [Manifest.File] = []
    private(set) var attachments: [PDFAttachment] = []
    private(set) var source = EvidenceFacts.Source()

    private let places: [MediaIndex: [Int]]
    /// The types and contents of media, as received.
    private var contents: [MediaIndex: (type: String, content: Manifest.File.Content)] = [:]

    init(
        _ job: RenderJob, _ origin: JobOrigin, _ budget: WorkBudget
    ) throws(MessageChain.Fault) {
        let all = ConversationFiles(job.conversation, budget)
        places = all.places
        try add(source: job, origin)
        try add(all, of: job.conversation)
    }

    private mutating func add(
        source job: RenderJob, _ origin: JobOrigin
    ) throws(MessageChain.Fault) {
        source.name = origin.name
        let isRedacted = job.conversation.isRedacted
        guard !origin.source.isEmpty || origin.known != nil || isRedacted else { return }
        guard !isRedacted else {
            source.isWithheld = true
            files.append(Manifest.File(.source, file: nil, name: origin.name, content: nil))
            return
        }
        let content: Manifest.File.Content =
            if let known = origin.known { known.content } else { try .init(of: origin.source) }
        source.bytes = content.bytes
        source.digest = content.digest
        let type = MediaFile.type(of: origin.source)
        // Only the first of several parts includes the source.
        let isHere = job.part.map { $0.number == 1 } ?? true
        let file = "source-" + ConversationFiles.clean(origin.name ?? "received" + type.ending)
        files.append(
            Manifest.File(
                .source, file: isHere ? file : nil, name: origin.name,
                type: origin.known?.type ?? type.name,
                content: content))
        guard isHere else { return }
        var attachment = PDFAttachment(
            name: file, mediaType: type.name, words: "The source as it was received",
            bytes: origin.source, relationship: .source)
        attachment.isAsReceived = true
        attachments.append(attachment)
    }

    private mutating func add(
        _ all: ConversationFiles, of conversation: Conversation
    ) throws(MessageChain.Fault) {
        names = all.names
        for file in all.files {
            let bytes = conversation.media[file.media].bytes
            let type = MediaFile.type(of: bytes)
            let content = try Manifest.File.Content(of: bytes)
            contents[file.media] = (type.name, content)
            files.append(
                Manifest.File(
                    .media, file: file.name, name: file.given, type: type.name, content: content,
                    messages: file.places.map { conversation.messages[$0].number }))
            attachments.append(
                PDFAttachment(
                    name: file.name, mediaType: type.name,
                    words: "A file of a message, as received",
                    bytes: bytes, relationship: .supplement, subjects: file.places))
        }
    }

    /// The pictures that messages show, without duplicates.
    func exhibits(of conversation: Conversation) -> [EvidenceFacts.Exhibit] {
        var exhibits: [EvidenceFacts.Exhibit] = []
        /// Known files by content digest, or by index if the content must not be revealed.
        var known: [String: Int] = [:]
        for message in conversation.messages {
            for attachment in message.attachments where attachment.kind.isPicture {
                guard let media = attachment.media else { continue }
                let content = contents[media]
                let key = content?.content.digest ?? "\(media)"
                if let index = known[key] {
                    let isNew = exhibits[index].media != media
                    if isNew, !exhibits[index].copies.contains(media) {
                        exhibits[index].copies.append(media)
                    }
                    continue
                }
                var exhibit = EvidenceFacts.Exhibit(media)
                exhibit.name = attachment.name
                exhibit.type = content?.type
                exhibit.bytes = content?.content.bytes
                exhibit.digest = content?.content.digest
                exhibit.isWithheld = conversation.isRedacted
                known[key] = exhibits.count
                exhibits.append(exhibit)
            }
        }
        for index in exhibits.indices {
            let media = [exhibits[index].media] + exhibits[index].copies
            exhibits[index].messages = Set(media.flatMap { places[$0] ?? [] }).sorted()
        }
        return exhibits
    }
}

extension Attachment.Kind {
    /// Whether the attachment consists of a single picture.
    fileprivate var isPicture: Bool {
        switch self {
        case .image, .gif, .sticker: true
        case .video, .voice, .audio, .video_note, .file, .contact, .location, .card: false
        }
    }
}
