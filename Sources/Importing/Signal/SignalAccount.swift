import Basics
import Model

/// `main.jsonl` of Signal's own export: a whole account, with one single-member object per line. A
/// first pass reads people and chats, a second pass the messages of the selected chat.
struct SignalAccount {
    private var names: [String: String] = [:]
    /// The recipients by the IDs in mentions.
    private var recipients: [String: String] = [:]
    private var ownID: String?
    private var ownName: String?
    private var groups: Set<String> = []
    private var chats: [(id: String, recipient: String)] = []
    /// The export's files by name without extension. A file is named after the hash of its
    /// contents.
    var files: [String: String] = [:]
    private var unknown: [String: Int] = [:]

    static func isAccount(_ file: Probe.File) -> Bool {
        file.holdsLines
            && (file.contains("\"backupTimeMs\"") || file.contains("\n{\"chatItem\""))
    }

    init(sources: borrowing ExportFiles) {
        for name in sources.names where name.holds("files/") { files[Path.stem(name)] = name }
    }

    mutating func fill(
        _ lines: JSONLineReader, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var others = lines
        while try others.next() {
            if !Self.isItem(others.text) { try learn(try others.value()) }
        }
        let choices = chats.map { ChatName(id: $0.id, name: name($0.recipient)) }
        let chat = chats[try builder.choose(choices)]
        builder.conversation.title = CleanText.line(name(chat.recipient))
        builder.conversation.kind = groups.contains(chat.recipient) ? .group : .direct
        builder.isKindKnown = true
        builder.needsSorting = true
        var items = lines
        while try items.next() {
            guard Self.isItem(items.text), let item = try items.value()["chatItem"],
                item.identifier("chatId") == chat.id
            else { continue }
            try add(item, &builder, &sources)
        }
        if let ownID, let me = builder.known(ownID) { builder.setMe(me) }
        builder.warn(.importing, "Signal does not export disappearing messages")
        for (kind, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            builder.warn(
                .unsupported,
                "\(WarningText.count(count, "item")) of the kind \(kind) shown as a notice")
        }
    }

    private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "{\"chatItem\"".utf8)
    }

    // MARK: People and chats

    private mutating func learn(_ line: JSONValue) throws(ImportError) {
        if let account = line["account"] {
            let parts = [account.text("givenName"), account.text("familyName")].compactMap(\.self)
            ownName = parts.isEmpty ? account.text("username") : parts.joined(separator: " ")
        } else if let chat = line["chat"], let id = chat.identifier("id") {
            chats.append((id, chat.identifier("recipientId") ?? ""))
        } else if let recipient = line["recipient"], let id = recipient.identifier("id") {
            if recipient["self"] != nil { ownID = id }
            if let contact = recipient["contact"] {
                names[id] = Self.name(of: contact)
                if let aci = contact.text("aci") { recipients[aci] = id }
            } else if let group = recipient["group"] {
                groups.insert(id)
                names[id] = group["snapshot"]?["title"]?.text("title") ?? "Group"
            } else if recipient["releaseNotes"] != nil {
                names[id] = "Signal"
            }
        }
    }

    /// Returns a contact's name in the apps' order: the owner's nickname, the phone's contact, the
    /// profile name, the number.
    private static func name(of contact: JSONValue) -> String? {
        func joined(_ given: String?, _ family: String?) -> String? {
            let parts = [given, family].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        let nickname = contact["nickname"]
        return joined(nickname?.text("given"), nickname?.text("family"))
            ?? joined(contact.text("systemGivenName"), contact.text("systemFamilyName"))
            ?? joined(contact.text("profileGivenName"), contact.text("profileFamilyName"))
            ?? contact.identifier("e164").map { "+" + $0 } ?? contact.text("username")
    }

    private func name(_ id: String) -> String {
        id == ownID ? ownName ?? "Me" : names[id] ?? "Unknown"
    }

    // MARK: Messages

    private mutating func add(
        _ item: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var message = Message()
        message.at = item.milliseconds("dateSent")
        builder.beginEntry(at: message.at)
        let author = item.identifier("authorId") ?? ""
        message.id = "\(author)/\(item.identifier("dateSent") ?? "")"
        let service = SignalAccountNotice(name: name)
        if let update = item["updateMessage"], service.fill(&message, update, by: author) {
            if message.kind == .call {
                message.from = try builder.participant(author, name: name(author))
            }
            return try builder.append(message)
        }
        message.from = try builder.participant(author, name: name(author))
        try fill(&message, item, &builder, &sources)
        status(item, &message)
        let revisions = item.list("revisions").prefix(100)
        if !revisions.isEmpty {
            var edited = Edited()
            edited.at = message.at
            edited.history = revisions.map { revision in
                Edited.Version(
                    at: revision.milliseconds("dateSent"),
                    text: text(revision["standardMessage"]?["text"]).map(\.plainText)
                        .joined(separator: "\n"))
            }
            message.details.edited = edited
        }
        try builder.append(message)
    }

    private mutating func fill(
        _ message: inout Message, _ item: JSONValue, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        if let standard = item["standardMessage"] {
            message.body = text(standard["text"])
            for attachment in standard.list("attachments") {
                try attach(attachment, &message, &builder, &sources)
            }
            if let quote = standard["quote"] { message.details.replyTo = reply(quote) }
            if let preview = standard.list("linkPreview").first,
                let url = preview.text("url").flatMap(Link.url)
            {
                var link = LinkPreview(url: url)
                link.title = preview.text("title").map(CleanText.line)
                link.summary = preview.text("description").map(CleanText.clean)
                message.details.link = link
            }
            react(standard, &message)
        } else if let sticker = item["stickerMessage"] {
            var attachment = Attachment(kind: .sticker)
            attachment.alt = sticker["sticker"]?.text("emoji").map(CleanText.line)
            try find(sticker["sticker"]?["data"], &attachment, &builder, &sources)
            message.attachments = [attachment]
            react(sticker, &message)
        } else if item["remoteDeletedMessage"] != nil || item["adminDeletedMessage"] != nil {
            message.details.deleted = Deleted()
        } else if let poll = item["poll"] {
            message.details.poll = self.poll(poll)
            react(poll, &message)
        } else if let contact = item["contactMessage"]?["contact"]
            ?? item["contactMessage"]?.list("contact").first
        {
            var card = Contact()
            let name = contact["name"]
            card.name = [name?.text("givenName"), name?.text("familyName")].compactMap(\.self)
                .joined(separator: " ")
            card.phones = contact.list("number").prefix(10).compactMap { $0.text("value") }.map(
                CleanText.line)
            message.details.contact = card
        } else if let once = item["viewOnceMessage"] {
            var attachment = Attachment(kind: .image)
            builder.miss(&attachment, "not exported: view once")
            message.attachments = [attachment]
            react(once, &message)
        } else if let story = item["directStoryReplyMessage"] {
            message.body = text(story["textReply"]?["text"])
            if let emoji = story.text("emoji") { message.body = Body.plain(emoji) }
            var reply = Reply()
            reply.text = "a story"
            message.details.replyTo = reply
        } else {
            let known: Set<String> = ["incoming", "outgoing", "directionless", "revisions", "sms"]
            let kind = item.members?.first { $0.value.kind == .object && !known.contains($0.key) }?
                .key
            message.kind = .unknown(kind ?? "message")
            unknown[kind ?? "message", default: 0] += 1
        }
    }

    private func text(_ text: JSONValue?) -> [TextBlock] {
        guard let text else { return [] }
        return SigtopBody.blocks(text) { id in recipients[id].map(name) }
    }

    private func reply(_ quote: JSONValue) -> Reply {
        var reply = Reply()
        let author = quote.identifier("authorId") ?? ""
        if let time = quote.identifier("targetSentTimestamp") { reply.id = "\(author)/\(time)" }
        reply.from = name(author)
        reply.text = quote["text"]?.text("body").map(CleanText.clean)
        if let file = quote.list("attachments").first {
            reply.attachmentKind = FileKind.kind(
                name: file.text("fileName"), mime: file.text("contentType"))
        }
        return reply
    }

    private func react(_ source: JSONValue, _ message: inout Message) {
        let pairs = source.list("reactions").prefix(1000).compactMap { item in
            item.text("emoji").map { (name(item.identifier("authorId") ?? ""), $0) }
        }
        message.details.reactions = Reaction.grouped(pairs)
    }

    private func poll(_ source: JSONValue) -> Poll {
        var poll = Poll()
        poll.question = CleanText.clean(source.text("question") ?? "")
        poll.isClosed = source.flag("hasEnded")
        poll.options = source.list("options").prefix(100).map { item in
            var option = Poll.Option(text: CleanText.line(item.text("option") ?? ""))
            let voters = item.list("votes").prefix(1000).map { $0.identifier("voterId") ?? "" }
            option.votes = voters.count
            option.voters = voters.map { CleanText.line(name($0)) }
            option.isChosen = ownID.map(voters.contains) ?? false
            return option
        }
        return poll
    }

    /// Sets the delivery state of a sent message: the least advanced state of all recipients.
    private func status(_ item: JSONValue, _ message: inout Message) {
        let sent = item["outgoing"]?.list("sendStatus") ?? []
        guard !sent.isEmpty else { return }
        let ranks: [(String, Message.Status)] = [
            ("failed", .failed), ("pending", .sending), ("sent", .sent), ("delivered", .delivered),
            ("read", .read), ("viewed", .played),
        ]
        message.status = ranks.first { key, _ in sent.contains { $0[key] != nil } }?.1
    }

    // MARK: Files
}
