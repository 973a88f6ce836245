import Basics
import Model

/// Messages of Microsoft Teams (work or school) as returned by Microsoft Graph: one page of
/// results, or several files.
enum Teams {
    static let importer = Importer(
        name: "teams", title: "Microsoft Teams",
        summary:
            "chatMessages of Microsoft Graph as JSON: of a chat, a channel or all chats",
        reading: .all, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        builder.conversation.service = .teams
        builder.needsSorting = true
        var driver = RecordDriver(TeamsChat(), builder)
        var messages = AlternatingChats(builder, counting: driver)
        var last: JSONDocument?
        for file in claim.files.sorted() {
            guard builder.budget.mayContinue else { throw .stopped }
            let path = builder.sources.path(ofRecords: "value", in: file)
            let document = try builder.sources.json(file)
            try document.forEachEntry(at: path) { record, place throws(ImportError) in
                for message in [record] + TeamsChat.inner(of: record) {
                    driver.reader.look(at: message)
                }
                try messages.see(
                    place, of: file, in: TeamsChat.chat(of: record)
                ) { driver, builder throws(ImportError) in
                    try driver.read([record] + TeamsChat.inner(of: record), &builder)
                }
            }
            last = document
        }
        let names = driver.reader.chats
        // With fewer than two chats there is nothing to choose.
        if names.count < 2 { builder.options.chat = nil }
        try messages.choose(names, &builder) { _, runs, builder throws(ImportError) in
            var driver = driver
            for run in runs {
                let document = try last?.file == run.file ? last : builder.sources.json(run.file)
                last = document
                for record in try document?.entries(in: run.range) ?? [] {
                    try driver.read([record] + TeamsChat.inner(of: record), &builder)
                }
            }
            // Messages are newest first. Reversing keeps the order of messages with equal times.
            builder.conversation.messages.reverse()
            if driver.reader.isChannel {
                builder.conversation.kind = .group
                builder.isKindKnown = true
            }
            driver.end(&builder)
        }
    }
}

/// The messages of one chat or channel.
private struct TeamsChat: RecordReader {
    static let unknown = (noun: "part", outcome: "shown as text")

    private(set) var isChannel = false
    /// People's names by ID. Events refer to people only by ID.
    private var names: [String: String] = [:]
    /// The chats of the messages, in order. `getAllMessages` returns the messages of all chats.
    private var order: [String] = []
    /// The senders in each chat.
    private var writers: [String: [String]] = [:]

    var chats: [ChatName] {
        order.map { id in
            let names = (writers[id] ?? []).joined(separator: ", ")
            return ChatName(id: id, name: names.nonEmpty ?? id)
        }
    }

    static func inner(of source: JSONValue) -> [JSONValue] { source.list("replies") }

    mutating func look(at source: JSONValue) {
        let from = source["from"]
        let chat = Self.chat(of: source)
        if writers[chat] == nil {
            writers[chat] = []
            order.append(chat)
        }
        guard let person = from?["user"] ?? from?["application"], let id = person.text("id") else {
            return
        }
        guard let name = person.text("displayName") else { return }
        names[id] = name
        guard let known = writers[chat], known.count < 8 else { return }
        if !known.contains(name) { writers[chat] = known + [name] }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        if source["channelIdentity"]?.kind == .object { isChannel = true }
        var record = Record(
            source.identifier("id"), at: context.moment(source.text("createdDateTime")))
        if source.text("messageType") != "message", source["messageType"] != nil {
            notice(source, &record, &context)
            return record
        }
        record.sender = person(source["from"])
        if let time = context.moment(source.text("deletedDateTime")) {
            record.message.details.deleted = Deleted(at: time)
            return record
        }
        record.message.details.subject = source.text("subject").map(CleanText.line)
        let quotes = fill(source, &record, &context)
        if let time = context.moment(source.text("lastEditedDateTime")) {
            record.message.details.edited = Edited(at: time)
        }
        record.message.details.thread = source.identifier("replyToId").map { Thread(root: $0) }
        record.message.details.replyTo = quotes.first
        record.message.details.reactions = reactions(source)
        return record
    }

    /// Returns the ID of a message's chat; empty if the message states none.
    static func chat(of source: JSONValue) -> String {
        source.text("chatId") ?? source["channelIdentity"]?.text("channelId") ?? ""
    }

    private func person(_ from: JSONValue?) -> Record.Person {
        let source = from?["user"] ?? from?["application"] ?? from?["device"]
        let person = source?.kind == .object ? source : from?["application"]
        let name = person?.text("displayName")
        return Record.Person(key: person?.text("id") ?? name ?? "Unknown", name: name ?? "Unknown")
    }

    // MARK: Messages

    /// Fills the message and returns the quoted messages. The text does not show where they were.
    private func fill(
        _ source: JSONValue, _ record: inout Record, _ context: inout RecordContext
    ) -> [Reply] {
        var quotes: [Reply] = []
        let content = source["body"]?.text("content") ?? ""
        if source["body"]?.text("contentType") == "html" {
            let root = HTMLMarkup.root(of: content)
            record.message.body = blocks(root)
            for picture in root.all(tag: "img") {
                var file = RecordFile(.image)
                file.attachment.alt = picture["alt"].map(CleanText.line)
                file.attachment.width = Self.pixels(picture["width"])
                file.attachment.height = Self.pixels(picture["height"])
                record.files.append(file)
            }
        } else {
            record.message.body = Body.plain(content)
        }
        for item in source.list("attachments") {
            let type = item.text("contentType") ?? ""
            switch type {
            case "messageReference": quotes.append(quote(item))
            case "forwardedMessageReference": forward(item, &record, &context)
            case "reference":
                record.files.append(
                    RecordFile(named: item.text("name"), at: .missing("kept in SharePoint")))
            default:
                if !type.hasPrefix("application/vnd.microsoft.card") {
                    context.pass(CleanText.line(type))
                }
                record.files.append(RecordFile(card(item), at: .nothing))
            }
        }
        return quotes
    }

    private static func pixels(_ text: String?) -> Double? {
        text.flatMap { Double($0) }.flatMap { $0 >= 1 && $0 <= 1_000_000 ? $0 : nil }
    }

    private func blocks(_ root: HTMLElement) -> [TextBlock] {
        AnswerPage.blocks(root.removing(tags: ["attachment", "systemeventmessage"])) { element in
            ["emoji", "customemoji"].contains(element.name)
                ? element["alt"] ?? element["title"] : nil
        }
    }

    /// Returns a message's content, which is JSON in a string.
    private func inner(_ item: JSONValue) -> JSONValue {
        guard let text = item.text("content") else { return item["content"] ?? .null }
        // Text that is not valid JSON has no usable content.
        return JSONValue(inText: text) ?? .null
    }

    private func quote(_ item: JSONValue) -> Reply {
        let content = inner(item)
        let sender = content["messageSender"]
        let person = sender?["user"] ?? sender?["application"]
        return Reply(
            id: content.identifier("messageId") ?? item.identifier("id"),
            from: person?.text("displayName").map(CleanText.line),
            text: content.text("messagePreview").map(CleanText.clean))
    }

    private func forward(
        _ item: JSONValue, _ record: inout Record, _ context: inout RecordContext
    ) {
        let content = inner(item)
        let sender = content["originalMessageSender"]
        let person = sender?["user"] ?? sender?["application"]
        record.message.body += blocks(
            HTMLMarkup.root(of: content.text("originalMessageContent") ?? ""))
        record.message.details.forwarded = Forwarded(
            from: person?.text("displayName").map(CleanText.line),
            at: context.moment(content.text("originalSentDateTime")))
    }

    private func card(_ item: JSONValue) -> Attachment {
        let content = inner(item)
        var attachment = Attachment(kind: .card)
        var texts: [String] = []
        Self.texts(in: content, 0, &texts)
        let title = content.text("title") ?? item.text("name") ?? texts.first ?? "Card"
        attachment.title = CleanText.line(title)
        let rest = texts.filter { $0 != title }.joined(separator: "\n")
        if !rest.isEmpty {
            attachment.card = Card()
            attachment.card?.text = CleanText.clean(rest)
        }
        return attachment
    }

    private static func texts(in value: JSONValue, _ depth: Int, _ texts: inout [String]) {
        guard depth < 16, texts.count < 50 else { return }
        switch value {
        case .object:
            for key in ["title", "subtitle", "text", "summary"] {
                if let text = value.text(key) {
                    texts.append(HTMLMarkup.root(of: text).text.trimmingBlanks())
                }
            }
            texts += value.list("facts").compactMap { fact in
                let words = [fact.text("title") ?? fact.text("name"), fact.text("value")]
                return words.compactMap(\.self).joined(separator: ": ")
            }.filter { !$0.isEmpty }
            for key in ["body", "items", "columns", "sections", "buttons"] {
                if let inner = value[key] { Self.texts(in: inner, depth + 1, &texts) }
            }
        case .array(let elements):
            for element in elements { Self.texts(in: element, depth + 1, &texts) }
        case .null, .bool, .number, .string: break
        }
    }

    private func reactions(_ source: JSONValue) -> [Reaction] {
        let known = [
            "like": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢", "angry": "😡",
        ]
        let pairs = source.list("reactions").map { reaction in
            let type = reaction.text("reactionType") ?? ""
            let person = reaction["user"]?["user"] ?? reaction["user"]
            let key = person?.text("id") ?? ""
            let name = person?.text("displayName") ?? names[key] ?? key
            let own = type == "custom" ? reaction.text("displayName").map { ":\($0):" } : nil
            return (name: name, emoji: own ?? known[type] ?? type)
        }
        return Reaction.grouped(pairs)
    }

    // MARK: Events

    private static let events: [String: SystemAction] = [
        "membersAdded": .memberAdded, "membersDeleted": .memberRemoved,
        "membersJoined": .memberJoined, "membersLeft": .memberLeft, "chatRenamed": .titleChanged,
        "channelRenamed": .titleChanged, "channelAdded": .channelCreated, "callEnded": .call,
        "callStarted": .call, "callRecording": .call, "callTranscript": .call,
        "teamRenamed": .titleChanged, "teamCreated": .groupCreated,
        "channelDescriptionUpdated": .descriptionChanged,
        "teamDescriptionUpdated": .descriptionChanged, "messagePinned": .pinned,
        "messageUnpinned": .unpinned, "teamArchived": .archived,
    ]

    private func notice(
        _ source: JSONValue, _ record: inout Record, _ context: inout RecordContext
    ) {
        let detail = source["eventDetail"]
        // The type is a name such as `#microsoft.graph.membersAddedEventMessageDetail`.
        let type = (detail?.text("@odata.type") ?? "").split(separator: ".").last ?? ""
        let kind = type.hasSuffix("EventMessageDetail") ? String(type.dropLast(18)) : String(type)
        let action = Self.events[kind] ?? .notice
        let initiator = detail?["initiator"]?["user"] ?? detail?["initiator"]?["application"]
        var actors = [initiator].compactMap(\.self).map(name)
        var targets = (detail?.list("members") ?? []).prefix(50).map(name)
        if action == .memberJoined || action == .memberLeft { (actors, targets) = (targets, []) }
        record.becomeNotice(action, by: actors, to: targets)
        let title = detail?.text("chatDisplayName") ?? detail?.text("channelDisplayName")
        if action == .titleChanged, let title {
            let who = actors.first ?? ""
            let words = "\(who) changed the title to \u{201C}\(title)\u{201D}"
            record.message.body = Body.plain(words.trimmingBlanks())
        } else if action == .notice {
            let text = HTMLMarkup.root(of: source["body"]?.text("content") ?? "").text
            let words = text.trimmingBlanks().isEmpty ? kind : text.trimmingBlanks()
            record.message.body = Body.plain(words.isEmpty ? "…" : words)
            if !kind.isEmpty { context.pass(CleanText.line(kind)) }
        }
    }

    private func name(_ person: JSONValue) -> String {
        let name = person.text("displayName") ?? person.text("id").flatMap { names[$0] }
        return CleanText.line(name ?? "Unknown")
    }
}
