import Basics
import Model

/// Zulip's export of an organization, the output of its server-side search export, and messages
/// from the API.
enum Zulip {
    static let importer = Importer(
        name: "zulip", title: "Zulip",
        summary: "an organization's export (messages-000001.json), or the API's messages",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        if let claim = probe.claimOne({ $0.has("zulip export") }) {
            guard probe.isArchive else { return claim }
            let folder = Path.folder(claim.files[0])
            let files = probe.names.filter { Path.folder($0) == folder && isMessageFile($0) }
            return Claim(.certain, files.isEmpty ? claim.files : files.sorted())
        }
        return probe.claimOne { $0.has("zulip") }
    }

    /// Returns whether a path is a message file: `messages-000001.json`.
    private static func isMessageFile(_ path: String) -> Bool {
        let name = Path.lastName(path)
        return name.hasPrefix("messages-") && name.hasSuffix(".json")
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        let shape = JSONShape(builder.sources.head(of: first))
        let isExport = shape?.has(prefix: "zerver_message") ?? false
        let path = shape?.isArray == true ? [] : ["messages"]
        var directory = ZulipDirectory()
        if isExport {
            let realm = Path.folder(first) + "realm.json"
            if builder.sources.resolve(realm) == realm {
                try directory.read(try builder.sources.json(realm))
            }
        }
        var messages = AlternatingChats(
            builder,
            counting: RecordDriver(ZulipChat(directory: ZulipDirectory()), document: first, builder)
        )
        var document = try builder.sources.json(first)
        for file in claim.files {
            if file != first { document = try builder.sources.json(file) }
            func see(_ record: JSONValue, _ place: Range<Int>) throws(ImportError) {
                directory.note(record)
                try messages.see(
                    place, of: file, in: directory.chat(of: record)
                ) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder)
                }
            }
            guard isExport else {
                try document.forEachEntry(at: path, see)
                continue
            }
            try document.forEachEntry(
                ofMembers: ["zerver_message", "zerver_reaction"]
            ) { kind, record, place throws(ImportError) in
                guard kind == "zerver_message" else {
                    FieldLog.current?.saw(record)
                    return directory.add(reaction: record)
                }
                try see(record, place)
            }
        }
        let chats = directory.chats
        try messages.choose(
            chats.map(\.name), &builder
        ) { index, runs, builder throws(ImportError) in
            let chat = chats[index]
            builder.begin(
                title: chat.name.name, subtitle: chat.description, isGroup: chat.isGroup)
            builder.needsSorting = true
            var driver = RecordDriver(ZulipChat(directory: directory), document: first, builder)
            for run in runs {
                if run.file != document.file { document = try builder.sources.json(run.file) }
                try driver.read(try document.entries(in: run.range), &builder)
            }
        }
    }
}

/// The messages of one channel or direct conversation.
private struct ZulipChat: RecordReader {
    let directory: ZulipDirectory
    /// The ID of the first message in each topic.
    private(set) var roots: [String: String] = [:]

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let at =
            source.seconds("date_sent") ?? source.seconds("pub_date") ?? source.seconds("timestamp")
        var record = Record(source.identifier("id"), at: at, from: sender(source))
        let text = source.text("content") ?? ""
        if source.text("content_type") == "text/html" || isRendered(source, text) {
            let page = ZulipText.removingFiles(HTMLMarkup.root(of: text))
            record.message.body = blocks(page.root)
            record.files = page.files.map { file($0.path, $0.name) }
        } else {
            let content = ZulipText(text)
            record.message.body = content.blocks
            record.message.details.replyTo = content.reply
            record.files = content.files.map { file($0.path, $0.name) }
        }
        if let topic = source.text("subject") ?? source.text("topic") {
            join(CleanText.line(topic), &record.message)
        }
        if let time = source.seconds("last_edit_time") ?? source.seconds("last_edit_timestamp") {
            record.message.details.edited = Edited(at: time)
        }
        record.message.details.reactions = Reaction.grouped(reactions(source))
        return record
    }

    /// Adds a message to its topic. The first message has the topic as its subject, and the others
    /// are its thread.
    private mutating func join(_ topic: String, _ message: inout Message) {
        if let root = roots[topic] {
            message.details.thread = Thread(root: root)
        } else if let id = message.id {
            message.details.subject = topic
            roots[topic] = id
        }
    }

    private func sender(_ source: JSONValue) -> Record.Person {
        if let id = source.identifier("sender") {
            let known = directory.person(id)
            return Record.Person(
                key: id, name: known?.name ?? Self.name(source.text("sender_name")) ?? id,
                handle: known?.mail)
        }
        let name = source.text("sender_full_name") ?? "Unknown"
        let mail = source.text("sender_email")
        return Record.Person(
            key: source.identifier("sender_id") ?? mail ?? name, name: name, handle: mail)
    }

    /// Returns the name in `Ana Kim <ana@chat.example>`.
    private static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        return text.place(of: " <").map { String(text[..<$0.lowerBound]) } ?? text
    }

    private func reactions(_ source: JSONValue) -> [(name: String, emoji: String)] {
        let own = source.list("reactions").compactMap { reaction in
            reaction.text("emoji_name").map { emoji in
                let user = reaction["user"]
                return (
                    name: user?.text("full_name") ?? reaction.identifier("user_id") ?? "",
                    emoji: SlackEmoji(emoji).text
                )
            }
        }
        return own + (source.identifier("id").map(directory.reactions) ?? [])
    }

    // MARK: Rendered messages

    /// Returns whether a message is HTML. Tools that store the API's messages omit the content
    /// type.
    private func isRendered(_ source: JSONValue, _ text: String) -> Bool {
        source["sender_full_name"] != nil && text.hasPrefix("<") && text.hasSuffix(">")
    }

    private func blocks(_ root: HTMLElement) -> [TextBlock] {
        AnswerPage.blocks(root) { element in
            guard element.name == "span" || element.name == "img" else { return nil }
            guard element.classes.contains(where: { $0 == "emoji" }) else { return nil }
            return SlackEmoji.text(element["alt"] ?? element.text)
        }
    }

    private func file(_ path: String, _ name: String) -> RecordFile {
        let last = Path.lastName(path)
        // The export stores `/user_uploads/2/ab/plan.png` as `uploads/2/ab/plan.png`.
        let stored = Path.percentDecoded("uploads/" + path.dropFirst(ZulipText.uploads.count))
        return RecordFile(
            FileKind.kind(name: last), named: name.isEmpty ? Path.percentDecoded(last) : name,
            at: .beside(stored))
    }
}

/// The people, channels and chats of an export. Records refer to them by number.
private struct ZulipDirectory {
    struct Person {
        let name: String
        let mail: String?
    }

    struct Chat {
        let name: ChatName
        let description: String?
        let isGroup: Bool
    }

    private enum Recipient {
        case person(String)
        case channel(String)
        /// A direct conversation of any number of people.
        case group
    }

    private var people: [String: Person] = [:]
    private var channels: [String: (name: String, description: String?)] = [:]
    private var recipients: [String: Recipient] = [:]
    /// The subscribers of channels and the members of groups.
    private var members: [String: [String]] = [:]
    private var reactions: [String: [(person: String, emoji: String)]] = [:]
    private var ids: [String] = []
    private var names: [String: String] = [:]
    private var groups: Set<String> = []

    private static let maxMembers = 50

    // MARK: realm.json

    mutating func read(_ realm: JSONDocument) throws(ImportError) {
        let tables: Set<String> = [
            "zerver_userprofile", "zerver_userprofile_crossrealm", "zerver_userprofile_mirrordummy",
            "zerver_stream", "zerver_recipient", "zerver_subscription", "zerver_reaction",
        ]
        try realm.forEachEntry(ofMembers: tables) { table, record, _ throws(ImportError) in
            FieldLog.current?.saw(record)
            switch table {
            case "zerver_stream":
                guard let id = record.identifier("id"), let name = record.text("name") else {
                    return
                }
                channels[id] = (name, record.text("description"))
            case "zerver_recipient":
                guard let id = record.identifier("id"),
                    let target = record.identifier("type_id")
                else { return }
                switch record["type"]?.int {
                case 1: recipients[id] = .person(target)
                case 2: recipients[id] = .channel(target)
                case 3: recipients[id] = .group
                default: break
                }
            case "zerver_subscription":
                guard let recipient = record.identifier("recipient"),
                    let person = record.identifier("user_profile"),
                    members[recipient, default: []].count < Self.maxMembers
                else { return }
                members[recipient, default: []].append(person)
            case "zerver_reaction": add(reaction: record)
            default:
                guard let id = record.identifier("id") else { return }
                let mail = record.text("delivery_email") ?? record.text("email")
                people[id] = Person(name: record.text("full_name") ?? mail ?? id, mail: mail)
            }
        }
    }

    mutating func add(reaction record: JSONValue) {
        guard let message = record.identifier("message"), let name = record.text("emoji_name")
        else { return }
        let person = record.identifier("user_profile") ?? ""
        reactions[message, default: []].append((person, SlackEmoji(name).text))
    }

    // MARK: Messages

    mutating func note(_ record: JSONValue) {
        guard let id = chat(of: record), names[id] == nil else { return }
        ids.append(id)
        names[id] = name(ofChat: record, id)
        if isGroup(record) { groups.insert(id) }
    }

    /// Returns the ID of a message's chat.
    func chat(of record: JSONValue) -> String? {
        guard record.kind == .object else { return nil }
        if let recipient = record.identifier("recipient") {
            guard case .person(let other)? = recipients[recipient],
                let sender = record.identifier("sender")
            else { return "recipient \(recipient)" }
            return "direct " + [sender, other].sorted().joined(separator: "-")
        }
        if let channel = record.identifier("stream_id") { return "channel \(channel)" }
        switch record["display_recipient"] {
        case .string(let name): return "channel \(name)"
        case .array(let people):
            let ids = people.compactMap { $0.identifier("id") }.sorted()
            return "direct " + ids.joined(separator: "-")
        case .null, .bool, .number, .object, nil: return "channel"
        }
    }

    private func isGroup(_ record: JSONValue) -> Bool {
        if let recipient = record.identifier("recipient") {
            switch recipients[recipient] {
            case .person: return false
            case .channel: return true
            case .group: return (members[recipient]?.count ?? 3) > 2
            case nil: return record.text("recipient_name")?.hasPrefix("#") ?? true
            }
        }
        return (record["display_recipient"]?.array?.count ?? 3) > 2
    }

    private func name(ofChat record: JSONValue, _ id: String) -> String {
        if let recipient = record.identifier("recipient") {
            switch recipients[recipient] {
            case .channel(let channel): return "#" + (channels[channel]?.name ?? channel)
            case .person(let other):
                let pair = [record.identifier("sender") ?? "", other].sorted()
                return pair.map(name).joined(separator: ", ")
            case .group:
                let all = members[recipient] ?? []
                return all.isEmpty ? id : all.map(name).joined(separator: ", ")
            case nil: return record.text("recipient_name") ?? id
            }
        }
        switch record["display_recipient"] {
        case .string(let name): return "#" + name
        case .array(let people):
            return people.compactMap { $0.text("full_name") ?? $0.text("email") }
                .joined(separator: ", ")
        case .null, .bool, .number, .object, nil: return id == "channel" ? "Zulip" : id
        }
    }

    var chats: [Chat] {
        let descriptions = descriptions
        return ids.map { id in
            let name = names[id] ?? id
            let channel = name.hasPrefix("#") ? String(name.dropFirst()) : nil
            return Chat(
                name: ChatName(id: id, name: name),
                description: channel.flatMap { descriptions[$0] }, isGroup: groups.contains(id))
        }
    }

    private var descriptions: [String: String] {
        Dictionary(
            channels.values.compactMap { channel in channel.description.map { (channel.name, $0) } }
        ) { first, _ in first }
    }

    func person(_ id: String) -> Person? { people[id] }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    func reactions(to message: String) -> [(name: String, emoji: String)] {
        (reactions[message] ?? []).map { (name($0.person), $0.emoji) }
    }
}
