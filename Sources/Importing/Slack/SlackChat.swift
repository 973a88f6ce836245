import Conversation
import JSON
import Markup

/// Converts the days of one Slack channel to messages.
struct SlackChat {
    let directory: SlackDirectory
    let file: String
    /// The names of bots learned so far, and the bots that wrote before their name was known.
    private var botNames: [String: String] = [:]
    private var nameless: [String: ParticipantIndex] = [:]

    init(directory: SlackDirectory, file: String) {
        self.directory = directory
        self.file = file
    }

    mutating func read(
        _ files: [String], _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        for file in files {
            let document = try sources.json(file)
            var path: [String] = []
            if let dump = try document.members(without: ["messages"]) {
                builder.conversation.title = dump.text("name").map { CleanText.line("#" + $0) }
                path = ["messages"]
            }
            try document.forEach(at: path) { message, pointer throws(ImportError) in
                guard message.kind == .object else {
                    throw .invalid(file: file, pointer: pointer, expected: "a message")
                }
                try add(message, file, &builder, &sources)
                for reply in message.list("slackdump_thread_replies") {
                    try add(reply, file, &builder, &sources)
                }
            }
        }
        for (id, index) in nameless {
            guard let name = botNames[id] else { continue }
            builder.conversation.participants[index].name = CleanText.line(name)
        }
    }

    private mutating func add(
        _ source: JSONValue, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.seconds("ts")
        builder.beginEntry(at: at)
        var message = Message()
        // The timestamp is kept as text: a number would lose its last digits.
        message.id = source.identifier("ts")
        message.at = at
        let subtype = source.text("subtype") ?? ""
        let text = SlackText(directory: directory)
        if let action = Self.systemActions[subtype] {
            message.kind = .system
            message.body = text.blocks(source.text("text") ?? "")
            var event = SystemEvent(action: action.rawValue)
            event.actors = source.text("user").map { [directory.name($0)] } ?? []
            message.details.system = event
            return try builder.append(message)
        }
        message.from = try sender(source, &builder)
        if subtype == "huddle_thread" || source["room"]?.text("call_family") != nil {
            message.kind = .call
            message.details.call = call(source["room"])
        }
        if subtype == "tombstone" {
            message.details.deleted = Deleted()
        } else {
            message.body = SlackBlocks(text: text).body(of: source)
        }
        try SlackFiles(directory: directory, file: file).fill(&message, source, &builder, &sources)
        relate(source, &message)
        try builder.append(message)
    }

    private mutating func sender(
        _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex? {
        let profile = source["user_profile"]
        let given = profile?.text("display_name") ?? profile?.text("real_name")
        if let user = source.text("user"), source.text("subtype") != "bot_message" {
            let person = directory.people[user]
            let index = try builder.participant(user, name: person?.name ?? given ?? user)
            if let person {
                builder.conversation.participants[index].handle = person.handle.map(CleanText.line)
                builder.conversation.participants[index].color = person.color
                if person.isBot { builder.conversation.participants[index].role = "bot" }
            }
            return index
        }
        let bot = source["bot_profile"]?.text("name")
        let id = source.text("bot_id")
        if let id, let bot { botNames[id] = bot }
        if source.text("username") == nil, let id, let index = nameless[id] { return index }
        let known =
            source.text("username") ?? bot ?? id.flatMap { directory.bots[$0] ?? botNames[$0] }
        if known == nil, let id {
            let index = try builder.participant("bot/\(id)", name: id)
            builder.conversation.participants[index].role = "bot"
            nameless[id] = index
            return index
        }
        guard let name = known else { return nil }
        let index = try builder.participant(
            "bot/\(source.text("bot_id") ?? "")/\(name)", name: name)
        builder.conversation.participants[index].role = "bot"
        return index
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let root = source.identifier("thread_ts") { join(root, source, &message) }
        if let edited = source["edited"], edited.kind == .object {
            message.details.edited = Edited()
            message.details.edited?.at = edited.seconds("ts")
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
            var reply = Reply()
            reply.id = root
            reply.from = source.text("parent_user_id").map(directory.name)
            message.details.replyTo = reply
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
