import Basics
import Model

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

    mutating func add(
        _ source: JSONValue, _ pointer: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else {
            throw .invalid(file: file, pointer: pointer, expected: "a message")
        }
        let topic = topic(of: source)
        guard
            var message = try builder.message(
                of: record(source, topic, &builder), from: &sources, document: file)
        else { return }
        if message.kind == .message { try emoji.fill(&message, source, &builder, &sources) }
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
