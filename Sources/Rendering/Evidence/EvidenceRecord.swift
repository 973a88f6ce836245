import Basics
import Documents
import Evidence
import Layout
import Model

/// The evidence about a document's source. It is created before layout, because pages show the
/// digests.
struct EvidenceRecord: Sendable {
    let manifest: Manifest
    private let job: RenderJob
    private let origin: JobOrigin
    private let conversation: [UInt8]
    private let originals: [PDFAttachment]
    let facts: EvidenceFacts

    /// Returns nil for documents that are not evidence.
    init?(_ job: RenderJob, _ control: RenderControl) throws(RenderFault) {
        guard let origin = job.origin, job.format == .pdf, job.output.isArchival else {
            return nil
        }
        let conversation = job.conversation
        try control.check(taking: conversation.jsonBytes(includingMedia: false))
        do throws(MessageChain.Fault) {
            let originals = try EvidenceOriginals(job, origin, control.budget)
            let json = conversation.json(
                includingMedia: false, fileNames: originals.names, budget: control.budget)
            manifest = try Manifest(
                program: origin.program, created: job.output.created?.text, conversation: json,
                files: originals.files, numbers: conversation.messages.map(\.number),
                budget: control.budget)
            self.job = job
            self.origin = origin
            self.conversation = json
            self.originals = originals.attachments
            facts = EvidenceRecord.facts(
                job, origin, originals, chain: manifest.chain.head)
        } catch {
            try control.check()
            throw RenderFault(error)
        }
    }

    /// The attached files. The manifest is completed last, because it names the fonts of the pages.
    func attachments(numbered numbers: PageNumbers) -> [PDFAttachment] {
        let drawing = DrawingRecord(job, origin, numbers)
        var list = PDFAttachment(
            name: Manifest.fileName, mediaType: "application/json",
            words: "The digests of all files and messages", bytes: [], relationship: .data)
        list.completion = { [manifest, configuration = job.configuration] fonts in
            manifest.json(
                environment: DrawingEnvironment.json(
                    program: manifest.program, configuration: configuration, fonts),
                drawing: drawing.json)
        }
        let data = PDFAttachment(
            name: Manifest.conversationName, mediaType: "application/json",
            words: "The conversation as Chatprint reads it", bytes: conversation,
            relationship: .data)
        return [data, list] + originals
    }

    private static func facts(
        _ job: RenderJob, _ origin: JobOrigin, _ originals: EvidenceOriginals, chain: String
    ) -> EvidenceFacts {
        let conversation = job.conversation
        var facts = EvidenceFacts(
            program: origin.program, theme: origin.look, chain: chain, total: origin.total)
        facts.source = originals.source
        facts.exhibits = originals.exhibits(of: conversation)
        facts.format = origin.format
        facts.settings = origin.settings
        facts.created = job.output.created
        let marks = conversation.markCounts()
        // A replacement name leaves no mark, so its places are those of the whole source.
        let renamed = job.redactions.filter { $0.participants > 0 }
        facts.redactedPlaces = marks.values.reduce(0, +) + renamed.reduce(0) { $0 + $1.places }
        let known = Set(job.redactions.compactMap(\.reason))
        facts.redactedFor = marks.flatMap { reasons, count in
            // A code may contain the sign that separates codes.
            let codes =
                known.contains(reasons) ? [reasons[...]] : reasons.split(separator: ", ")
            return codes.map { (String($0), count) }
        }
        if job.options.show.redactions {
            facts.redactedByParts = job.redactions.reduce(0) { $0 + $1.parts }
            facts.similarWords = job.redactions.reduce(0) { $0 + $1.similarPlaces }
        }
        facts.zoneData = Clock.dataVersion
        if let all = origin.inAllParts { facts.inOtherParts = all - conversation.messages.count }
        let times = conversation.messages.compactMap(\.at)
        if let first = times.min(), let last = times.max(),
            let clock = Clock(zone: conversation.timeZone)
        {
            facts.clockChanges = clock.changes(from: first, to: last)
        }
        return facts
    }
}

extension RenderFault {
    init(_ fault: MessageChain.Fault) {
        switch fault {
        case .memory: self = .memory
        case .stopped: self = .abandoned
        case .json, .noMessages: self = .internal("its own conversation cannot be read: \(fault)")
        }
    }
}

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
        // The names and contents of a redacted conversation's files must not be disclosed.
        if !job.conversation.isRedacted { files += origin.files }
        try add(all, of: job.conversation)
    }

    private mutating func add(
        source job: RenderJob, _ origin: JobOrigin
    ) throws(MessageChain.Fault) {
        let isRedacted = job.conversation.isRedacted
        let first = JobOrigin.Source(
            name: origin.name, bytes: origin.source, known: origin.known)
        let sources = ([first] + origin.others).filter {
            !$0.bytes.isEmpty || $0.known != nil || isRedacted
        }
        // The facts of a joined conversation have a row for each source.
        let isJoined = !job.conversation.sources.isEmpty
        if !isJoined {
            source.name = origin.name
            source.isWithheld = isRedacted
        }
        for (index, one) in sources.enumerated() {
            let prefix = index == 0 ? "source-" : "source-\(index + 1)-"
            guard let content = try add(one, prefix, of: job), !isJoined else { continue }
            source.bytes = content.bytes
            source.digest = content.digest
        }
    }

    /// - Parameter prefix: begins the name of the file in the document.
    private mutating func add(
        _ source: JobOrigin.Source, _ prefix: String, of job: RenderJob
    ) throws(MessageChain.Fault) -> Manifest.File.Content? {
        guard !job.conversation.isRedacted else {
            files.append(Manifest.File(.source, file: nil, name: source.name, content: nil))
            return nil
        }
        let content: Manifest.File.Content =
            if let known = source.known { known.content } else { try .init(of: source.bytes) }
        let type = MediaFile.type(of: source.bytes)
        // Only the first of several parts includes the source.
        let isHere = job.part.map { $0.number == 1 } ?? true
        let file = prefix + ConversationFiles.clean(source.name ?? "received" + type.ending)
        files.append(
            Manifest.File(
                .source, file: isHere ? file : nil, name: source.name,
                type: source.known?.type ?? type.name,
                content: content))
        guard isHere else { return content }
        var attachment = PDFAttachment(
            name: file, mediaType: type.name, words: "The source as it was received",
            bytes: source.bytes, relationship: .source)
        attachment.isAsReceived = true
        attachments.append(attachment)
        return content
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

/// A request or an export as received.
package struct ReceivedSource: Sendable {
    /// The name of the conversation's file, if it came as a file.
    let name: String?
    let bytes: [UInt8]
}

/// The origin of a conversation, for evidence documents.
package struct JobOrigin: Sendable {
    /// A source with a known digest, even if its bytes are not available.
    struct KnownSource: Sendable {
        let type: String
        let content: Manifest.File.Content
    }

    /// A file as received.
    struct Source: Sendable {
        let name: String?
        let bytes: [UInt8]
        let known: KnownSource?
    }

    /// The source as received; empty for a folder.
    var name: String?
    var source: [UInt8]
    /// The facts that an earlier document records about the source; nil if the source itself is
    /// available.
    var known: KnownSource?
    /// The other sources of a joined conversation.
    var others: [Source] = []
    /// The files of a folder or a backup that were read.
    var files: [Manifest.File] = []
    /// The source's format.
    var format: String
    /// The name and version of the program.
    var program: String
    var look: String
    /// The requested settings, such as `page.size=letter`.
    var settings: [String]
    /// The settings for drawing the document again.
    var drawing: DrawingSettings
    /// The number of messages before filtering.
    var total: Int
    /// The number of messages in all parts of a divided conversation; nil if it is not divided.
    var inAllParts: Int?
    /// The ranges of omitted messages and their criteria, in the order of the source.
    var gaps: [SheetFacts.Gap] = []
}
