import Basics
import Model

/// Rocket.Chat messages as returned by its API and written by its exports.
struct RocketChat: RecordReader {
    static let importer = Importer(
        name: "rocketchat", title: "Rocket.Chat",
        summary: "messages of Rocket.Chat's API or export as JSON",
        reading: .all,
        read: { claim, builder throws(ImportError) in
            try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                let path = builder.sources.path(ofRecords: "messages", in: file)
                let document = try builder.sources.json(file)
                builder.needsSorting = true
                var driver = RecordDriver(RocketChat(), builder)
                try driver.look(at: document, path)
                try driver.read(document, at: path, &builder)
            }
        })

    /// Names by username. Reactions list only usernames.
    private var names: [String: String] = [:]

    mutating func look(at source: JSONValue) {
        guard let handle = source["u"]?.text("username") else { return }
        names[handle] = source["u"]?.text("name") ?? names[handle]
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        let user = source["u"]
        let handle = user?.text("username") ?? user?.text("_id") ?? "unknown"
        let name = user?.text("name") ?? handle
        let text = source.text("msg") ?? ""
        var record = Record(source.text("_id"), at: Self.time(source, "ts", &context))
        switch source.text("t") {
        case nil, "e2e", "discussion-created": break
        case "rm":
            record.sender = Record.Person(key: handle, name: name)
            record.message.details.deleted = Deleted()
            return record
        case let type?:
            Self.event(type, text, by: name, &record)
            return record
        }
        record.sender = Record.Person(
            key: handle, name: source.text("alias") ?? name, handle: "@" + handle)
        let isCiphertext = source.text("t") == "e2e" && source.text("e2e") != "done"
        record.message.body =
            isCiphertext
            ? Body.plain("🔒 could not be decrypted")
            : Self.body(Self.withoutQuotations(text))
        for item in source.list("attachments") {
            if let quotation = Self.quotation(item) {
                record.message.details.replyTo = quotation
            } else if Self.isCard(item) {
                record.message.body += Self.card(item)
                if let url = item.text("image_url") {
                    record.files.append(RecordFile(.image, named: Path.lastName(url)))
                }
            } else {
                record.files.append(Self.file(item))
            }
        }
        if source.list("attachments").isEmpty, let item = source["file"], item.kind == .object {
            let name = item.text("name")
            record.files = [
                RecordFile(named: name, mime: item.text("type"), at: .path(name ?? ""))
            ]
        }
        record.message.details.edited = Self.time(source, "editedAt", &context).map {
            Edited(at: $0)
        }
        record.message.details.thread = source.text("tmid").map { Thread(root: $0) }
        record.message.details.isPinned = source.flag("pinned")
        record.message.details.reactions = reactions(source["reactions"]?.entries ?? [])
        return record
    }

    private func reactions(_ entries: [JSONValue.Member]) -> [Reaction] {
        Reaction.grouped(
            entries.flatMap { entry in
                entry.value.list("usernames").compactMap(\.string).map {
                    (names[$0] ?? $0, SlackEmoji.text(entry.key))
                }
            })
    }

    private static let events: [String: SystemAction] = [
        "uj": .memberJoined, "ul": .memberLeft, "au": .memberAdded, "ru": .memberRemoved,
        "r": .titleChanged, "room_changed_topic": .topicChanged,
        "room_changed_description": .descriptionChanged, "message_pinned": .pinned,
        "room_changed_avatar": .photoChanged, "subscription-role-added": .adminAdded,
        "subscription-role-removed": .adminRemoved, "room-archived": .archived,
    ]

    private static func event(
        _ type: String, _ text: String, by name: String, _ record: inout Record
    ) {
        let action = events[type] ?? .notice
        switch action {
        case .titleChanged, .topicChanged, .descriptionChanged:
            let words = "\(name) changed it to \u{201C}\(text)\u{201D}"
            record.becomeNotice(action, by: [name], text: words)
        case .memberAdded, .memberRemoved, .adminAdded, .adminRemoved:
            record.becomeNotice(action, by: [name], to: [text])
        case .memberJoined, .memberLeft: record.becomeNotice(action, by: [name])
        default: record.becomeNotice(action, by: [name], text: text.nonEmpty ?? type)
        }
    }

    /// Removes the empty links to quoted messages that precede an answer.
    private static func withoutQuotations(_ text: String) -> String {
        var rest = text[...]
        while rest.hasPrefix("[ ]("), let end = rest.place(of: ")") {
            rest = rest[end.upperBound...].drop { $0 == " " || $0 == "\n" }
        }
        return String(rest)
    }

    /// Parses `2024-01-01T10:00:00.000Z`, or `$date` with such a time or with milliseconds.
    private static func time(
        _ source: JSONValue, _ key: String, _ context: inout RecordContext
    ) -> Moment? {
        if let text = source.text(key) { return context.moment(text) }
        return context.moment(source[key]?.text("$date")) ?? source[key]?.milliseconds("$date")
    }

    /// Returns the message that an attachment quotes: it has an author.
    private static func quotation(_ item: JSONValue) -> Reply? {
        guard let author = item.text("author_name"), let link = item.text("message_link") else {
            return nil
        }
        return Reply(
            id: link.place(of: "msg=").map { String(link[$0.upperBound...]) },
            from: CleanText.line(author), text: item.text("text").map(CleanText.clean))
    }

    private static func body(_ text: String) -> [TextBlock] {
        RocketChatMarkdown.blocks(CleanText.clean(EmojiCodes.replaced(in: text)))
    }

    /// Whether an attachment is a message of an integration instead of a file.
    private static func isCard(_ item: JSONValue) -> Bool {
        guard item.text("type") != "file", item.text("title_link")?.holds("/file-upload/") != true
        else { return false }
        return item.first("text", "author_name", "pretext") != nil || !item.list("fields").isEmpty
    }

    private static func card(_ item: JSONValue) -> [TextBlock] {
        body(item.text("pretext") ?? "")
            + Body.card(
                author: item.text("author_name"), title: item.text("title"),
                address: item.text("title_link"), body(item.text("text") ?? ""),
                fields: item.list("fields").prefix(20).map { field in
                    (name: field.text("title"), value: field.text("value"))
                }, footer: item.text("footer"), reading: body)
    }

    private static func file(_ item: JSONValue) -> RecordFile {
        let path = item.first("image_url", "video_url", "audio_url", "title_link")
        let mime = item.first("image_type", "video_type", "audio_type")
        let name = item.text("title") ?? path.map(Path.lastName)
        var file = RecordFile(named: name, mime: mime, at: .beside(name ?? path ?? ""))
        file.attachment.caption = item.text("description").map(CleanText.clean)
        return file
    }
}
