import Conversation
import JSON
import Markup

/// The messages of one channel or direct conversation.
struct ZulipChat {
    let directory: ZulipDirectory
    /// The ID of the first message in each topic.
    private var roots: [String: String] = [:]

    init(directory: ZulipDirectory) { self.directory = directory }

    mutating func add(
        _ source: JSONValue, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at =
            source.seconds("date_sent") ?? source.seconds("pub_date") ?? source.seconds("timestamp")
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("id")
        message.from = try sender(source, &builder)
        let text = source.text("content") ?? ""
        if source.text("content_type") == "text/html" || isRendered(source, text) {
            let page = ZulipText.removingFiles(HTMLMarkup.root(of: text))
            try fill(page, &message, file, &builder, &sources)
        } else {
            let content = ZulipText(text)
            message.body = Body.markdown(content.markdown)
            message.details.replyTo = content.reply
            for item in content.files {
                try attach(item.path, item.name, file, &message, &builder, &sources)
            }
        }
        if let topic = source.text("subject") ?? source.text("topic") {
            join(CleanText.line(topic), &message)
        }
        if let time = source.seconds("last_edit_time") ?? source.seconds("last_edit_timestamp") {
            message.details.edited = Edited()
            message.details.edited?.at = time
        }
        message.details.reactions = Reaction.grouped(reactions(source))
        try builder.append(message)
    }

    /// Adds a message to its topic. The first message has the topic as its subject, and the others
    /// are its thread.
    private mutating func join(_ topic: String, _ message: inout Message) {
        if let root = roots[topic] {
            message.details.thread = Thread()
            message.details.thread?.root = root
        } else if let id = message.id {
            message.details.subject = topic
            roots[topic] = id
        }
    }

    private func sender(
        _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex {
        if let id = source.identifier("sender") {
            let known = directory.person(id)
            let index = try builder.participant(
                id, name: known?.name ?? Self.name(source.text("sender_name")) ?? id)
            if let mail = known?.mail {
                builder.conversation.participants[index].handle = CleanText.line(mail)
            }
            return index
        }
        let name = source.text("sender_full_name") ?? "Unknown"
        let key = source.identifier("sender_id") ?? source.text("sender_email") ?? name
        let index = try builder.participant(key, name: name)
        if let mail = source.text("sender_email") {
            builder.conversation.participants[index].handle = CleanText.line(mail)
        }
        return index
    }

    /// Returns the name in `Ana Kim <ana@chat.example>`.
    private static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        return text.place(of: " <").map { String(text[..<$0.lowerBound]) } ?? text
    }

    private func reactions(_ source: JSONValue) -> [(name: String, emoji: String)] {
        let own = source.list("reactions").compactMap { reaction in
            reaction.text("emoji_name").map { emoji in
                let user = reaction["user"]
                return (
                    name: user?.text("full_name") ?? reaction.identifier("user_id") ?? "",
                    emoji: SlackEmoji(emoji).text
                )
            }
        }
        return own + (source.identifier("id").map(directory.reactions) ?? [])
    }

    // MARK: Rendered messages

    /// Returns whether a message is HTML. Tools that store the API's messages omit the content
    /// type.
    private func isRendered(_ source: JSONValue, _ text: String) -> Bool {
        source["sender_full_name"] != nil && text.hasPrefix("<") && text.hasSuffix(">")
    }

    private func fill(
        _ page: (root: HTMLElement, files: [(path: String, name: String)]),
        _ message: inout Message, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.body = AnswerPage.blocks(page.root) { element in
            guard element.name == "span" || element.name == "img" else { return nil }
            guard element.classes.contains(where: { $0 == "emoji" }) else { return nil }
            return element["alt"].map(ZulipText.emoji)
                ?? ZulipText.emoji(element.text)
        }
        for item in page.files {
            try attach(item.path, item.name, file, &message, &builder, &sources)
        }
    }

    private func attach(
        _ path: String, _ name: String, _ file: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let last = Path.lastName(path)
        var attachment = Attachment(kind: FileKind.kind(name: last))
        attachment.name = CleanText.line(name.isEmpty ? Path.percentDecoded(last) : name)
        // The export stores `/user_uploads/2/ab/plan.png` as `uploads/2/ab/plan.png`.
        let stored = Path.percentDecoded("uploads/" + path.dropFirst(ZulipText.uploads.count))
        try builder.attach(stored, to: &attachment, from: &sources, document: file)
        message.attachments.append(attachment)
    }
}
