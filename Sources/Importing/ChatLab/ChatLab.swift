import Basics
import Model

/// ChatLab's exchange format, version 0.0, as JSON or JSON Lines.
struct ChatLab: RecordReader {
    static let needsObjects = true

    static let importer = Importer(
        name: "chatlab", title: "ChatLab",
        summary: "JSON or JSON Lines in ChatLab's format",
        reading: .all, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
            if builder.sources.holdsLines(file) {
                try readLines(file, &builder)
            } else {
                try readDocument(file, &builder)
            }
        }
    }

    private static func readDocument(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let document = try builder.sources.json(file)
        let head = try document.facts(without: ["messages"])
        begin(head["meta"], &builder)
        for member in head.list("members") { try add(member: member, &builder) }
        var driver = RecordDriver(ChatLab(), builder)
        try driver.read(document, at: ["messages"], &builder)
        builder.setMe(key: head["meta"]?.identifier("ownerId"))
    }

    /// Each line states whether it is the header, a person or a message.
    private static func readLines(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let document = try builder.sources.jsonLines(file)
        var meta: JSONValue?
        var unknown = 0
        var driver = RecordDriver(ChatLab(), document: file, builder)
        try document.forEach(at: []) { line, _ throws(ImportError) in
            switch line.text("_type") {
            case "header":
                meta = line["meta"]
                begin(meta, &builder)
            case "member": try add(member: line, &builder)
            case "message": try driver.add(line, &builder)
            default: unknown += 1
            }
        }
        builder.setMe(key: meta?.identifier("ownerId"))
        builder.warn(.unsupported, unknown, "line", "of unknown types omitted")
    }

    private static func begin(_ meta: JSONValue?, _ builder: inout ConversationBuilder) {
        builder.begin(
            title: meta?.text("name"), isGroup: meta?.text("type").map { $0 == "group" })
        builder.conversation.service = service(meta?.text("platform"))
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

    private static func service(_ platform: String?) -> Service {
        platform.flatMap { Service(rawValue: $0.lowercased()) } ?? .other
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            source.identifier("platformMessageId"), at: source.seconds("timestamp"))
        let content = source.text("content") ?? ""
        let type = source["type"]?.int ?? 0
        switch type {
        case 80: record.becomeNotice(.notice)
        case 23: record.becomeCall(Call())
        case 81: record.message.details.deleted = Deleted()
        default: break
        }
        if type != 80, let sender = source.identifier("sender") {
            record.sender = Record.Person(
                key: sender, name: source.first("groupNickname", "accountName"))
        }
        if let kind = Self.kinds[type] {
            attach(content, kind, &record, context)
        } else if type == 8 {
            record.message.details.location = Location(name: content)
        } else {
            record.message.body = Body.plain(content)
        }
        record.message.details.replyTo = source.identifier("replyToMessageId").map {
            Reply(id: $0)
        }
        return record
    }

    private static let kinds: [Int: Attachment.Kind] = [
        1: .image, 2: .voice, 3: .video, 4: .file, 5: .sticker,
    ]

    /// The content is a path, or words such as `[Image]` or `[Image: dot.png]`.
    private func attach(
        _ content: String, _ kind: Attachment.Kind, _ record: inout Record,
        _ context: RecordContext
    ) {
        var file = RecordFile(kind)
        let isName = !content.isEmpty && !content.hasPrefix("[") && !content.utf8.contains(0x0A)
        if isName, !Path.fileExtension(content).isEmpty || context.resolve(content) != nil {
            file = RecordFile(kind, named: Path.lastName(content), at: .beside(content))
        } else if !content.hasPrefix("[") {
            record.message.body = Body.plain(content)
        } else if let colon = content.place(of: ": "), content.hasSuffix("]") {
            let name = content[colon.upperBound...].dropLast().trimmingBlanks()
            file.attachment.name = Path.fileExtension(name).isEmpty ? nil : CleanText.line(name)
        }
        record.files = [file]
    }
}
