import Basics
import Model

/// Converts the messages and events of one conversation.
struct TwitterChat: RecordReader {
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
