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
        let channels = probe.claims {
            $0.holdsObject { _, shape in
                shape.has("guild", "channel")
                    && ["messages", "exportedAt", "dateRange"].contains { shape.has($0) }
            }
        }
        return channels ?? probe.claims(DiscordPages.isPage)
            ?? probe.claims { file in
                file.shape == nil
                    && (DiscordText.isText(file.head) || DiscordTable.isTable(file.head))
            }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        if ["html", "htm"].contains(Path.fileExtension(first)) {
            return try DiscordPages.read(claim.files, &sources, &builder)
        }
        let head = sources.head(of: first)
        if DiscordTable.isTable(head) {
            return try DiscordTable.read(claim.files, &sources, &builder)
        }
        if DiscordText.isText(head) {
            return try DiscordText.read(claim.files, &sources, &builder)
        }
        var channels: [(id: String, head: JSONValue, files: [String])] = []
        for file in claim.files {
            let document = try sources.json(file)
            guard let head = try document.members(without: ["messages"]) else {
                throw .invalid(file: file, pointer: "", expected: "an object")
            }
            let id = head["channel"]?.identifier("id") ?? file
            if let place = channels.firstIndex(where: { $0.id == id }) {
                channels[place].files.append(file)
            } else {
                channels.append((id, head, [file]))
            }
        }
        let names = channels.map {
            ChatName(id: $0.id, name: $0.head["channel"]?.text("name") ?? $0.id)
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            // The parts are separate files, whose names do not always sort in order.
            builder.needsSorting = channel.files.count > 1
            var chat = DiscordChat(head: channel.head)
            chat.begin(&builder)
            for file in channel.files {
                let document = try sources.json(file)
                try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
                    guard message.kind == .object else {
                        throw .invalid(file: file, pointer: pointer, expected: "a message")
                    }
                    try chat.add(message, file, &builder, &sources)
                }
            }
            chat.end(&builder)
        }
    }
}

/// Converts the messages of one Discord channel.
struct DiscordChat {
    private let channel: JSONValue?
    private let guild: JSONValue?

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

    mutating func add(
        _ source: JSONValue, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.text("timestamp").flatMap { builder.moment($0) }
        var message = builder.message(source.identifier("id"), at: at)
        let author = try author(source["author"], file, &builder, &sources)
        let content = DiscordContent(source: source, file: file)
        let type = source.text("type") ?? source.identifier("type") ?? "Default"
        if let action = Self.systemActions[type] {
            let name = author.map { builder.conversation.participants[$0].name }
            system(source, action, name, &message)
            return try builder.append(message)
        }
        message.from = author
        if type == "Call" { call(source, at, &message, &builder) }
        try content.fill(&message, &builder, &sources)
        // An answer to a command may be only the preview of a link.
        let isEmpty = message.body.isEmpty && message.attachments.isEmpty
        if Int(type) != nil, isEmpty, !message.hasDetails || message.details.link == nil {
            message.kind = .unknown("type \(type)")
        }
        try relate(source, file, &message, &builder, &sources)
        try builder.append(message)
    }

    private func author(
        _ source: JSONValue?, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) -> ParticipantIndex? {
        guard let source, let id = source.identifier("id") ?? source.text("name") else {
            return nil
        }
        if let known = builder.known(id) { return known }
        let name = source.text("name") ?? id
        let index = try builder.participant(id, name: source.text("nickname") ?? name)
        let number = source.text("discriminator") ?? "0000"
        let handle = number == "0000" || number == "0" ? "@\(name)" : "\(name)#\(number)"
        builder.conversation.participants[index].handle = CleanText.line(handle)
        if let color = source.text("color"), color.hasPrefix("#") {
            let value = UInt32(color.dropFirst(), radix: 16)
            builder.conversation.participants[index].color = value.map { $0 & 0xFF_FFFF }
        }
        if source.flag("isBot") { builder.conversation.participants[index].role = "bot" }
        if let avatar = source.text("avatarUrl") {
            try builder.avatar(
                Path.percentDecoded(avatar), of: index, from: &sources, document: file)
        }
        return index
    }

    /// Fills a system message, whose `content` is a sentence without a subject: `Pinned a message.`
    private func system(
        _ source: JSONValue, _ action: SystemAction, _ author: String?, _ message: inout Message
    ) {
        message.kind = .system
        // Boosts have no sentence. The event states the action.
        var sentence = CleanText.clean(source.text("content") ?? "")
        if let author, !sentence.isEmpty {
            let first = sentence.prefix(1).lowercased()
            sentence = "\(author) \(first)\(sentence.dropFirst())"
        }
        message.body = Body.plain(sentence)
        message.details.system = SystemEvent(
            action, by: [author].compactMap(\.self),
            to: source.list("mentions").prefix(50).compactMap { $0.first("nickname", "name") })
    }

    private func call(
        _ source: JSONValue, _ at: Moment?, _ message: inout Message,
        _ builder: inout ConversationBuilder
    ) {
        message.kind = .call
        var call = Call()
        if let at, let end = source.text("callEndedTimestamp").flatMap({ builder.moment($0) }) {
            call.duration = Double(max(0, end.milliseconds - at.milliseconds)) / 1000
            call.outcome = .answered
        }
        message.details.call = call
    }

    private func relate(
        _ source: JSONValue, _ file: String, _ message: inout Message,
        _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        if let edited = source.text("timestampEdited").flatMap({ builder.moment($0) }) {
            message.details.edited = Edited(at: edited)
        }
        message.details.isPinned = source.flag("isPinned")
        let forwarded = source["forwardedMessage"].flatMap { $0.kind == .object ? $0 : nil }
        if let forwarded {
            message.details.forwarded = Forwarded()
            message.details.forwarded?.at = forwarded.text("timestamp").flatMap {
                builder.moment($0)
            }
        } else if let id = source["reference"]?.identifier("messageId") {
            message.details.replyTo = Reply(id: id)
        }
        if let interaction = source["interaction"]?.text("name") {
            message.details.subject = CleanText.line("/" + interaction)
        }
        for item in source.list("reactions").prefix(100) {
            guard let reaction = try reaction(item, file, &builder, &sources) else { continue }
            message.details.reactions.append(reaction)
        }
    }

    private func reaction(
        _ source: JSONValue, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) -> Reaction? {
        guard let emoji = source["emoji"], let name = emoji.text("name") else { return nil }
        let isCustom = emoji.identifier("id") != nil
        var reaction = Reaction(
            emoji: CleanText.line(isCustom ? ":\(name):" : name), count: source.tally("count") ?? 1)
        reaction.by = source.list("users").prefix(200).compactMap { $0.first("nickname", "name") }
            .map(CleanText.line)
        if isCustom, let path = emoji.text("imageUrl") {
            reaction.picture = try builder.picture(
                Path.percentDecoded(path), from: &sources, document: file)
        }
        return reaction
    }

    private static let systemActions: [String: SystemAction] = [
        "RecipientAdd": .memberAdded, "RecipientRemove": .memberRemoved,
        "ChannelNameChange": .titleChanged, "ChannelIconChange": .photoChanged,
        "ChannelPinnedMessage": .pinned, "GuildMemberJoin": .memberJoined,
        "ThreadCreated": .threadCreated, "8": .boost, "9": .boost, "10": .boost, "11": .boost,
    ]
}

/// The text and attachments of a Discord message. A forwarded message's content replaces the
/// message's own.
struct DiscordContent {
    let source: JSONValue
    let file: String

    func fill(
        _ message: inout Message, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.body = text(source)
        try carry(source, &message, &builder, &sources)
        guard let forwarded = source["forwardedMessage"], forwarded.kind == .object else { return }
        message.body += text(forwarded)
        try carry(forwarded, &message, &builder, &sources)
    }

    private func text(_ source: JSONValue) -> [TextBlock] {
        guard let content = source.text("content") else { return [] }
        return TextFormat.discord.blocks(CleanText.clean(named(content)))
    }

    /// Replaces the IDs in raw content by the names that `mentions` lists.
    private func named(_ content: String) -> String {
        guard content.holds("<@") else { return content }
        var content = content
        for person in self.source.list("mentions").prefix(50) {
            guard let id = person.identifier("id") else { continue }
            let name = "@" + (person.text("nickname") ?? person.text("name") ?? id)
            content = content.replacing("<@\(id)>", with: name)
                .replacing("<@!\(id)>", with: name)
        }
        return content
    }

    private func carry(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for item in source.list("attachments") {
            let name = item.text("fileName") ?? ""
            var attachment = Attachment(kind: FileKind.kind(name: name))
            if name == "voice-message.ogg" { attachment.kind = .voice }
            attachment.name = CleanText.line(name)
            attachment.size = item.count("fileSizeBytes")
            try attach(item.text("url"), &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        for item in source.list("stickers") {
            var attachment = Attachment(kind: .sticker)
            attachment.name = item.text("name").map(CleanText.line)
            try attach(item.text("sourceUrl"), &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        for embed in source.list("embeds").prefix(20) {
            try self.embed(embed, &message, &builder, &sources)
        }
    }

    /// Web addresses are never fetched; relative addresses are files that the exporter downloaded.
    private func attach(
        _ url: String?, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let url, !url.holds("://") else {
            return builder.miss(&attachment, "not in the export")
        }
        try builder.attach(
            Path.percentDecoded(url), to: &attachment, from: &sources, document: file)
    }

    private func embed(
        _ embed: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var shown = DiscordEmbed(
            author: embed["author"]?.text("name"), title: embed.text("title"),
            address: embed.text("url"),
            text: TextFormat.discord.blocks(CleanText.clean(embed.text("description") ?? "")),
            fields: embed.list("fields").map { (name: $0.text("name"), value: $0.text("value")) },
            footer: embed["footer"]?.text("text"))
        let picture = ["thumbnail", "image"].lazy.compactMap { embed[$0]?.text("url") }.first
        if shown.isWordless, let picture {
            return message.attachments.append(
                try builder.attachment(
                    of: DiscordPlainMessage.file(picture, .image), from: &sources, document: file))
        }
        shown.picture = try picture.flatMap { path throws(ImportError) in
            try builder.picture(Path.percentDecoded(path), from: &sources, document: file)
        }
        shown.add(to: &message)
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
    var picture: MediaIndex?

    /// Whether the embed is only a picture.
    var isWordless: Bool {
        text.isEmpty && fields.isEmpty && [author, title, address, footer].allSatisfy { $0 == nil }
    }

    /// Adds the embed to a message: as the preview of its link, or as a card if it has what a
    /// preview cannot contain, such as fields and links in its text.
    func add(to message: inout Message) {
        guard let url = address.flatMap(Link.url), message.details.link == nil, fields.isEmpty,
            text.allSatisfy({ Body.plain($0.plainText) == [$0] })
        else { return addCard(to: &message) }
        var link = LinkPreview(url: url)
        link.title = title.map(CleanText.line)
        let lines = text.map(\.plainText) + [footer.map(CleanText.clean)].compactMap(\.self)
        link.summary = lines.isEmpty ? nil : lines.joined(separator: "\n")
        link.site = author.map(CleanText.line)
        link.picture = picture
        message.details.link = link
    }

    private func addCard(to message: inout Message) {
        message.body += Body.card(
            author: author, title: title, address: address, text,
            fields: Array(fields.prefix(25)), footer: footer)
        guard let picture else { return }
        var attachment = Attachment(kind: .image)
        attachment.media = picture
        message.attachments.append(attachment)
    }
}
