import Basics
import Model

/// A Slack workspace's export: a ZIP with lists of channels and users, and one file per day and
/// channel.
enum Slack {
    static let importer = Importer(
        name: "slack", title: "Slack",
        summary:
            "a workspace's export ZIP (channels and direct messages), one channel's day, or slackdump",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let names = Set(probe.names)
        for users in probe.names where probe.isArchive && users.hasSuffix("users.json") {
            let root = Path.folder(users)
            let lists = ["channels.json", "groups.json", "dms.json", "mpims.json"]
            if lists.contains(where: { names.contains(root + $0) }) {
                return Claim(.certain, [users])
            }
        }
        return SlackFragments.claim(probe)
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        builder.conversation.service = .slack
        builder.needsSorting = true
        guard builder.sources.isArchive, let users = claim.files.first,
            users.hasSuffix("users.json")
        else {
            return try SlackFragments.choose(of: claim, &builder) {
                files, builder throws(ImportError) in
                let chat = SlackChat(directory: SlackDirectory(), file: files.first ?? "")
                try chat.read(files, &builder)
            }
        }
        let pictures = SlackPictures(root: Path.folder(users), in: builder.sources)
        let directory = try SlackDirectory(
            usersFile: users, beside: pictures.index, in: builder.sources)
        let places = directory.conversations.map { ChatName(id: $0.id, name: $0.title) }
        guard !places.isEmpty else { throw .noMessages(importer: importer.name) }
        let wanted = builder.options.chat.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
        try builder.choose(places, named: wanted) { index, builder throws(ImportError) in
            let place = directory.conversations[index]
            builder.begin(
                title: place.isDirect || place.isGroup ? place.title : "#" + place.title,
                subtitle: place.topic, isGroup: !place.isDirect)
            let chat = SlackChat(directory: directory, file: users)
            try chat.read(place.files, &builder)
            try pictures.fill(&builder)
        }
    }
}

/// Parts of a Slack workspace without its lists of users and channels: the days of a channel, each
/// an array of messages, or dumps of slackdump. Each dump is an object with a whole channel.
private enum SlackFragments {
    static func claim(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { $0.has("slack") }
        guard probe.isArchive, !files.isEmpty else {
            return files.first.map { Claim(.certain, [$0.name]) }
        }
        // A channel may have more days than the probe examines; the others are recognized by name.
        let folders = Set(files.filter { $0.shape?.isArray == true }.map { Path.folder($0.name) })
        let days = probe.names.filter { name in
            folders.contains(Path.folder(name)) && Path.fileExtension(name) == "json"
                && DayInName.day(Path.stem(name)) != nil
        }
        return Claim(.certain, Set(files.map(\.name) + days).sorted())
    }

    /// Reads the files of the selected channel: the days in a folder, or one dump.
    static func choose(
        of claim: Claim, _ builder: inout ConversationBuilder,
        _ body: ([String], inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard claim.files.count > 1 else { return try body(claim.files, &builder) }
        var names: [ChatName] = []
        var files: [[String]] = []
        var folders: [String: Int] = [:]
        for file in claim.files {
            let folder = Path.folder(file)
            if let dump = try builder.sources.json(file).members(without: ["messages"]) {
                let id = dump.text("channel_id") ?? file
                names.append(ChatName(id: id, name: dump.text("name") ?? id))
                files.append([file])
            } else if let place = folders[folder] {
                files[place].append(file)
            } else {
                folders[folder] = files.count
                names.append(ChatName(id: folder, name: Path.lastName(String(folder.dropLast()))))
                files.append([file])
            }
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            try body(files[index], &builder)
        }
    }
}

/// Converts the days of one Slack channel to messages.
private struct SlackChat: RecordReader {
    let directory: SlackDirectory
    let file: String
    /// The names of bots learned so far, and the bots that wrote before their name was known.
    private(set) var botNames: [String: String] = [:]
    private(set) var nameless: Set<String> = []

    static let needsObjects = true
    static let unknown = (noun: "block", outcome: "shown as text")

    /// slackdump stores the replies of a thread in its first message.
    static func inner(of source: JSONValue) -> [JSONValue] {
        source.list("slackdump_thread_replies")
    }

    func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        var driver = RecordDriver(self, builder)
        for file in files {
            let document = try builder.sources.json(file)
            var path: [String] = []
            if let dump = try document.members(without: ["messages"]) {
                builder.conversation.title = dump.text("name").map { CleanText.line("#" + $0) }
                path = ["messages"]
            }
            try driver.read(document, at: path, &builder)
        }
        driver.end(&builder)
        for id in driver.reader.nameless {
            guard let name = driver.reader.botNames[id], let bot = builder.known(Self.key(id))
            else { continue }
            builder.conversation.participants[bot].name = CleanText.line(name)
        }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        // The timestamp is kept as text: a number would lose its last digits.
        var record = Record(source.identifier("ts"), at: source.seconds("ts"))
        let subtype = source.text("subtype") ?? ""
        let text = SlackText(directory: directory)
        if let action = Self.systemActions[subtype] {
            record.becomeNotice(action)
            record.message.body = text.blocks(source.text("text") ?? "")
            record.message.details.system?.actors =
                source.text("user").map { [directory.name($0)] } ?? []
            return record
        }
        record.sender = sender(source)
        if subtype == "huddle_thread" || source["room"]?.text("call_family") != nil {
            record.becomeCall(call(source["room"]))
        }
        if subtype == "tombstone" {
            record.message.details.deleted = Deleted()
        } else {
            record.message.body = SlackBlocks(text: text).body(of: source, &context)
        }
        SlackFiles(directory: directory, file: file).fill(&record, source, &context)
        relate(source, &record.message)
        return record
    }

    private static func key(_ bot: String) -> String { "bot/\(bot)" }

    private mutating func sender(_ source: JSONValue) -> Record.Person? {
        let given = source["user_profile"]?.first("display_name", "real_name")
        if let user = source.text("user"), source.text("subtype") != "bot_message" {
            let person = directory.people[user]
            return Record.Person(
                key: user, name: person?.name ?? given ?? user, handle: person?.handle,
                role: person?.isBot == true ? "bot" : nil, color: person?.color)
        }
        let bot = source["bot_profile"]?.text("name")
        let id = source.text("bot_id")
        if let id, let bot { botNames[id] = bot }
        let own = source.text("username")
        let known = own ?? bot ?? id.flatMap { directory.bots[$0] ?? botNames[$0] }
        if let id, known == nil || own == nil && nameless.contains(id) {
            nameless.insert(id)
            return Record.Person(key: Self.key(id), name: id, role: "bot")
        }
        return known.map { name in
            Record.Person(key: "bot/\(id ?? "")/\(name)", name: name, role: "bot")
        }
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let root = source.identifier("thread_ts") { join(root, source, &message) }
        if let edited = source["edited"], edited.kind == .object {
            message.details.edited = Edited(at: edited.seconds("ts"))
        }
        message.details.isPinned = !source.list("pinned_to").isEmpty
        message.details.reactions = source.list("reactions").prefix(100).compactMap { item in
            guard let name = item.text("name") else { return nil }
            let users = item.list("users").prefix(200).compactMap(\.string)
            return Reaction(
                emoji: CleanText.line(SlackEmoji(name).text),
                count: item.tally("count") ?? users.count,
                by: users.map { CleanText.line(directory.name($0)) })
        }
    }

    /// Adds a message to its thread. The timestamp of the thread's head is the thread's ID.
    private func join(_ root: String, _ source: JSONValue, _ message: inout Message) {
        var thread = Thread()
        if root == message.id {
            thread.replies = source.tally("reply_count")
        } else {
            thread.root = root
            // The reply is used if the head is not in the export.
            message.details.replyTo = Reply(
                id: root, from: source.text("parent_user_id").map(directory.name))
        }
        if thread != Thread() { message.details.thread = thread }
    }

    private func call(_ room: JSONValue?) -> Call {
        var call = Call()
        call.outcome = .answered
        if let start = room?.span("date_start"), let end = room?.span("date_end"), end > start {
            call.duration = end - start
        }
        return call
    }

    private static let systemActions: [String: SystemAction] = [
        "channel_join": .memberJoined, "group_join": .memberJoined, "channel_leave": .memberLeft,
        "group_leave": .memberLeft, "channel_topic": .topicChanged, "group_topic": .topicChanged,
        "channel_purpose": .descriptionChanged, "group_purpose": .descriptionChanged,
        "channel_name": .titleChanged, "group_name": .titleChanged,
        "channel_archive": .archived, "group_archive": .archived, "channel_unarchive": .archived,
        "group_unarchive": .archived, "channel_convert_to_private": .settingsChanged,
        "channel_posting_permissions": .settingsChanged, "bot_add": .memberAdded,
        "bot_remove": .memberRemoved, "pinned_item": .pinned, "reminder_add": .notice,
        "sh_room_created": .call,
    ]
}

/// The people, channels and bots by their IDs in a Slack export.
struct SlackDirectory {
    struct Person {
        var name: String
        var handle: String?
        var color: UInt32?
        var isBot = false
    }

    struct Place {
        var id: String
        var title: String
        var topic: String?
        /// Whether the chat has two people.
        var isDirect = false
        /// Whether the chat is a group without a name.
        var isGroup = false
        /// The files of the channel's days, in order.
        var files: [String] = []
    }

    private(set) var people: [String: Person] = ["USLACKBOT": Person(name: "Slackbot")]
    private(set) var conversations: [Place] = []
    private var channelNames: [String: String] = [:]
    /// The names of bots by the IDs in their messages.
    private(set) var bots: [String: String] = [:]

    /// Creates an empty directory, for a file that came without lists.
    init() {}

    /// - Parameter other: a file that looks like a channel's day but is not.
    init(usersFile: String, beside other: String?, in sources: ExportFiles) throws(ImportError) {
        let root = Path.folder(usersFile)
        try readPeople(usersFile, sources)
        var folders: [String: [String]] = [:]
        for name in sources.names where name.hasPrefix(root) && name != other {
            let rest = name.dropFirst(root.count)
            guard Path.depth(String(rest)) == 1, rest.hasSuffix(".json") else { continue }
            folders[String(rest.prefix { $0 != "/" }), default: []].append(name)
        }
        for list in ["channels", "groups", "mpims", "dms"] {
            let file = root + list + ".json"
            guard sources.size(of: file) != nil else { continue }
            let document = try sources.json(file)
            try document.forEach(at: []) { channel, _ in
                add(channel, of: list, &folders)
            }
        }
        // Some plans export no lists, so these folders have no entry.
        for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
            conversations.append(Place(id: folder, title: folder, files: files.sorted()))
        }
        conversations.removeAll { $0.files.isEmpty }
    }

    private mutating func readPeople(_ file: String, _ sources: ExportFiles) throws(ImportError) {
        let document = try sources.json(file)
        try document.forEach(at: []) { user, _ in
            guard let id = user.text("id") else { return }
            let profile = user["profile"]
            let names = [
                profile?.text("display_name"), profile?.text("real_name"), user.text("real_name"),
                user.text("name"),
            ]
            var person = Person(name: names.compactMap(\.self).first ?? id)
            person.handle = user.text("name").map { "@" + $0 }
            person.color = user.text("color").flatMap { UInt32($0, radix: 16) }
                .map { $0 & 0xFF_FFFF }
            person.isBot = user.flag("is_bot")
            people[id] = person
            if let bot = profile?.text("bot_id") ?? user.text("bot_id") { bots[bot] = person.name }
        }
    }

    private mutating func add(
        _ channel: JSONValue, of list: String, _ folders: inout [String: [String]]
    ) {
        guard let id = channel.text("id") else { return }
        let name = channel.text("name") ?? id
        var place = Place(id: id, title: name)
        place.isDirect = list == "dms"
        place.isGroup = list == "mpims"
        if !place.isDirect { channelNames[id] = name }
        if place.isDirect || place.isGroup {
            let members = channel.list("members").compactMap(\.string)
            place.title = members.map(self.name).joined(separator: ", ")
        }
        place.topic = channel["topic"]?.text("value") ?? channel["purpose"]?.text("value")
        place.files = (folders.removeValue(forKey: place.isDirect ? id : name) ?? []).sorted()
        conversations.append(place)
    }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    func channel(_ id: String) -> String { channelNames[id] ?? id }
}
