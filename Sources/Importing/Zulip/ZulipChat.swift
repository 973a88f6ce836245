import Basics
import Model

/// The messages of one channel or direct conversation.
struct ZulipChat: RecordReader {
    let directory: ZulipDirectory
    /// The ID of the first message in each topic.
    private(set) var roots: [String: String] = [:]

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let at =
            source.seconds("date_sent") ?? source.seconds("pub_date") ?? source.seconds("timestamp")
        var record = Record(source.identifier("id"), at: at, from: sender(source))
        let text = source.text("content") ?? ""
        if source.text("content_type") == "text/html" || isRendered(source, text) {
            let page = ZulipText.removingFiles(HTMLMarkup.root(of: text))
            record.message.body = blocks(page.root)
            record.files = page.files.map { file($0.path, $0.name) }
        } else {
            let content = ZulipText(text)
            record.message.body = content.blocks
            record.message.details.replyTo = content.reply
            record.files = content.files.map { file($0.path, $0.name) }
        }
        if let topic = source.text("subject") ?? source.text("topic") {
            join(CleanText.line(topic), &record.message)
        }
        if let time = source.seconds("last_edit_time") ?? source.seconds("last_edit_timestamp") {
            record.message.details.edited = Edited(at: time)
        }
        record.message.details.reactions = Reaction.grouped(reactions(source))
        return record
    }

    /// Adds a message to its topic. The first message has the topic as its subject, and the others
    /// are its thread.
    private mutating func join(_ topic: String, _ message: inout Message) {
        if let root = roots[topic] {
            message.details.thread = Thread(root: root)
        } else if let id = message.id {
            message.details.subject = topic
            roots[topic] = id
        }
    }

    private func sender(_ source: JSONValue) -> Record.Person {
        if let id = source.identifier("sender") {
            let known = directory.person(id)
            return Record.Person(
                key: id, name: known?.name ?? Self.name(source.text("sender_name")) ?? id,
                handle: known?.mail)
        }
        let name = source.text("sender_full_name") ?? "Unknown"
        let mail = source.text("sender_email")
        return Record.Person(
            key: source.identifier("sender_id") ?? mail ?? name, name: name, handle: mail)
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

    private func blocks(_ root: HTMLElement) -> [TextBlock] {
        AnswerPage.blocks(root) { element in
            guard element.name == "span" || element.name == "img" else { return nil }
            guard element.classes.contains(where: { $0 == "emoji" }) else { return nil }
            return SlackEmoji.text(element["alt"] ?? element.text)
        }
    }

    private func file(_ path: String, _ name: String) -> RecordFile {
        let last = Path.lastName(path)
        // The export stores `/user_uploads/2/ab/plan.png` as `uploads/2/ab/plan.png`.
        let stored = Path.percentDecoded("uploads/" + path.dropFirst(ZulipText.uploads.count))
        return RecordFile(
            FileKind.kind(name: last), named: name.isEmpty ? Path.percentDecoded(last) : name,
            at: .beside(stored))
    }
}
