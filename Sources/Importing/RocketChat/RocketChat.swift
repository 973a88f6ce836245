import Conversation
import JSON
import Markup

/// Rocket.Chat messages as returned by its API and written by its exports.
enum RocketChat {
    static let importer = Importer(
        name: "rocketchat", title: "Rocket.Chat",
        summary: "messages of Rocket.Chat's API or export as JSON",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            let path = shape.isArray ? "[]" : "messages[]"
            return shape.has(path + ".rid", path + ".msg", path + ".u")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let isBare = JSONShape(sources.head(of: file))?.isArray == true
        let document = try sources.json(file)
        builder.needsSorting = true
        let path = isBare ? [] : ["messages"]
        // Reactions list only usernames.
        var names: [String: String] = [:]
        try document.forEach(at: path) { message, _ throws(ImportError) in
            guard let handle = message["u"]?.text("username") else { return }
            names[handle] = message["u"]?.text("name") ?? names[handle]
        }
        try document.forEach(at: path) { message, _ throws(ImportError) in
            try add(message, names, file, &builder, &sources)
        }
    }

    private static let events: [String: SystemAction] = [
        "uj": .memberJoined, "ul": .memberLeft, "au": .memberAdded, "ru": .memberRemoved,
        "r": .titleChanged, "room_changed_topic": .topicChanged,
        "room_changed_description": .descriptionChanged, "message_pinned": .pinned,
        "room_changed_avatar": .photoChanged, "subscription-role-added": .adminAdded,
        "subscription-role-removed": .adminRemoved, "room-archived": .archived,
    ]

    /// Removes the empty links to quoted messages that precede an answer.
    private static func withoutQuotations(_ text: String) -> String {
        var rest = text[...]
        while rest.hasPrefix("[ ]("), let end = rest.place(of: ")") {
            rest = rest[end.upperBound...].drop { $0 == " " || $0 == "\n" }
        }
        return String(rest)
    }

    /// Returns `+1` for `:+1:`.
    private static func bare(_ name: String) -> String {
        name.hasPrefix(":") && name.hasSuffix(":") && name.utf8.count > 2
            ? String(name.dropFirst().dropLast()) : name
    }

    /// Parses `2024-01-01T10:00:00.000Z`, or `$date` with such a time or with milliseconds.
    private static func time(
        _ source: JSONValue, _ key: String, _ builder: inout ConversationBuilder
    ) -> Moment? {
        if let text = source.text(key) { return builder.moment(text) }
        return source[key]?.text("$date").flatMap { builder.moment($0) }
            ?? source[key]?.milliseconds("$date")
    }

    private static func add(
        _ source: JSONValue, _ names: [String: String], _ file: String,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else { return }
        let at = time(source, "ts", &builder)
        builder.beginEntry(at: at)
        var message = Message()
        message.id = source.text("_id")
        message.at = at
        let user = source["u"]
        let handle = user?.text("username") ?? user?.text("_id") ?? "unknown"
        let name = user?.text("name") ?? handle
        let text = source.text("msg") ?? ""
        if let type = source.text("t"), type != "e2e", type != "discussion-created" {
            message.kind = .system
            let action = type == "rm" ? nil : events[type] ?? .notice
            guard let action else {
                message.kind = .message
                message.from = try builder.participant(handle, name: name)
                message.details.deleted = Deleted()
                return try builder.append(message)
            }
            message.details.system = SystemEvent(action: action.rawValue)
            message.details.system?.actors = [CleanText.line(name)]
            switch action {
            case .titleChanged, .topicChanged, .descriptionChanged:
                let words = "\(name) changed it to \u{201C}\(text)\u{201D}"
                message.body = Body.plain(words)
            case .memberAdded, .memberRemoved, .adminAdded, .adminRemoved:
                message.details.system?.targets = [CleanText.line(text)]
            case .memberJoined, .memberLeft: break
            default: message.body = Body.plain(text.isEmpty ? type : text)
            }
            return try builder.append(message)
        }
        let index = try builder.participant(handle, name: source.text("alias") ?? name)
        builder.conversation.participants[index].handle = CleanText.line("@" + handle)
        message.from = index
        message.body = Body.markdown(EmojiCodes.replaced(in: withoutQuotations(text)))
        for item in source.list("attachments") {
            try attach(item, file, &message, &builder, &sources)
        }
        if source.list("attachments").isEmpty, let item = source["file"], item.kind == .object {
            var attachment = Attachment(
                kind: FileKind.kind(name: item.text("name"), mime: item.text("type")))
            attachment.name = item.text("name").map(CleanText.line)
            try builder.attach(item.text("name") ?? "", to: &attachment, from: &sources)
            message.attachments.append(attachment)
        }
        if let time = time(source, "editedAt", &builder) {
            message.details.edited = Edited()
            message.details.edited?.at = time
        }
        if let root = source.text("tmid") {
            message.details.thread = Thread()
            message.details.thread?.root = root
        }
        message.details.isPinned = source.flag("pinned")
        var pairs: [(name: String, emoji: String)] = []
        for reaction in source["reactions"]?.entries ?? [] {
            for user in reaction.value.list("usernames").compactMap(\.string) {
                pairs.append((names[user] ?? user, SlackEmoji(bare(reaction.key)).text))
            }
        }
        message.details.reactions = Reaction.grouped(pairs)
        try builder.append(message)
    }

    private static func attach(
        _ item: JSONValue, _ file: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        // An attachment with an author is a quoted message.
        if let author = item.text("author_name"), item.text("message_link") != nil {
            var reply = Reply()
            reply.id = item.text("message_link").flatMap { link in
                link.place(of: "msg=").map { String(link[$0.upperBound...]) }
            }
            reply.from = CleanText.line(author)
            reply.text = item.text("text").map(CleanText.clean)
            message.details.replyTo = reply
            return
        }
        let path = ["image_url", "video_url", "audio_url", "title_link"].lazy
            .compactMap { item.text($0) }.first
        let mime = ["image_type", "video_type", "audio_type"].lazy
            .compactMap { item.text($0) }.first
        let name = item.text("title") ?? path.map(Path.lastName)
        var attachment = Attachment(kind: FileKind.kind(name: name, mime: mime))
        attachment.name = name.map(CleanText.line)
        attachment.caption = item.text("description").map(CleanText.clean)
        try builder.attach(
            name ?? path ?? "", to: &attachment, from: &sources, document: file)
        message.attachments.append(attachment)
    }
}
