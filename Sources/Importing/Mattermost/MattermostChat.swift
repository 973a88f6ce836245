import Basics
import Model

/// The posts of one channel, with the replies nested in each.
struct MattermostChat {
    let directory: MattermostDirectory
    let file: String
    /// The number of thread roots so far: the export gives posts no IDs.
    private(set) var roots = 0

    private static let events: [String: SystemAction] = [
        "system_join_channel": .memberJoined, "system_join_team": .memberJoined,
        "system_leave_channel": .memberLeft, "system_leave_team": .memberLeft,
        "system_add_to_channel": .memberAdded, "system_add_to_team": .memberAdded,
        "system_remove_from_channel": .memberRemoved,
        "system_remove_from_team": .memberRemoved, "system_header_change": .topicChanged,
        "system_displayname_change": .titleChanged,
        "system_purpose_change": .descriptionChanged,
    ]

    mutating func add(
        line: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let post = line.text("type").flatMap({ line[$0] }) else { return }
        try add(post, root: nil, &builder, &sources)
    }

    /// Adds a post and its replies.
    mutating func add(
        _ post: JSONValue, root: String?, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let replies = post.list("replies")
        if !replies.isEmpty { roots += 1 }
        let id = replies.isEmpty ? nil : "thread-\(roots)"
        let record = record(post, id, root: root, sources.index)
        try builder.add(record, from: &sources, document: file)
        for reply in replies { try add(reply, root: id, &builder, &sources) }
    }

    private func record(
        _ post: JSONValue, _ id: String?, root: String?, _ files: FileIndex
    ) -> Record {
        var record = Record(id, at: post.milliseconds("create_at"))
        let handle = post.text("user") ?? "unknown"
        let name = directory.name(of: handle)
        let text = post.text("message") ?? ""
        if let type = post.text("type"), type.hasPrefix("system_") {
            record.becomeNotice(
                Self.events[type] ?? .notice, by: [name], text: text.isEmpty ? type : text)
            return record
        }
        record.sender = Record.Person(key: handle, name: name, handle: "@" + handle)
        record.message.body = Self.body(text)
        // Messages of integrations are in `props`, besides the text.
        for card in post["props"]?.list("attachments") ?? [] {
            record.message.body += Self.card(card)
        }
        record.files = post.list("attachments").compactMap { $0.text("path") }.map { path in
            // In the export's ZIP, files are in a folder that the lines do not mention.
            let isFound = files.resolve(path, from: file) != nil
            return RecordFile(
                named: Path.lastName(path), at: .beside(isFound ? path : "data/" + path))
        }
        record.message.details.thread = root.map { Thread(root: $0) }
        if let time = post.milliseconds("edit_at"), time.milliseconds > 0 {
            record.message.details.edited = Edited(at: time)
        }
        record.message.details.isPinned = post.flag("is_pinned")
        record.message.details.reactions = Reaction.grouped(
            post.list("reactions").compactMap { reaction in
                reaction.text("emoji_name").map { emoji in
                    (
                        name: reaction.text("user").map(directory.name) ?? "",
                        emoji: SlackEmoji(emoji).text
                    )
                }
            })
        return record
    }

    private static func body(_ text: String) -> [TextBlock] {
        Body.markdown(EmojiCodes.replaced(in: text))
    }

    private static func card(_ card: JSONValue) -> [TextBlock] {
        let fields = card.list("fields").prefix(20).map { field in
            (name: field.text("title"), value: field.text("value"))
        }
        let isEmpty = fields.isEmpty && card.first("author_name", "title", "text") == nil
        return body(card.text("pretext") ?? "")
            + Body.card(
                author: card.text("author_name"), title: card.text("title"),
                address: card.text("title_link"),
                body(card.text(isEmpty ? "fallback" : "text") ?? ""), fields: fields,
                footer: card.text("footer"), reading: body)
    }
}
