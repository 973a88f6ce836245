import Basics
import Model

/// DiscordChatExporter's files in all of its formats: one channel per file, whole or in parts.
enum Discord {
    static let importer = Importer(
        name: "discord", title: "Discord",
        summary:
            "JSON, HTML, text or CSV of DiscordChatExporter, whole or in parts, alone or in a ZIP with media",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claims { $0.has("discord") } ?? probe.claims { $0.has("discord page") }
            ?? probe.claims { file in
                file.shape == nil
                    && (DiscordText.isText(file.head) || DiscordTable.isTable(file.head))
            }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        if ["html", "htm"].contains(Path.fileExtension(first)) {
            return try DiscordPages.read(claim.files, &builder)
        }
        let head = builder.sources.head(of: first)
        if DiscordTable.isTable(head) {
            return try DiscordTable.read(claim.files, &builder)
        }
        if DiscordText.isText(head) {
            return try DiscordText.read(claim.files, &builder)
        }
        var heads: [String: JSONValue] = [:]
        let channels = try claim.files.grouped { file throws(ImportError) in
            let head = try builder.sources.json(file).facts(without: ["messages"])
            let id = head["channel"]?.identifier("id") ?? file
            heads[id] = heads[id] ?? head
            return id
        }
        let names = channels.map { id, _ in
            ChatName(id: id, name: heads[id]?["channel"]?.text("name") ?? id)
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            // The parts are separate files, whose names do not always sort in order.
            builder.needsSorting = channel.files.count > 1
            let chat = DiscordChat(head: heads[channel.chat] ?? .null)
            chat.begin(&builder)
            var driver = RecordDriver(chat, builder)
            for file in channel.files {
                try driver.read(try builder.sources.json(file), at: ["messages"], &builder)
            }
            chat.end(&builder)
        }
    }
}

/// Converts the messages of one Discord channel.
private struct DiscordChat: RecordReader {
    static let needsObjects = true

    private let channel: JSONValue?
    private let guild: JSONValue?
    /// The names of the authors so far, by ID. Later messages may have other nicknames.
    private var names: [String: String] = [:]

    init(head: JSONValue) {
        channel = head["channel"]
        guild = head["guild"]
    }

    private var isDirect: Bool { channel?.text("type") == "DirectTextChat" }

    func begin(_ builder: inout ConversationBuilder) {
        let type = channel?.text("type") ?? ""
        let name = CleanText.line(channel?.text("name") ?? "")
        let isChannel = !type.hasPrefix("Direct")
        builder.begin(
            title: isChannel ? "#" + name : name,
            subtitle: isChannel ? channel?.text("topic") ?? guild?.text("name") : nil,
            isGroup: !isDirect)
    }

    /// Suggests "me": a direct chat is named after the other participant.
    func end(_ builder: inout ConversationBuilder) {
        guard isDirect, let name = builder.conversation.title else { return }
        let people = builder.conversation.participants
        let senders = builder.senders
        let isNamed = senders.contains {
            people[$0].name == name || people[$0].handle == "@" + name
        }
        let others = senders.filter { people[$0].name != name && people[$0].handle != "@" + name }
        if isNamed, others.count == 1 {
            builder.suggestMe(others[0], because: "the chat is named after \(name)")
        }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            source.identifier("id"), at: context.moment(source.text("timestamp")),
            from: author(source["author"]))
        let type = source.text("type") ?? source.identifier("type") ?? "Default"
        if let action = Self.systemActions[type] {
            notice(action, by: record.sender.flatMap { names[$0.key] }, source, &record)
            return record
        }
        if type == "Call" {
            var call = Call()
            if let at = record.message.at,
                let end = context.moment(source.text("callEndedTimestamp"))
            {
                call.duration = Double(max(0, end.milliseconds - at.milliseconds)) / 1000
                call.outcome = .answered
            }
            record.becomeCall(call)
        }
        add(source, of: source, to: &record)
        let forwarded = source["forwardedMessage"].flatMap { $0.kind == .object ? $0 : nil }
        if let forwarded { add(forwarded, of: source, to: &record) }
        // An answer to a command may be only the preview of a link.
        if Int(type) != nil, record.isEmpty, record.message.details.link == nil {
            record.message.kind = .unknown("type \(type)")
        }
        if let edited = context.moment(source.text("timestampEdited")) {
            record.message.details.edited = Edited(at: edited)
        }
        record.message.details.isPinned = source.flag("isPinned")
        if let forwarded {
            record.message.details.forwarded = Forwarded()
            record.message.details.forwarded?.at = context.moment(forwarded.text("timestamp"))
        } else if let id = source["reference"]?.identifier("messageId") {
            record.message.details.replyTo = Reply(id: id)
        }
        if let interaction = source["interaction"]?.text("name") {
            record.message.details.subject = CleanText.line("/" + interaction)
        }
        for item in source.list("reactions").prefix(100) { add(reaction: item, to: &record) }
        return record
    }

    private mutating func author(_ source: JSONValue?) -> Record.Person? {
        guard let source, let id = source.identifier("id") ?? source.text("name") else {
            return nil
        }
        guard names[id] == nil else { return Record.Person(key: id) }
        let name = source.text("name") ?? id
        let number = source.text("discriminator") ?? "0000"
        var person = Record.Person(
            key: id, name: source.text("nickname") ?? name,
            handle: number == "0000" || number == "0" ? "@\(name)" : "\(name)#\(number)",
            role: source.flag("isBot") ? "bot" : nil,
            avatar: source.text("avatarUrl").map(Path.percentDecoded))
        names[id] = CleanText.line(person.name ?? id)
        if let color = source.text("color"), color.hasPrefix("#") {
            person.color = UInt32(color.dropFirst(), radix: 16).map { $0 & 0xFF_FFFF }
        }
        return person
    }

    /// Adds a reaction. Custom emoji have an ID and a picture.
    private func add(reaction source: JSONValue, to record: inout Record) {
        guard let emoji = source["emoji"], let name = emoji.text("name") else { return }
        let isCustom = emoji.identifier("id") != nil
        let reaction = Reaction(
            emoji: CleanText.line(isCustom ? ":\(name):" : name), count: source.tally("count") ?? 1,
            by: source.list("users").prefix(200).compactMap { $0.first("nickname", "name") }
                .map(CleanText.line))
        if isCustom, let path = emoji.text("imageUrl") {
            let place = record.message.details.reactions.count
            record.reactionPictures[place] = Path.percentDecoded(path)
        }
        record.message.details.reactions.append(reaction)
    }

    /// Makes a notice, whose `content` is a sentence without a subject: `Pinned a message.`
    private func notice(
        _ action: SystemAction, by author: String?, _ source: JSONValue, _ record: inout Record
    ) {
        // Boosts have no sentence. The event states the action.
        var sentence = CleanText.clean(source.text("content") ?? "")
        if let author, !sentence.isEmpty {
            sentence = "\(author) \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
        }
        record.becomeNotice(
            action, by: [author].compactMap(\.self),
            to: source.list("mentions").prefix(50).compactMap { $0.first("nickname", "name") },
            text: sentence)
    }

    private static let systemActions: [String: SystemAction] = [
        "RecipientAdd": .memberAdded, "RecipientRemove": .memberRemoved,
        "ChannelNameChange": .titleChanged, "ChannelIconChange": .photoChanged,
        "ChannelPinnedMessage": .pinned, "GuildMemberJoin": .memberJoined,
        "ThreadCreated": .threadCreated, "8": .boost, "9": .boost, "10": .boost, "11": .boost,
    ]

    // MARK: Content

    /// Adds the text and the files of a message, or of the one that it forwards.
    private func add(_ content: JSONValue, of source: JSONValue, to record: inout Record) {
        if var text = content.text("content") {
            // The exporter lists the names for the IDs in raw content.
            for person in text.holds("<@") ? source.list("mentions").prefix(50) : [] {
                guard let id = person.identifier("id") else { continue }
                let name = "@" + (person.first("nickname", "name") ?? id)
                text = text.replacing("<@\(id)>", with: name)
                    .replacing("<@!\(id)>", with: name)
            }
            record.message.body += TextFormat.discord.blocks(CleanText.clean(text))
        }
        for item in content.list("attachments") {
            let name = item.text("fileName") ?? ""
            var file = DiscordEmbed.file(item.text("url"), FileKind.kind(name: name), named: name)
            file.attachment.size = item.count("fileSizeBytes")
            record.files.append(file)
        }
        for item in content.list("stickers") {
            record.files.append(
                DiscordEmbed.file(item.text("sourceUrl"), .sticker, named: item.text("name")))
        }
        for embed in content.list("embeds").prefix(20) {
            DiscordEmbed(
                author: embed["author"]?.text("name"), title: embed.text("title"),
                address: embed.text("url"),
                text: TextFormat.discord.blocks(CleanText.clean(embed.text("description") ?? "")),
                fields: embed.list("fields").map {
                    (name: $0.text("name"), value: $0.text("value"))
                },
                footer: embed["footer"]?.text("text"),
                picture: ["thumbnail", "image"].lazy.compactMap { embed[$0]?.text("url") }.first
            ).add(to: &record)
        }
    }
}

/// An embed of a Discord message: the preview of a link, or a card that a bot wrote.
struct DiscordEmbed {
    var author: String?
    var title: String?
    var address: String?
    var text: [TextBlock] = []
    var fields: [(name: String?, value: String?)] = []
    var footer: String?
    /// The path of the picture, in the export or beside the message's file.
    var picture: String?

    /// Returns the file at an address. Web addresses are never fetched; relative addresses are
    /// files that the exporter downloaded.
    static func file(
        _ address: String?, _ kind: Attachment.Kind, named name: String?
    ) -> RecordFile {
        let isThere = address.map { !$0.isEmpty && !$0.holds("://") } ?? false
        return RecordFile(
            name == "voice-message.ogg" ? .voice : kind, named: name,
            at: isThere ? .beside(Path.percentDecoded(address ?? "")) : .missing(RecordFile.absent))
    }

    /// Adds the embed to a message: a picture as a file; otherwise as the preview of its link, or as
    /// a card if it has what a preview cannot contain, such as fields and links in its text.
    func add(to record: inout Record) {
        let isWordless =
            text.isEmpty && fields.isEmpty
            && [author, title, address, footer].allSatisfy { $0 == nil }
        if isWordless, let picture {
            return record.files.append(DiscordPlainMessage.file(picture, .image))
        }
        let path = picture.map(Path.percentDecoded)
        guard let url = address.flatMap(Link.url), record.message.details.link == nil,
            fields.isEmpty, text.allSatisfy({ Body.plain($0.plainText) == [$0] })
        else {
            record.message.body += Body.card(
                author: author, title: title, address: address, text,
                fields: Array(fields.prefix(25)), footer: footer)
            if let path { record.files.append(RecordFile(.image, at: .optional(path))) }
            return
        }
        var link = LinkPreview(url: url)
        link.title = title.map(CleanText.line)
        let lines = text.map(\.plainText) + [footer.map(CleanText.clean)].compactMap(\.self)
        link.summary = lines.isEmpty ? nil : lines.joined(separator: "\n")
        link.site = author.map(CleanText.line)
        record.message.details.link = link
        record.linkPicture = path
    }
}
