import Basics
import Model

/// The direct messages of an X (Twitter) archive.
enum Twitter {
    static let importer = Importer(
        name: "twitter", title: "X (Twitter)",
        summary: "direct-messages.js of an X (Twitter) archive, alone or in its ZIP",
        recognize: recognize, read: read)

    /// Returns whether a file contains messages: `direct-messages.js`, `direct-messages-part1.js`,
    /// `direct-messages-group.js`, and `direct-message.js` in older archives. Header files repeat
    /// the messages without their texts and are excluded.
    static func isMessageFile(_ path: String) -> Bool {
        let name = Path.lastName(path)
        return name.hasPrefix("direct-message") && name.hasSuffix(".js") && !name.holds("headers")
    }

    private static func recognize(_ probe: Probe) -> Claim? {
        let claim = probe.claimOne { $0.has("twitter") }
        guard let claim, probe.isArchive else { return claim }
        let files = probe.names.filter(isMessageFile).sorted()
        return Claim(.certain, files.isEmpty ? claim.files : files)
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        var directory = TwitterDirectory()
        var messages = AlternatingChats(
            builder,
            counting: RecordDriver(TwitterChat(directory: TwitterDirectory()), builder))
        var last: JSONDocument?
        for file in claim.files {
            let document = try builder.sources.json(file)
            try forEach(in: document) { index, record, range throws(ImportError) in
                let place = TwitterDirectory.Place(file: file, index: index)
                directory.note(record, in: place)
                try messages.see(
                    range, of: file, in: place.id
                ) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder)
                }
            } ids: { index, id in
                directory.name(TwitterDirectory.Place(file: file, index: index), id)
            }
            last = document
        }
        let folder = Path.folder(claim.files.first ?? "")
        try directory.learnOwner(folder + "account.js", builder.sources)
        try directory.learnNames(folder, builder.sources)
        let chats = directory.chats
        try messages.choose(
            chats.map(\.name), by: chats.map(\.place.id), &builder
        ) { index, runs, builder throws(ImportError) in
            builder.begin(title: chats[index].name.name, isGroup: chats[index].isGroup)
            builder.needsSorting = true
            var driver = RecordDriver(
                TwitterChat(directory: directory), document: chats[index].place.file, builder)
            for run in runs {
                let document = try last?.file == run.file ? last : builder.sources.json(run.file)
                last = document
                try driver.read(try document?.entries(in: run.range) ?? [], &builder)
            }
            if let me = directory.commonPerson.flatMap(builder.known) {
                builder.suggestMe(me, because: "they are in every conversation of the archive")
            }
            driver.end(&builder)
        }
    }

    /// Calls `body` with each message of each conversation, the conversation's index in the file and
    /// the message's place.
    private static func forEach(
        in document: JSONDocument,
        _ body: (Int, JSONValue, Range<Int>) throws(ImportError) -> Void,
        ids: (Int, String) -> Void
    ) throws(ImportError) {
        var place = -1
        try document.visit([]) { reader throws(ImportError) in
            try reader.elements { reader throws(ImportError) in
                place += 1
                try reader.visit(["dmConversation"]) { reader throws(ImportError) in
                    try reader.members { key, reader throws(ImportError) in
                        switch key {
                        case "conversationId": ids(place, try reader.value().string ?? "")
                        case "messages":
                            try reader.entries { record, at throws(ImportError) in
                                try body(place, record, at)
                            }
                        default: try reader.skip()
                        }
                    }
                }
            }
        }
    }
}

/// Converts the messages and events of one conversation.
private struct TwitterChat: RecordReader {
    static let unknown = (noun: "record", outcome: "omitted")

    let directory: TwitterDirectory

    var me: String? { directory.owner }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        // A record has one member, whose name is the record's kind.
        guard let member = source.entries.first, member.value.kind == .object else { return nil }
        let source = member.value
        var record = Record(
            source.identifier("id"), at: context.moment(source.text("createdAt")))
        switch member.key {
        case "messageCreate", "welcomeMessageCreate":
            record.sender = person(source.text("senderId") ?? "Unknown")
            fill(source, &record)
        case "conversationNameUpdate":
            let actors = names([source.text("initiatingUserId")])
            let name = source.text("name") ?? ""
            let words = "\(actors.first ?? "") changed the name to \u{201C}\(name)\u{201D}"
            record.becomeNotice(.titleChanged, by: actors, text: words)
        case "participantsJoin":
            record.becomeNotice(
                .memberAdded, by: names([source.text("initiatingUserId")]),
                to: names(source.list("userIds").prefix(50).map(\.string)))
        case "participantsLeave":
            record.becomeNotice(.memberLeft, by: names(source.list("userIds").map(\.string)))
        case "joinConversation":
            record.becomeNotice(
                .memberAdded, by: names([source.text("initiatingUserId")]),
                to: names([directory.owner]))
        default:
            context.pass(CleanText.line(member.key))
            record.isShown = false
        }
        return record
    }

    private func names(_ ids: [String?]) -> [String] {
        ids.compactMap(\.self).map { CleanText.line(directory.name($0)) }
    }

    private func person(_ id: String) -> Record.Person {
        let known = directory.person(id)
        return Record.Person(
            key: id, name: known?.name ?? id, handle: known.map { "@" + $0.handle })
    }

    private func fill(_ source: JSONValue, _ record: inout Record) {
        let media = source.list("mediaUrls").compactMap(\.string)
        record.message.body = body(source, hasMedia: !media.isEmpty)
        record.files = media.map { address in
            let last = Path.lastName(String(address.prefix { $0 != "?" }))
            // In the archive's media folders, the message ID precedes each file name.
            let stored = (source.identifier("id") ?? "") + "-" + last
            return RecordFile(named: last, at: .beside(stored))
        }
        if let edit = source.list("editHistory").last {
            record.message.details.edited = Edited(at: edit.seconds("createdAtSec"))
        }
        record.message.details.reactions = Reaction.grouped(
            source.list("reactions").map { reaction in
                (
                    name: reaction.text("senderId").map(directory.name) ?? "",
                    emoji: Self.emoji(reaction.text("reactionKey") ?? "")
                )
            })
    }

    private static let emoji: [String: String] = [
        "like": "❤️", "funny": "😂", "surprised": "😲", "sad": "😢", "excited": "🔥", "agree": "👍",
        "disagree": "👎",
    ]

    private static func emoji(_ key: String) -> String {
        if let known = emoji[key] { return known }
        let own = key.hasPrefix("emoji:") ? String(key.dropFirst(6)) : key
        return own.utf8.allSatisfy { $0 < 0x80 } ? SlackEmoji(own).text : own
    }

    /// Returns the text with shortened addresses expanded, and without the addresses of files.
    private func body(_ source: JSONValue, hasMedia: Bool) -> [TextBlock] {
        // The archive keeps the API's escapes of `&`, `<` and `>`.
        var rest = Entities.decode(Array((source.text("text") ?? "").utf8))[...]
        var body = Body.Builder()
        for item in source.list("urls").prefix(100) {
            guard let short = item.text("url"), let long = item.text("expanded"),
                let place = rest.place(of: short)
            else { continue }
            body.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
            if hasMedia, long.holds("/messages/media/") { continue }
            body.append(long, Link.mark(long))
        }
        body.append(rest)
        return body.blocks
    }
}

/// The conversations of an archive and their participants. Messages identify people only by number.
private struct TwitterDirectory {
    struct Place: Hashable {
        let file: String
        let index: Int

        /// Unlike conversations, places have no ID twice.
        var id: String { "\(index) \(file)" }
    }

    struct Chat {
        let place: Place
        let name: ChatName
        let isGroup: Bool
    }

    struct Person {
        var name: String
        var handle: String
    }

    private struct Facts {
        var id = ""
        var title: (name: String, at: String)?
        var people: [String] = []
    }

    private var order: [Place] = []
    private var facts: [Place: Facts] = [:]
    private var people: [String: Person] = [:]
    /// The IDs of everyone in a conversation.
    private var wanted: Set<String> = []
    private(set) var owner: String?

    /// The maximum number of people in the name of an untitled group.
    private static let maxNames = 5
    /// The maximum size of a file of tweets that is searched for names.
    private static let maxTweetBytes = 64 << 20

    // MARK: Conversations

    mutating func name(_ place: Place, _ id: String) {
        open(place)
        facts[place]?.id = id
        for person in Self.pair(id) { wanted.insert(person) }
    }

    mutating func note(_ record: JSONValue, in place: Place) {
        open(place)
        if let update = record["conversationNameUpdate"], let name = update.text("name") {
            let at = update.text("createdAt") ?? ""
            // Timestamps of the same format can be compared as text.
            if at >= facts[place]?.title?.at ?? "" { facts[place]?.title = (name, at) }
        }
        guard let sender = record["messageCreate"]?.text("senderId") else { return }
        wanted.insert(sender)
        guard let known = facts[place]?.people, known.count < Self.maxNames,
            !known.contains(sender)
        else { return }
        facts[place]?.people.append(sender)
    }

    private mutating func open(_ place: Place) {
        guard facts[place] == nil else { return }
        facts[place] = Facts()
        order.append(place)
    }

    /// Returns the two people in a direct conversation's ID, `12-34`, or nothing for a group's.
    private static func pair(_ id: String) -> [String] {
        let parts = id.split(separator: "-").map(String.init)
        return parts.count == 2 ? parts : []
    }

    var chats: [Chat] {
        let owner = owner ?? commonPerson
        return order.map { place in
            let facts = facts[place] ?? Facts()
            let pair = Self.pair(facts.id)
            let others = (pair.isEmpty ? facts.people : pair).filter { $0 != owner }
            let names = others.isEmpty ? pair.prefix(1).map(name) : others.map(name)
            let name = facts.title?.name ?? names.joined(separator: ", ")
            return Chat(
                place: place, name: ChatName(id: facts.id, name: name.isEmpty ? facts.id : name),
                isGroup: pair.isEmpty)
        }
    }

    /// The only person who is in every direct conversation, if there are several conversations: the
    /// archive's owner.
    var commonPerson: String? {
        let pairs = order.map { Self.pair(facts[$0]?.id ?? "") }.filter { !$0.isEmpty }
        guard pairs.count > 1, let first = pairs.first else { return nil }
        let common = first.filter { person in pairs.allSatisfy { $0.contains(person) } }
        return common.count == 1 ? common[0] : nil
    }

    // MARK: People

    func person(_ id: String) -> Person? { people[id] }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    mutating func learnOwner(_ file: String, _ sources: ExportFiles) throws(ImportError) {
        guard sources.resolve(file) == file else { return }
        let document = try sources.json(file)
        var account = JSONValue.null
        try document.forEach(at: []) { record, _ throws(ImportError) in
            account = record["account"] ?? .null
        }
        owner = account.identifier("accountId")
        guard let owner, let handle = account.text("username") else { return }
        people[owner] = Person(name: account.text("accountDisplayName") ?? handle, handle: handle)
    }

    /// Learns names from the people whom the owner's posts mention. No other file has names.
    mutating func learnNames(_ folder: String, _ sources: ExportFiles) throws(ImportError) {
        let files = sources.names.filter { name in
            let last = Path.lastName(name)
            return Path.folder(name) == folder && last.hasPrefix("tweet") && last.hasSuffix(".js")
                && (last == "tweet.js" || last == "tweets.js" || last.holds("-part"))
        }
        for file in files where (sources.size(of: file) ?? 0) <= Self.maxTweetBytes {
            let document = try sources.json(file)
            try document.forEach(at: []) { record, _ throws(ImportError) in
                let tweet = record["tweet"] ?? record
                for mention in tweet["entities"]?.list("user_mentions") ?? [] {
                    learn(
                        mention.text("id_str"), mention.text("name"), mention.text("screen_name"))
                }
                learn(
                    tweet.text("in_reply_to_user_id_str"), nil,
                    tweet.text("in_reply_to_screen_name"))
            }
        }
    }

    private mutating func learn(_ id: String?, _ name: String?, _ handle: String?) {
        guard let id, let handle, wanted.contains(id) else { return }
        if let known = people[id], name == nil || known.name != known.handle { return }
        people[id] = Person(name: name ?? handle, handle: handle)
    }
}
