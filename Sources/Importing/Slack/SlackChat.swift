import Basics
import Model

/// Converts the days of one Slack channel to messages.
struct SlackChat: RecordReader {
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

    func read(
        _ files: [String], _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var driver = RecordDriver(self, builder, sources)
        for file in files {
            let document = try sources.json(file)
            var path: [String] = []
            if let dump = try document.members(without: ["messages"]) {
                builder.conversation.title = dump.text("name").map { CleanText.line("#" + $0) }
                path = ["messages"]
            }
            try driver.read(document, at: path, &builder, &sources)
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
        let reactions = source.list("reactions").prefix(100).compactMap { item -> Reaction? in
            guard let name = item.text("name") else { return nil }
            let users = item.list("users").prefix(200).compactMap(\.string)
            var reaction = Reaction(
                emoji: CleanText.line(SlackEmoji(name).text),
                count: item.tally("count") ?? users.count)
            reaction.by = users.map { CleanText.line(directory.name($0)) }
            return reaction
        }
        message.details.reactions = reactions
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
