import Basics
import Model

/// Telegram Desktop's `result.json` or HTML pages: one chat, or a whole account.
enum Telegram {
    static let importer = Importer(
        name: "telegram", title: "Telegram",
        summary:
            "result.json or messages.html of Telegram Desktop, one chat or the whole account, with its folder",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let pages = probe.files.filter(TelegramPages.isPage).map(\.name)
        if var claim = probe.claimsNumbered({ $0.holdsObject(isExport) }) {
            // The pages of a chat or an account may be beside or below its JSON.
            let folders = claim.files.map(Path.folder)
            claim.others = pages.count { page in !folders.contains(where: page.hasPrefix) }
            return claim
        }
        guard !pages.isEmpty else { return nil }
        // An account has more pages than the probe examines; the others are recognized by name.
        let numbered =
            probe.isArchive ? probe.names.filter { TelegramPages.number(of: $0) != nil } : []
        return Claim(.certain, numbered.isEmpty ? pages : numbered)
    }

    private static func isExport(_ file: Probe.File, _ shape: JSONShape) -> Bool {
        if shape.has("chats.list") || shape.has("personal_information.user_id") { return true }
        // Tools that simplify an export keep only its messages, and rename the time.
        if shape.has("messages[].date_unixtime", "messages[].from") { return true }
        guard shape.has("type", "id", "messages") else { return false }
        return shape.has("messages[].date_unixtime") || shape.has("messages[].from_id")
            || shape.has("messages[].actor_id") || shape.has("messages[].text_entities")
    }

    /// A chat in a file of one chat, or in the file of an account.
    private struct Place {
        let file: String
        let head: JSONValue
        /// The counts of the chat while chats are listed; nil if it cannot be read.
        let summary: ChatSummary?
        /// Whether the chat is one of an account's, instead of the whole file.
        var isOfAccount = false
        /// The ID of the account's owner.
        var user: String?

        /// - Parameter isOnly: whether the export is one file. Otherwise the ID needs the file's
        ///   path, because a chat may be in several files.
        func name(isOnly: Bool) -> ChatName {
            let id = head.identifier("id") ?? ""
            let path = isOfAccount ? file + "/" + id : file
            // A file with only messages does not describe the chat.
            let isNamed = head["type"] != nil || head["name"] != nil
            let name = isNamed ? TelegramChat.title(head) : Path.stem(file)
            return ChatName(id: isOnly ? id : path, name: name)
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        if let file = claim.files.first, ["html", "htm"].contains(Path.fileExtension(file)) {
            return try TelegramPages.read(claim.files, &builder)
        }
        builder.conversation.service = .telegram
        builder.needsSorting = true
        let isOnly = claim.files.count == 1
        var places: [Place] = []
        var best: (rank: Int, document: JSONDocument, reader: JSONReader)?
        for file in claim.files {
            // Telegram writes control characters as `\x1F`.
            let document = try builder.sources.json(file, knowsByteEscapes: true)
            let found = try chats(of: document, builder) {
                builder.rank(of: $0.name(isOnly: isOnly))
            }
            if let (rank, reader) = found.best, rank < best?.rank ?? .max {
                best = (rank, document, reader)
            }
            places += found.places
        }
        let names = places.map { $0.name(isOnly: isOnly) }
        guard let chosen = try builder.chosen(names), let (_, document, start) = best else {
            builder.summaries = zip(places, names).map { place, name in
                var summary = place.summary ?? ChatSummary(name)
                summary.chat = name
                return summary
            }
            return
        }
        let place = places[chosen]
        var chat = TelegramChat(head: place.head, account: place.user, file: place.file)
        chat.begin(&builder)
        var (reader, walk) = (start, document.walk())
        do throws(JSONError) {
            try reader.visit(["messages"]) { reader throws(JSONError) in
                try walk.elements(of: &reader) { message, pointer throws(ImportError) in
                    try chat.add(message, pointer, &builder)
                }
            }
        } catch {
            throw walk.failure ?? .json(file: document.file, error)
        }
        chat.end(&builder)
    }

    /// Returns the chats of a file, and a reader at the one that fits best. While chats are listed,
    /// counts their messages.
    ///
    /// - Parameter rank: returns how well a chat fits, or nil if it does not.
    private static func chats(
        of document: JSONDocument, _ builder: ConversationBuilder, rank: (Place) -> Int?
    ) throws(ImportError) -> (places: [Place], best: (rank: Int, reader: JSONReader)?) {
        var root: JSONReader?
        var facts: [JSONValue.Member] = []
        let empty = builder.summary(of: ChatName(id: "", name: ""))
        var only = Optional(empty)
        var places: [Place] = []
        var best: (rank: Int, reader: JSONReader)?
        var hasList = false
        var walk = document.walk()
        // Reads the messages, which may precede the name of their chat.
        func messages(of reader: inout JSONReader) throws(JSONError) -> ChatSummary? {
            guard builder.purpose == .listing else {
                try reader.skip()
                return nil
            }
            var counted: ConversationBuilder? = builder
            var chat = TelegramChat(head: .null, account: nil, file: document.file)
            try walk.elements(of: &reader) { message, pointer throws(ImportError) in
                guard var one = counted else { return }
                // Emptied meanwhile, so that the chat is changed in place.
                counted = nil
                do throws(ImportError) {
                    try chat.add(message, pointer, &one)
                } catch {
                    // Selecting this chat reports the error.
                    guard error != .stopped else { throw error }
                    return
                }
                counted = one
            }
            return counted?.summary(of: empty.chat)
        }
        do throws(ImportError) {
            try document.visit([]) { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                root = reader
                try forEachChat(at: &reader) { key, reader throws(JSONError) in
                    if key != "messages" {
                        facts.append(JSONValue.Member(key, try reader.value()))
                    } else {
                        only = try messages(of: &reader)
                    }
                } list: { isCurrent in
                    hasList = hasList || isCurrent
                } chat: { reader throws(JSONError) in
                    let start = reader
                    var head: [JSONValue.Member] = []
                    var summary = Optional(empty)
                    try reader.members { key, reader throws(JSONError) in
                        if key == "messages" {
                            summary = try messages(of: &reader)
                        } else {
                            head.append(JSONValue.Member(key, try reader.value()))
                        }
                    }
                    let place = Place(
                        file: document.file, head: .object(head), summary: summary,
                        isOfAccount: true)
                    places.append(place)
                    if let rank = rank(place), rank < best?.rank ?? .max { best = (rank, start) }
                }
            }
        } catch {
            throw walk.failure ?? error
        }
        guard let root else {
            throw .invalid(file: document.file, pointer: "", expected: "an object")
        }
        let head = JSONValue.object(facts)
        FieldLog.current?.saw(head)
        let isAccount = head["personal_information"] != nil || head["about"] != nil || hasList
        guard isAccount, head["type"] == nil else {
            let place = Place(file: document.file, head: head, summary: only)
            return ([place], rank(place).map { ($0, root) })
        }
        let user = head["personal_information"]?.identifier("user_id")
        for index in places.indices { places[index].user = user }
        return (places, best)
    }

    /// Reads an object. Calls `chat` at each chat in the lists of an account, and `other` for each
    /// other member. The closures must read the value.
    private static func forEachChat(
        at reader: inout JSONReader,
        other: (String, inout JSONReader) throws(JSONError) -> Void,
        list: (_ isCurrent: Bool) -> Void = { _ in },
        chat: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            guard key == "chats" || key == "left_chats" else {
                try other(key, &reader)
                continue
            }
            try reader.visit(["list"]) { reader throws(JSONError) in
                list(key == "chats")
                try reader.elements { reader throws(JSONError) in
                    guard try reader.peek() == .object else { return try reader.skip() }
                    try chat(&reader)
                }
            }
        }
    }
}

struct TelegramChat {
    private let head: JSONValue
    private let file: String
    private let type: String
    /// The `from_id` of the export's owner, if the file states it.
    private let ownID: String?
    /// The `from_id` of the other participant in a direct chat.
    private let otherID: String?
    private var unsupported = 0
    /// The ID of each topic, by the IDs of its messages. A topic's ID is that of the message that
    /// created it.
    private var topics: [String: String] = [:]
    private var emoji: TelegramEmoji
    private var last: (from: String?, date: Moment?, isMedia: Bool, count: Int) = (
        nil, nil, false, 0
    )

    init(head: JSONValue, account: String?, file: String) {
        self.head = head
        self.file = file
        emoji = TelegramEmoji(file: file)
        type = head.text("type") ?? ""
        ownID = account.map { "user" + $0 }
        let isPair = type == "personal_chat" || type == "bot_chat"
        otherID = isPair ? head.identifier("id").map { "user" + $0 } : nil
    }

    static func title(_ head: JSONValue) -> String {
        if let name = head.text("name") { return name }
        switch head.text("type") {
        case "saved_messages": return "Saved Messages"
        case "replies": return "Replies"
        case "verification_codes": return "Verification Codes"
        default: return "Deleted Account"
        }
    }

    func begin(_ builder: inout ConversationBuilder) {
        // A file with only messages does not describe the chat.
        guard !type.isEmpty || head["name"] != nil else { return }
        builder.begin(
            title: Self.title(head),
            isGroup: type.hasSuffix("group") || type.hasSuffix("channel"))
    }

    func end(_ builder: inout ConversationBuilder) {
        builder.warn(
            .unsupported, unsupported, "message", "of a kind that Telegram does not export")
        let isOwn = type == "saved_messages"
        let people = builder.conversation.participants
        let me = people.firstIndex { person in
            if let ownID { return person.id == ownID }
            if let otherID { return person.id != otherID && person.id.hasPrefix("user") }
            return isOwn
        }
        if let me { builder.setMe(me) }
    }

    mutating func add(_ source: JSONValue, _ pointer: String, _ builder: inout ConversationBuilder)
        throws(ImportError)
    {
        guard source.kind == .object else {
            throw .invalid(file: file, pointer: pointer, expected: "a message")
        }
        let topic = topic(of: source)
        guard
            var message = try builder.message(of: record(source, topic, &builder), document: file)
        else { return }
        if message.kind == .message { try emoji.fill(&message, source, &builder) }
        if isAlbum(source, message) {
            try join(message, to: &builder)
        } else {
            try builder.append(message)
            let isMedia = Self.isAlbumPart(source)
            last = (source.identifier("from_id"), message.at, isMedia, message.attachments.count)
        }
    }

    private mutating func record(
        _ source: JSONValue, _ topic: String?, _ builder: inout ConversationBuilder
    ) -> Record {
        var record = Record(source.identifier("id"), at: time("date", source, &builder))
        switch source.text("type") {
        case "unsupported":
            unsupported += 1
            record.message.kind = .unknown("unsupported")
        case "service": TelegramService(source: source).fill(&record)
        default:
            record.sender = sender(source)
            record.message.body = TelegramText.blocks(source)
            TelegramMedia(source: source).fill(&record)
            relate(source, &record.message, &builder)
            if let topic { join(topic, &record.message) }
        }
        return record
    }

    /// Returns the time, from `date_unixtime` if present: local dates run backwards when summer
    /// time ends.
    private func time(_ key: String, _ source: JSONValue, _ builder: inout ConversationBuilder)
        -> Moment?
    {
        if let exact = source.seconds(key + "_unixtime") { return exact }
        return source.text(key).flatMap { builder.moment($0) }
    }

    private func sender(_ source: JSONValue) -> Record.Person? {
        guard source["from"] != nil || source["from_id"] != nil else { return nil }
        let name = source.text("from") ?? "Deleted Account"
        let key = Self.key(source.identifier("from_id") ?? name)
        // A channel's post may be signed by one of its authors.
        guard let author = source.text("author") else { return Record.Person(key: key, name: name) }
        return Record.Person(key: "\(key)/\(author)", name: "\(name) (\(author))")
    }

    /// Older versions wrote the number without a prefix.
    static func key(_ id: String) -> String { Int(id) == nil ? id : "user" + id }

    private func relate(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        if let edited = time("edited", source, &builder), edited.milliseconds > 0 {
            message.details.edited = Edited(at: edited)
        }
        if let id = source.identifier("reply_to_message_id") {
            let peer = source.identifier("reply_to_peer_id")
            message.details.replyTo =
                peer.map { Reply(id: "\($0)/\(id)", text: "a message in another chat") }
                ?? Reply(id: id)
        }
        if let value = source["forwarded_from"] ?? source["saved_from"] {
            var forwarded = Forwarded()
            forwarded.from = CleanText.line(value.string ?? "Deleted Account")
            message.details.forwarded = forwarded
        }
        if let bot = source.text("via_bot") {
            message.details.subject = CleanText.line("via \(bot)")
        }
    }

    // MARK: Topics

    /// Returns the topic of a message. No field states the topic. A message that answers no other
    /// refers to the message that created the topic. A reply has the topic of the message that it
    /// answers.
    private mutating func topic(of source: JSONValue) -> String? {
        guard let id = source.identifier("id") else { return nil }
        if source.text("action") == "topic_created" {
            topics[id] = id
            return nil
        }
        guard !topics.isEmpty, source["reply_to_peer_id"] == nil,
            let answered = source.identifier("reply_to_message_id"), let topic = topics[answered]
        else { return nil }
        topics[id] = topic
        return topic
    }

    private func join(_ topic: String, _ message: inout Message) {
        message.details.thread = Thread(root: topic)
        if message.details.replyTo?.id == topic { message.details.replyTo = nil }
    }

    // MARK: Albums

    private static func isAlbumPart(_ source: JSONValue) -> Bool {
        source["photo"] != nil || source.text("media_type") == "video_file"
    }

    /// Returns whether a picture or video continues an album. No field states this: up to ten of
    /// them from one sender in the same second form an album.
    private func isAlbum(_ source: JSONValue, _ message: Message) -> Bool {
        last.isMedia && last.count < 10 && Self.isAlbumPart(source)
            && last.date == message.at && last.from == source.identifier("from_id")
            && last.from != nil && message.details.replyTo == nil
    }

    private mutating func join(_ part: Message, to builder: inout ConversationBuilder)
        throws(ImportError)
    {
        let index = builder.conversation.messages.count - 1
        guard builder.conversation.messages[index].body.isEmpty || part.body.isEmpty else {
            last.count = 1
            return try builder.append(part)
        }
        last.count += part.attachments.count
        try builder.extendLast(with: part)
    }
}

/// The pictures of Telegram's custom emoji, in texts and reactions. The export's `document_id` is
/// the path of a file. WebP files are drawn, animations (`.tgs`, `.webm`) are not.
struct TelegramEmoji {
    let file: String
    /// The pictures by path; nil for a path without a picture. Each file is read only once.
    private var pictures: [String: MediaIndex?] = [:]
    /// The paths that are in the conversation's list.
    private var listed: Set<String> = []

    init(file: String) { self.file = file }

    /// Returns the name of an emoji, or nil if the export has only the standard emoji for it.
    static func name(_ value: JSONValue) -> String? {
        guard let path = value.identifier("document_id"), !path.hasPrefix("(") else { return nil }
        return CleanText.line(path)
    }

    mutating func fill(
        _ message: inout Message, _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        for part in source.list("text_entities") + source.list("text")
        where part.text("type") == "custom_emoji" {
            guard let path = Self.name(part), !listed.contains(path),
                let media = try picture(path, &builder)
            else { continue }
            listed.insert(path)
            builder.conversation.emoji.append(CustomEmoji(name: path, media: media))
        }
        var reactions: [Reaction] = []
        for item in source.list("reactions").prefix(100) {
            guard var reaction = reaction(item) else { continue }
            if let path = Self.name(item) {
                reaction.picture = try picture(path, &builder)
            }
            reactions.append(reaction)
        }
        if !reactions.isEmpty { message.details.reactions = reactions }
    }

    private mutating func picture(_ path: String, _ builder: inout ConversationBuilder)
        throws(ImportError) -> MediaIndex?
    {
        if let known = pictures[path] { return known }
        let mayBe = FileKind.mayBePicture(.sticker, name: path)
        let found = mayBe ? try builder.picture(path, document: file) : nil
        pictures[path] = .some(found)
        return found
    }

    private func reaction(_ item: JSONValue) -> Reaction? {
        guard let count = item.tally("count"), count > 0 else { return nil }
        let isPaid = item.text("type") == "paid"
        var reaction = Reaction(
            emoji: CleanText.line(isPaid ? "⭐️" : item.text("emoji") ?? "❔"), count: count)
        reaction.by = item.list("recent").prefix(50).compactMap { $0.text("from") }
            .map(CleanText.line)
        return reaction
    }
}
