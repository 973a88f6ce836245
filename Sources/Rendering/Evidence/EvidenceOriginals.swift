import Conversation
import Evidence
import Layout
import PDF

/// The source of a conversation and the files of its messages, as they were received. A document in which something
/// is redacted has none of them, nor anything by which they could be told.
struct EvidenceOriginals {
    /// What files are called in the document, by the media that they are.
    private(set) var names: [MediaIndex: String] = [:]
    private(set) var files: [Manifest.File] = []
    private(set) var attachments: [PDFAttachment] = []
    private(set) var source = EvidenceFacts.Source()

    /// What is known of media as they were received.
    private var contents: [MediaIndex: (type: String, content: Manifest.File.Content)] = [:]

    private static let longestName = 80

    init(_ job: RenderJob, _ origin: JobOrigin) throws(MessageChain.Fault) {
        try add(source: job, origin)
        guard !job.conversation.isRedacted else { return }
        for (place, message) in job.conversation.messages.enumerated() {
            for (media, name) in message.files { note(media, called: name, of: place) }
        }
        try addMedia(of: job.conversation)
    }

    private mutating func add(
        source job: RenderJob, _ origin: JobOrigin
    ) throws(MessageChain.Fault) {
        source.name = origin.name
        let isRedacted = job.conversation.isRedacted
        guard !origin.source.isEmpty || isRedacted else { return }
        guard !isRedacted else {
            source.isWithheld = true
            files.append(Manifest.File(.source, file: nil, name: origin.name, content: nil))
            return
        }
        let content = try Manifest.File.Content(of: origin.source)
        source.bytes = content.bytes
        source.digest = content.digest
        let type = MediaFile.type(of: origin.source)
        // Of several parts the first has it.
        let isHere = job.part.map { $0.number == 1 } ?? true
        let file = "source-" + EvidenceOriginals.clean(origin.name ?? "received" + type.ending)
        files.append(
            Manifest.File(
                .source, file: isHere ? file : nil, name: origin.name, type: type.name,
                content: content))
        guard isHere else { return }
        attachments.append(
            PDFAttachment(
                name: file, mediaType: type.name, words: "The source as it was received",
                bytes: origin.source, relationship: .source))
    }

    /// Media in the order of the messages, with the places of those that show them.
    private var order: [MediaIndex] = []
    private var places: [MediaIndex: [Int]] = [:]
    private var given: [MediaIndex: String] = [:]

    private mutating func note(_ media: MediaIndex, called name: String?, of place: Int) {
        if places[media] == nil { order.append(media) }
        if places[media]?.last != place { places[media, default: []].append(place) }
        given[media] = given[media] ?? name
    }

    private mutating func addMedia(of conversation: Conversation) throws(MessageChain.Fault) {
        for media in order where !conversation.media[media].bytes.isEmpty {
            let bytes = conversation.media[media].bytes
            let type = MediaFile.type(of: bytes)
            let name = given[media] ?? conversation.media[media].name
            let number = String(names.count + 1)
            let zeros = String(repeating: "0", count: max(0, 4 - number.count))
            // Two may have one name, and a document lists them by name.
            let file =
                "media-\(zeros)\(number)-" + EvidenceOriginals.clean(name ?? "file" + type.ending)
            names[media] = file
            let places = places[media] ?? []
            let content = try Manifest.File.Content(of: bytes)
            contents[media] = (type.name, content)
            files.append(
                Manifest.File(
                    .media, file: file, name: name, type: type.name, content: content,
                    messages: places.map { conversation.messages[$0].number }))
            attachments.append(
                PDFAttachment(
                    name: file, mediaType: type.name, words: "A file of a message, as received",
                    bytes: bytes, relationship: .supplement, subjects: places))
        }
    }

    /// The pictures that messages show, each once.
    func exhibits(of conversation: Conversation) -> [EvidenceFacts.Exhibit] {
        var exhibits: [EvidenceFacts.Exhibit] = []
        /// By what they hold, or by themselves where that may not be told.
        var known: [String: Int] = [:]
        for (place, message) in conversation.messages.enumerated() {
            for attachment in message.attachments where attachment.kind.isPicture {
                guard let media = attachment.media else { continue }
                let content = contents[media]
                let key = content?.content.digest ?? "\(media)"
                if let index = known[key] {
                    let isNew = exhibits[index].media != media
                    if isNew, !exhibits[index].copies.contains(media) {
                        exhibits[index].copies.append(media)
                    }
                    guard exhibits[index].messages.last != place else { continue }
                    exhibits[index].messages.append(place)
                    continue
                }
                var exhibit = EvidenceFacts.Exhibit(media, in: [place])
                exhibit.name = attachment.name
                exhibit.type = content?.type
                exhibit.bytes = content?.content.bytes
                exhibit.digest = content?.content.digest
                exhibit.isWithheld = conversation.isRedacted
                known[key] = exhibits.count
                exhibits.append(exhibit)
            }
        }
        return exhibits
    }

    /// A name that every system can give to a file.
    private static func clean(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? "file"
        let letters = last.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ["-", "_", ".", " "].contains(scalar)
            return isPlain ? Character(scalar) : "_"
        }
        return String(letters.suffix(longestName))
    }
}

extension Message {
    /// The files that it holds or shows, and what they are called.
    fileprivate var files: [(MediaIndex, String?)] {
        var files: [(MediaIndex, String?)] = []
        for attachment in attachments {
            if let file = attachment.file {
                files.append((file, attachment.name))
                if let poster = attachment.media { files.append((poster, nil)) }
            } else if let media = attachment.media {
                files.append((media, attachment.name))
            }
        }
        guard hasDetails else { return files }
        let pictures = [details.link?.picture, details.location?.picture]
        return files + pictures.compactMap { $0.map { ($0, nil) } }
    }
}

extension Attachment.Kind {
    /// Whether it is one picture and no more.
    fileprivate var isPicture: Bool {
        switch self {
        case .image, .gif, .sticker: true
        case .video, .voice, .audio, .video_note, .file, .contact, .location, .card: false
        }
    }
}
