import Conversation
import JSON
import Markup

/// The posts of one channel, with the replies nested in each.
struct MattermostChat {
    let directory: MattermostDirectory
    let file: String
    /// The number of thread roots so far: the export gives posts no IDs.
    private var roots = 0

    init(directory: MattermostDirectory, file: String) {
        self.directory = directory
        self.file = file
    }

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
        _ post: JSONValue, root: String?, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = post.milliseconds("create_at")
        let replies = post.list("replies")
        if !replies.isEmpty { roots += 1 }
        let id = replies.isEmpty ? nil : "thread-\(roots)"
        builder.beginEntry(at: at)
        var message = Message()
        message.id = id
        message.at = at
        try fill(&message, of: post, root, &builder, &sources)
        try builder.append(message)
        for reply in replies { try add(reply, root: id, &builder, &sources) }
    }

    private func fill(
        _ message: inout Message, of post: JSONValue, _ root: String?,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let handle = post.text("user") ?? "unknown"
        let name = directory.name(of: handle)
        let text = post.text("message") ?? ""
        if let type = post.text("type"), type.hasPrefix("system_") {
            message.kind = .system
            message.details.system = SystemEvent(action: (Self.events[type] ?? .notice).rawValue)
            message.details.system?.actors = [CleanText.line(name)]
            message.body = Body.plain(text.isEmpty ? type : text)
            return
        }
        let index = try builder.participant(handle, name: name)
        builder.conversation.participants[index].handle = CleanText.line("@" + handle)
        message.from = index
        // Messages of integrations are in `props`, besides the text.
        let cards = post["props"]?.list("attachments") ?? []
        let words = cards.compactMap { card in
            let parts = [card.text("pretext"), card.text("title"), card.text("text")]
                .compactMap { $0 }
            return parts.isEmpty ? card.text("fallback") : parts.joined(separator: "\n\n")
        }
        let whole = ([text] + words).filter { !$0.isEmpty }.joined(separator: "\n\n")
        message.body = Body.markdown(EmojiCodes.replaced(in: whole))
        for item in post.list("attachments") {
            guard let path = item.text("path") else { continue }
            let name = Path.lastName(path)
            var attachment = Attachment(kind: FileKind.kind(name: name))
            attachment.name = CleanText.line(name)
            // In the export's ZIP, files are in a folder that the lines do not mention.
            let inData = sources.resolve(path, from: file) == nil ? "data/" + path : path
            try builder.attach(inData, to: &attachment, from: &sources, document: file)
            message.attachments.append(attachment)
        }
        if let root {
            message.details.thread = Thread()
            message.details.thread?.root = root
        }
        if let time = post.milliseconds("edit_at"), time.milliseconds > 0 {
            message.details.edited = Edited()
            message.details.edited?.at = time
        }
        if post.flag("is_pinned") { message.details.isPinned = true }
        let pairs = post.list("reactions").compactMap { reaction in
            reaction.text("emoji_name").map { emoji in
                (
                    name: reaction.text("user").map(directory.name) ?? "",
                    emoji: SlackEmoji(emoji).text
                )
            }
        }
        if !pairs.isEmpty { message.details.reactions = Reaction.grouped(pairs) }
    }
}
