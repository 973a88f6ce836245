import Conversation
import JSON
import Markup

/// Converts the messages and events of one conversation.
struct TwitterChat {
    let directory: TwitterDirectory
    let file: String
    private var unknown: [String: Int] = [:]

    init(directory: TwitterDirectory, file: String) {
        self.directory = directory
        self.file = file
    }

    mutating func add(
        _ record: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        // A record has one member, whose name is the record's kind.
        guard let member = record.entries.first, member.value.kind == .object else { return }
        let source = member.value
        let at = source.text("createdAt").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("id")
        switch member.key {
        case "messageCreate", "welcomeMessageCreate":
            message.from = try person(source.text("senderId") ?? "Unknown", &builder)
            try fill(source, &message, &builder, &sources)
        case "conversationNameUpdate":
            event(.titleChanged, [source.text("initiatingUserId")], [], &message)
            let name = source.text("name") ?? ""
            let actor = message.details.system?.actors.first ?? ""
            message.body = Body.plain("\(actor) changed the name to \u{201C}\(name)\u{201D}")
        case "participantsJoin":
            event(
                .memberAdded, [source.text("initiatingUserId")],
                source.list("userIds").map(\.string), &message)
        case "participantsLeave":
            event(.memberLeft, source.list("userIds").map(\.string), [], &message)
        case "joinConversation":
            event(
                .memberAdded, [source.text("initiatingUserId")], [directory.owner], &message)
        default:
            unknown[CleanText.line(member.key), default: 0] += 1
            return
        }
        try builder.append(message)
    }

    private func event(
        _ action: SystemAction, _ actors: [String?], _ targets: [String?], _ message: inout Message
    ) {
        message.kind = .system
        var event = SystemEvent(action: action.rawValue)
        event.actors = actors.compactMap { $0 }.map { CleanText.line(directory.name($0)) }
        event.targets = targets.prefix(50).compactMap { $0 }.map {
            CleanText.line(directory.name($0))
        }
        message.details.system = event
    }

    private func person(
        _ id: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex {
        let known = directory.person(id)
        let index = try builder.participant(id, name: known?.name ?? id)
        if let known {
            builder.conversation.participants[index].handle = CleanText.line("@" + known.handle)
        }
        return index
    }

    private func fill(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let media = source.list("mediaUrls").compactMap(\.string)
        message.body = body(source, hasMedia: !media.isEmpty)
        for address in media {
            let last = Path.lastName(String(address.prefix { $0 != "?" }))
            var attachment = Attachment(kind: FileKind.kind(name: last))
            attachment.name = CleanText.line(last)
            // In the archive's media folders, the message ID precedes each file name.
            let stored = (source.identifier("id") ?? "") + "-" + last
            try builder.attach(stored, to: &attachment, from: &sources, document: file)
            message.attachments.append(attachment)
        }
        if let edit = source.list("editHistory").last {
            message.details.edited = Edited()
            message.details.edited?.at = edit.seconds("createdAtSec")
        }
        message.details.reactions = Reaction.grouped(
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

    func end(_ builder: inout ConversationBuilder) {
        if let owner = directory.owner, let me = builder.known(owner) {
            builder.setMe(me)
        } else if let common = directory.commonPerson, let me = builder.known(common) {
            builder.suggestMe(me, because: "they are in every conversation of the archive")
        }
        for (kind, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let records = WarningText.count(count, "record")
            builder.warn(.unsupported, "\(records) of the type \(kind) omitted")
        }
    }
}
