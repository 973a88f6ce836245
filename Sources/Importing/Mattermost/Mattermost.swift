import Basics
import Model

/// Mattermost's bulk export: JSON Lines. Each line has a type, and its data in a member of that
/// name.
enum Mattermost {
    static let importer = Importer(
        name: "mattermost", title: "Mattermost",
        summary: "the JSON Lines of Mattermost's bulk export, alone or in its ZIP",
        recognize: recognize, read: read)

    private static let types: Set<String> = [
        "team", "channel", "user", "post", "direct_channel", "direct_post", "emoji", "role",
        "scheme", "bot",
    ]

    /// The maximum number of lines that are examined; the first may be long.
    private static let maxLines = 40

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimOne { file in
            guard file.shape?.has("type") == true else { return false }
            let known = Lines(file.head).prefix(maxLines).count { range in
                guard let line = try? JSONValue(parsing: Array(file.head[range]), maxDepth: 16),
                    let type = line.text("type"), types.contains(type)
                else { return false }
                return line[type]?.kind == .object
            }
            return known >= 2
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try builder.sources.jsonLines(file)
        var directory = MattermostDirectory()
        var posts = AlternatingChats(
            builder, counting: MattermostChat(directory: directory, file: file))
        try document.forEachEntry(at: []) { line, place throws(ImportError) in
            directory.note(line)
            let id = MattermostDirectory.chat(of: line)
            if id == nil { FieldLog.current?.saw(line) }
            try posts.see(place, of: file, in: id) { chat, builder throws(ImportError) in
                try chat.add(line: line, &builder)
            }
        }
        let chats = directory.chats
        try posts.choose(
            chats.map(\.name), &builder
        ) { index, runs, builder throws(ImportError) in
            let chat = chats[index]
            builder.begin(
                title: chat.isGroup ? chat.name.name : nil, subtitle: chat.header,
                isGroup: chat.isGroup)
            builder.needsSorting = true
            var reader = MattermostChat(directory: directory, file: file)
            for run in runs {
                for line in try document.entries(in: run.range) {
                    try reader.add(line: line, &builder)
                }
            }
        }
    }
}

/// The users and chats, from the lines that describe them.
private struct MattermostDirectory {
    struct Chat {
        let name: ChatName
        let header: String?
        let isGroup: Bool
    }

    private var people: [String: String] = [:]
    private var channels: [String: (name: String?, header: String?)] = [:]
    /// The chat IDs in the order of their first posts.
    private var ids: [String] = []
    private var members: [String: [String]] = [:]

    mutating func note(_ line: JSONValue) {
        switch line.text("type") {
        case "user":
            guard let user = line["user"], let handle = user.text("username") else { return }
            let full = [user.text("first_name"), user.text("last_name")].compactMap { $0 }
            people[handle] =
                user.text("nickname") ?? (full.isEmpty ? nil : full.joined(separator: " "))
        case "channel":
            guard let channel = line["channel"], let id = Self.id(of: channel, "name") else {
                return
            }
            channels[id] = (channel.text("display_name"), channel.text("header"))
        case "post", "direct_post":
            guard let id = Self.chat(of: line), members[id] == nil else { return }
            ids.append(id)
            members[id] = Self.members(line["direct_post"]) ?? []
        default: break
        }
    }

    var chats: [Chat] {
        ids.map { id in
            let people = members[id] ?? []
            let channel = channels[id]
            let name =
                people.isEmpty
                ? channel?.name ?? String(id.drop { $0 != "/" }.dropFirst())
                : people.map(self.name).joined(separator: ", ")
            return Chat(
                name: ChatName(id: id, name: name), header: channel?.header,
                isGroup: people.isEmpty || people.count > 2)
        }
    }

    func name(of handle: String) -> String { people[handle] ?? handle }

    /// Returns the chat of a post, or nil for other lines.
    static func chat(of line: JSONValue) -> String? {
        switch line.text("type") {
        case "post": line["post"].flatMap { id(of: $0, "channel") }
        case "direct_post": members(line["direct_post"]).map { $0.joined(separator: ",") }
        default: nil
        }
    }

    private static func members(_ post: JSONValue?) -> [String]? {
        guard let post else { return nil }
        let members = post.list("channel_members").compactMap(\.string).filter { !$0.isEmpty }
        return members.isEmpty ? nil : members.sorted()
    }

    private static func id(of value: JSONValue, _ key: String) -> String? {
        value.text(key).map { (value.text("team") ?? "") + "/" + $0 }
    }
}

/// The posts of one channel, with the replies nested in each.
private struct MattermostChat {
    let directory: MattermostDirectory
    let file: String
    /// The number of thread roots so far: the export gives posts no IDs.
    private(set) var roots = 0

    private static let events: [String: SystemAction] = [
        "system_join_channel": .memberJoined, "system_join_team": .memberJoined,
        "system_leave_channel": .memberLeft, "system_leave_team": .memberLeft,
        "system_add_to_channel": .memberAdded, "system_add_to_team": .memberAdded,
        "system_remove_from_channel": .memberRemoved,
        "system_remove_from_team": .memberRemoved, "system_header_change": .topicChanged,
        "system_displayname_change": .titleChanged,
        "system_purpose_change": .descriptionChanged,
    ]

    mutating func add(line: JSONValue, _ builder: inout ConversationBuilder) throws(ImportError) {
        guard let post = line.text("type").flatMap({ line[$0] }) else { return }
        try add(post, root: nil, &builder)
    }

    /// Adds a post and its replies.
    mutating func add(
        _ post: JSONValue, root: String?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let replies = post.list("replies")
        if !replies.isEmpty { roots += 1 }
        let id = replies.isEmpty ? nil : "thread-\(roots)"
        let record = record(post, id, root: root, builder.sources.index)
        try builder.add(record, document: file)
        for reply in replies { try add(reply, root: id, &builder) }
    }

    private func record(
        _ post: JSONValue, _ id: String?, root: String?, _ files: FileIndex
    ) -> Record {
        var record = Record(id, at: post.milliseconds("create_at"))
        let handle = post.text("user") ?? "unknown"
        let name = directory.name(of: handle)
        let text = post.text("message") ?? ""
        if let type = post.text("type"), type.hasPrefix("system_") {
            record.becomeNotice(
                Self.events[type] ?? .notice, by: [name], text: text.nonEmpty ?? type)
            return record
        }
        record.sender = Record.Person(key: handle, name: name, handle: "@" + handle)
        record.message.body = Self.body(text)
        // Messages of integrations are in `props`, besides the text.
        for card in post["props"]?.list("attachments") ?? [] {
            record.message.body += Self.card(card)
        }
        record.files = post.list("attachments").compactMap { $0.text("path") }.map { path in
            // In the export's ZIP, files are in a folder that the lines do not mention.
            let isFound = files.resolve(path, from: file) != nil
            return RecordFile(
                named: Path.lastName(path), at: .beside(isFound ? path : "data/" + path))
        }
        record.message.details.thread = root.map { Thread(root: $0) }
        if let time = post.milliseconds("edit_at"), time.milliseconds > 0 {
            record.message.details.edited = Edited(at: time)
        }
        record.message.details.isPinned = post.flag("is_pinned")
        record.message.details.reactions = Reaction.grouped(
            post.list("reactions").compactMap { reaction in
                reaction.text("emoji_name").map { emoji in
                    (
                        name: reaction.text("user").map(directory.name) ?? "",
                        emoji: SlackEmoji(emoji).text
                    )
                }
            })
        return record
    }

    private static func body(_ text: String) -> [TextBlock] {
        Body.markdown(EmojiCodes.replaced(in: text))
    }

    private static func card(_ card: JSONValue) -> [TextBlock] {
        let fields = card.list("fields").prefix(20).map { field in
            (name: field.text("title"), value: field.text("value"))
        }
        let isEmpty = fields.isEmpty && card.first("author_name", "title", "text") == nil
        return body(card.text("pretext") ?? "")
            + Body.card(
                author: card.text("author_name"), title: card.text("title"),
                address: card.text("title_link"),
                body(card.text(isEmpty ? "fallback" : "text") ?? ""), fields: fields,
                footer: card.text("footer"), reading: body)
    }
}
