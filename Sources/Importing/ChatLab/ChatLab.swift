import Conversation
import JSON
import Markup

/// ChatLab's exchange format, version 0.0, as JSON or JSON Lines.
enum ChatLab {
    static let importer = Importer(
        name: "chatlab", title: "ChatLab",
        summary: "JSON or JSON Lines in ChatLab's format",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray else { return false }
            return shape.has("chatlab")
                && (shape.has("_type") || shape.has("meta") || shape.has("members")
                    || shape.has("messages"))
        }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        guard !sources.holdsLines(file) else { return try readLines(file, &builder, &sources) }
        let document = try sources.json(file)
        guard let head = try document.members(without: ["messages"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        begin(head["meta"], &builder)
        for member in head.list("members") { try add(member: member, &builder) }
        try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
            guard message.kind == .object else {
                throw .invalid(file: file, pointer: pointer, expected: "a message")
            }
            try add(message, file, &builder, &sources)
        }
        end(head["meta"], &builder)
    }

    /// Reads JSON Lines. Each line states whether it is the header, a person or a message.
    private static func readLines(
        _ file: String, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let document = try sources.jsonLines(file)
        var meta: JSONValue?
        var unknown = 0
        try document.forEach(at: []) { line, _ throws(ImportError) in
            switch line.text("_type") {
            case "header":
                meta = line["meta"]
                begin(meta, &builder)
            case "member": try add(member: line, &builder)
            case "message": try add(line, file, &builder, &sources)
            default: unknown += 1
            }
        }
        end(meta, &builder)
        guard unknown > 0 else { return }
        let lines = WarningText.count(unknown, "line")
        builder.warn(.unsupported, "\(lines) of unknown types omitted")
    }

    private static func begin(_ meta: JSONValue?, _ builder: inout ConversationBuilder) {
        builder.conversation.title = meta?.text("name").map(CleanText.line)
        builder.conversation.service = service(meta?.text("platform"))
        builder.conversation.kind = meta?.text("type") == "group" ? .group : .direct
        builder.isKindKnown = meta?.text("type") != nil
    }

    private static func add(
        member: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let id = member.identifier("platformId") else { return }
        let name = member.text("groupNickname") ?? member.text("accountName")
        let index = try builder.participant(id, name: name)
        guard let avatar = member.text("avatar") else { return }
        let picture = try DataURI.picture(avatar, of: name ?? id, in: &builder)
        builder.conversation.participants[index].avatar = picture
    }

    private static func end(_ meta: JSONValue?, _ builder: inout ConversationBuilder) {
        if let owner = meta?.identifier("ownerId").flatMap({ builder.known($0) }) {
            builder.setMe(owner)
        }
    }

    private static func service(_ platform: String?) -> Service {
        switch platform?.lowercased() {
        case let name?: Service(rawValue: name) ?? .other
        case nil: .other
        }
    }

    private static func add(
        _ source: JSONValue, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.seconds("timestamp")
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("platformMessageId")
        let content = source.text("content") ?? ""
        let type = source["type"]?.int ?? 0
        switch type {
        case 80:
            message.kind = .system
            message.details.system = SystemEvent(action: SystemAction.notice.rawValue)
        case 23:
            message.kind = .call
            message.details.call = Call()
        case 81: message.details.deleted = Deleted()
        default: break
        }
        if type != 80, let sender = source.identifier("sender") {
            let name = source.text("groupNickname") ?? source.text("accountName")
            message.from = try builder.participant(sender, name: name)
        }
        if let kind = kinds[type] {
            try attach(content, kind, file, &message, &builder, &sources)
        } else if type == 8 {
            message.details.location = Location()
            message.details.location?.name = CleanText.line(content)
        } else {
            message.body = Body.plain(content)
        }
        if let id = source.identifier("replyToMessageId") {
            message.details.replyTo = Reply()
            message.details.replyTo?.id = id
        }
        try builder.append(message)
    }

    private static let kinds: [Int: Attachment.Kind] = [
        1: .image, 2: .voice, 3: .video, 4: .file, 5: .sticker,
    ]

    /// Attaches a file. The content is a path, or words such as `[Image]` or `[Image: dot.png]`.
    private static func attach(
        _ content: String, _ kind: Attachment.Kind, _ file: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var attachment = Attachment(kind: kind)
        let isName = !content.isEmpty && !content.hasPrefix("[") && !content.utf8.contains(0x0A)
        if isName,
            sources.resolve(content, from: file) != nil || !Path.fileExtension(content).isEmpty
        {
            attachment.name = CleanText.line(Path.lastName(content))
            try builder.attach(content, to: &attachment, from: &sources, document: file)
        } else {
            builder.miss(&attachment, "not in the export")
            if let colon = content.place(of: ": "), content.hasPrefix("["), content.hasSuffix("]") {
                let name = content[colon.upperBound...].dropLast().trimmingBlanks()
                attachment.name = Path.fileExtension(name).isEmpty ? nil : CleanText.line(name)
            }
            if !content.hasPrefix("[") { message.body = Body.plain(content) }
        }
        message.attachments = [attachment]
    }
}
