import Basics
import Model

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
