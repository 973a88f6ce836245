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
        let pages = probe.files.filter { $0.has("telegram page") }.map(\.name)
        if var claim = probe.claimsNumbered({ $0.has("telegram") }) {
            // The pages of a chat or an account may be beside or below its JSON.
            let folders = claim.files.map(Path.folder)
            claim.others = pages.count { page in !folders.contains(where: page.hasPrefix) }
            return claim
        }
        guard !pages.isEmpty else { return nil }
        // An account has more pages than the probe examines; the others are recognized by name.
        let numbered =
            probe.isArchive ? probe.names.filter { TelegramPages.number(of: $0) != nil } : []
        return Claim(.certain, numbered.nonEmpty ?? pages)
    }

    /// A chat in a file of one chat, or in the file of an account.
    private struct Place {
        let file: String
        let head: JSONValue
        /// The counts of the chat while chats are listed.
        let summary: ChatSummary
        /// Whether the chat is one of an account's, instead of the whole file.
        var isOfAccount = false
        /// The ID of the account's owner.
        var user: String?
        /// The chat's place in the file.
        var range = 0..<0

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
        var best: (rank: Int, reader: DocumentReader)?
        for file in claim.files {
            // Telegram writes control characters as `\x1F`.
            let document = try builder.sources.json(file, knowsByteEscapes: true)
            let found = try chats(of: document, builder) {
                builder.rank(of: $0.name(isOnly: isOnly))
            }
            if let found = found.best, found.rank < best?.rank ?? .max { best = found }
            places += found.places
        }
        let names = places.map { $0.name(isOnly: isOnly) }
        if builder.purpose == .delivering {
            var last: JSONDocument?
            for (place, name) in zip(places, names) {
                try builder.read(name) { builder throws(ImportError) in
                    let document =
                        try last?.file == place.file
                        ? last : builder.sources.json(place.file, knowsByteEscapes: true)
                    last = document
                    guard var reader = try document?.reader(in: place.range) else { return }
                    try read(place, &reader, &builder)
                }
            }
            return
        }
        guard let chosen = try builder.chosen(names), var reader = best?.reader else {
            builder.summaries = zip(places, names).map { place, name in
                var summary = place.summary
                summary.chat = name
                return summary
            }
            return
        }
        try read(places[chosen], &reader, &builder)
    }

    private static func read(
        _ place: Place, _ reader: inout DocumentReader, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let chat = TelegramChat(head: place.head, account: place.user)
        chat.begin(place.head, &builder)
        var driver = RecordDriver(chat, document: place.file, builder)
        try reader.visit(["messages"]) { reader throws(ImportError) in
            try reader.records { message, pointer throws(ImportError) in
                try driver.add(message, at: pointer, &builder)
            }
        }
        driver.end(&builder)
    }

    /// Returns the chats of a file, and a reader at the one that fits best. While chats are listed,
    /// counts their messages.
    ///
    /// - Parameter rank: returns how well a chat fits, or nil if it does not.
    private static func chats(
        of document: JSONDocument, _ builder: ConversationBuilder, rank: (Place) -> Int?
    ) throws(ImportError) -> (places: [Place], best: (rank: Int, reader: DocumentReader)?) {
        var root: DocumentReader?
        var places: [Place] = []
        var best: (rank: Int, reader: DocumentReader)?
        var hasList = false
        let empty = builder.summary(of: ChatName(id: "", name: ""))
        // Reads the messages, which may precede the name of their chat.
        func messages(of reader: inout DocumentReader) throws(ImportError) -> ChatSummary {
            guard builder.purpose == .listing else {
                try reader.skip()
                return empty
            }
            let chat = TelegramChat(head: .null, account: nil)
            var counts = AlternatingChats(
                builder, counting: RecordDriver(chat, document: document.file, builder))
            try reader.records { message, pointer throws(ImportError) in
                try counts.see(0..<0, of: "", in: "") { driver, builder throws(ImportError) in
                    try driver.add(message, at: pointer, &builder)
                }
            }
            return counts.summary(of: empty.chat, at: counts.ids.isEmpty ? nil : 0)
        }
        // Reads the facts and messages of a chat, or of an account with its lists of chats.
        func place(
            at reader: inout DocumentReader, isOfAccount: Bool
        ) throws(ImportError) -> Place {
            var head: [JSONValue.Member] = []
            var summary = empty
            try reader.members { key, reader throws(ImportError) in
                switch key {
                case "messages": summary = try messages(of: &reader)
                case "chats" where !isOfAccount, "left_chats" where !isOfAccount:
                    try reader.visit(["list"]) { reader throws(ImportError) in
                        if key == "chats" { hasList = true }
                        try reader.elements { reader throws(ImportError) in
                            guard try reader.peek() == .object else { return try reader.skip() }
                            let start = reader
                            var chat: Place?
                            let range = try reader.place { reader throws(ImportError) in
                                chat = try place(at: &reader, isOfAccount: true)
                            }
                            guard var chat else { return }
                            chat.range = range
                            places.append(chat)
                            if let rank = rank(chat), rank < best?.rank ?? .max {
                                best = (rank, start)
                            }
                        }
                    }
                default: head.append(JSONValue.Member(key, try reader.value()))
                }
            }
            return Place(
                file: document.file, head: .object(head), summary: summary,
                isOfAccount: isOfAccount)
        }
        var whole: Place?
        try document.visit([]) { reader throws(ImportError) in
            guard try reader.peek() == .object else { return try reader.skip() }
            root = reader
            let range = try reader.place { reader throws(ImportError) in
                whole = try place(at: &reader, isOfAccount: false)
            }
            whole?.range = range
        }
        guard let whole, let root else {
            throw .invalid(file: document.file, pointer: "", expected: "an object")
        }
        let head = whole.head
        FieldLog.current?.saw(head)
        let isAccount = head["personal_information"] != nil || head["about"] != nil || hasList
        guard isAccount, head["type"] == nil else {
            return ([whole], rank(whole).map { ($0, root) })
        }
        let user = head["personal_information"]?.identifier("user_id")
        for index in places.indices { places[index].user = user }
        return (places, best)
    }
}

struct TelegramChat: RecordReader {
    static let needsObjects = true

    private let type: String
    /// The `from_id` of the export's owner, if the file states it.
    private let ownID: String?
    /// The `from_id` of the other participant in a direct chat.
    private let otherID: String?
    private var unsupported = 0
    /// The ID of each topic, by the IDs of its messages. A topic's ID is that of the message that
    /// created it.
    private var topics: [String: String] = [:]
    /// The message that an album may continue.
    private var last: (from: String?, date: Moment?, isMedia: Bool, files: Int, hasBody: Bool) = (
        nil, nil, false, 0, false
    )

    init(head: JSONValue, account: String?) {
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

    func begin(_ head: JSONValue, _ builder: inout ConversationBuilder) {
        // A file with only messages does not describe the chat.
        guard !type.isEmpty || head["name"] != nil else { return }
        builder.begin(
            title: Self.title(head),
            isGroup: type.hasSuffix("group") || type.hasSuffix("channel"))
    }

    func warn(_ builder: inout ConversationBuilder) {
        builder.warn(
            .unsupported, unsupported, "message", "of a kind that Telegram does not export")
        let me = builder.conversation.participants.firstIndex { person in
            if let ownID { return person.id == ownID }
            if let otherID { return person.id != otherID && person.id.hasPrefix("user") }
            return type == "saved_messages"
        }
        if let me { builder.setMe(me) }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let topic = topic(of: source)
        var record = Record(source.identifier("id"), at: time("date", source, &context))
        switch source.text("type") {
        case "unsupported":
            unsupported += 1
            record.message.kind = .unknown("unsupported")
        case "service": TelegramService(source: source, phrases: context.phrases).fill(&record)
        default:
            record.sender = sender(source)
            record.message.body = TelegramText.blocks(source)
            TelegramMedia(source: source).fill(&record)
            relate(source, &record.message, &context)
            if let topic { join(topic, &record.message) }
            TelegramEmoji.fill(&record, source)
        }
        record.continuesLast = continuesAlbum(source, record)
        return record
    }

    /// Returns the time, from `date_unixtime` if present: local dates run backwards when summer
    /// time ends.
    private func time(
        _ key: String, _ source: JSONValue, _ context: inout RecordContext
    ) -> Moment? {
        source.seconds(key + "_unixtime") ?? context.moment(source.text(key))
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
        _ source: JSONValue, _ message: inout Message, _ context: inout RecordContext
    ) {
        if let edited = time("edited", source, &context), edited.milliseconds > 0 {
            message.details.edited = Edited(at: edited)
        }
        if let id = source.identifier("reply_to_message_id") {
            let peer = source.identifier("reply_to_peer_id")
            message.details.replyTo =
                peer.map { Reply(id: "\($0)/\(id)", text: "a message in another chat") }
                ?? Reply(id: id)
        }
        if let value = source["forwarded_from"] ?? source["saved_from"] {
            message.details.forwarded = Forwarded(
                from: CleanText.line(value.string ?? "Deleted Account"))
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

    /// Returns whether a picture or video continues an album. No field states this: up to ten of
    /// them from one sender in the same second form an album, with one text.
    private mutating func continuesAlbum(_ source: JSONValue, _ record: Record) -> Bool {
        let (from, message) = (source.identifier("from_id"), record.message)
        let isMedia = source["photo"] != nil || source.text("media_type") == "video_file"
        let isAlbum =
            last.isMedia && last.files < 10 && isMedia && last.date == message.at
            && last.from == from && from != nil && message.details.replyTo == nil
        guard isAlbum else {
            last = (from, message.at, isMedia, record.files.count, !message.body.isEmpty)
            return false
        }
        let isSecondText = last.hasBody && !message.body.isEmpty
        last.files = isSecondText ? 1 : last.files + record.files.count
        last.hasBody = last.hasBody || !message.body.isEmpty
        return !isSecondText
    }
}

/// Telegram's custom emoji, in texts and reactions. The export's `document_id` is the path of a
/// file. WebP files are drawn, animations (`.tgs`, `.webm`) are not.
enum TelegramEmoji {
    /// Returns the name of an emoji, or nil if the export has only the standard emoji for it.
    static func name(_ value: JSONValue) -> String? {
        guard let path = value.identifier("document_id"), !path.hasPrefix("(") else { return nil }
        return CleanText.line(path)
    }

    private static func picture(_ value: JSONValue) -> String? {
        name(value).flatMap { FileKind.mayBePicture(.sticker, name: $0) ? $0 : nil }
    }

    static func fill(_ record: inout Record, _ source: JSONValue) {
        record.emoji = (source.list("text_entities") + source.list("text"))
            .filter { $0.text("type") == "custom_emoji" }.compactMap(picture)
        var reactions: [Reaction] = []
        for item in source.list("reactions").prefix(100) {
            guard let reaction = reaction(item) else { continue }
            if let path = picture(item) { record.reactionPictures[reactions.count] = path }
            reactions.append(reaction)
        }
        if !reactions.isEmpty { record.message.details.reactions = reactions }
    }

    private static func reaction(_ item: JSONValue) -> Reaction? {
        guard let count = item.tally("count"), count > 0 else { return nil }
        let isPaid = item.text("type") == "paid"
        return Reaction(
            emoji: CleanText.line(isPaid ? "⭐️" : item.text("emoji") ?? "❔"), count: count,
            by: item.list("recent").prefix(50).compactMap { $0.text("from") }.map(CleanText.line))
    }
}
