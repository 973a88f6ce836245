import Conversation
import JSON
import Markup

/// One Google Chat group, space or direct message.
struct GoogleChatGroup {
    private let info: JSONValue
    private let owner: JSONValue?
    private let file: String
    private var badTimes = 0
    /// The ID of the first message in each topic.
    private var roots: [String: String] = [:]
    /// The members' names by email address.
    private var names: [String: String] = [:]

    init(info: JSONValue, owner: JSONValue?, file: String) {
        self.info = info
        self.owner = owner
        self.file = file
        for member in info.list("members") {
            if let mail = member.text("email") { names[mail] = member.text("name") }
        }
    }

    func begin(_ builder: inout ConversationBuilder) throws(ImportError) {
        let members = info.list("members")
        builder.conversation.kind = info.text("name") != nil || members.count > 2 ? .group : .direct
        builder.isKindKnown = !members.isEmpty
    }

    private func key(_ person: JSONValue?) -> String {
        person?.text("email") ?? person?.text("name") ?? "Unknown"
    }

    mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.text("created_date").flatMap { PageTime.moment($0, &builder.clock) }
        if at == nil { badTimes += 1 }
        builder.beginEntry(at: at)
        var message = Message()
        message.id = source.text("message_id")
        message.at = at
        let creator = source["creator"]
        message.from = try builder.participant(
            key(creator), name: creator?.text("name") ?? creator?.text("email"))
        if source.text("message_state") == "DELETED" {
            message.details.deleted = Deleted()
            message.details.deleted?.reason = source["deletion_metadata"]?.text("deletion_type")
        }
        message.body = text(source)
        for attached in source.list("attached_files") {
            try attach(attached, &message, &builder, &sources)
        }
        decorate(&message, source, &builder)
        if let text = source.text("updated_date") {
            message.details.edited = Edited()
            message.details.edited?.at = PageTime.moment(text, &builder.clock)
        }
        relate(&message, source)
        try builder.append(message)
    }

    /// Relates a message to its topic: answers become a thread under the first message. In direct
    /// messages each message is a separate topic.
    private mutating func relate(_ message: inout Message, _ source: JSONValue) {
        if let quoted = source["quoted_message_metadata"], quoted.kind == .object {
            var reply = Reply()
            reply.id = quoted.text("message_id")
            reply.from = quoted["creator"].map(key)
            reply.text = quoted.text("text").map(CleanText.clean)
            message.details.replyTo = reply
        }
        guard let topic = source.text("topic_id"), let id = message.id else { return }
        if let root = roots[topic] {
            message.details.thread = Thread()
            message.details.thread?.root = root
        } else {
            roots[topic] = id
        }
    }

    private func attach(
        _ attached: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let name = attached.text("original_name") ?? attached.text("export_name")
        var attachment = Attachment(kind: FileKind.kind(name: name))
        attachment.name = name.map(CleanText.line)
        let path = attached.text("export_name") ?? name ?? ""
        try builder.attach(path, to: &attachment, from: &sources, document: file)
        message.attachments.append(attachment)
    }

    // MARK: Text

    private func text(_ source: JSONValue) -> [TextBlock] {
        guard let text = source.text("text") else { return [] }
        let annotations = source.list("annotations").prefix(1_000)
        var spans: [(range: Range<Int>, kind: TextMark.Kind)] = []
        var edges: Set<Int> = []
        for annotation in annotations {
            guard let kind = Self.kind(annotation), let length = annotation.count("length"),
                length > 0
            else { continue }
            let start = annotation.count("start_index") ?? 0
            let range = start..<start + length
            spans.append((range, kind))
            edges.formUnion([range.lowerBound, range.upperBound])
        }
        guard !spans.isEmpty else { return Body.plain(text) }
        let places = UTF16Offsets.utf8(edges.sorted(), in: text)
        let marks = spans.compactMap { span -> TextMark? in
            guard let start = places[span.range.lowerBound],
                let end = places[span.range.upperBound], start < end
            else { return nil }
            return TextMark(start..<end, span.kind)
        }
        return Body.marked(text, marks)
    }

    private static func kind(_ annotation: JSONValue) -> TextMark.Kind? {
        switch annotation["format_metadata"]?.text("format_type") {
        case "BOLD": return .entity(.bold)
        case "ITALIC": return .entity(.italic)
        case "STRIKE": return .entity(.strike)
        case "UNDERLINE": return .entity(.underline)
        case "MONOSPACE": return .entity(.code)
        case "MONOSPACE_BLOCK": return .code(language: nil)
        case "QUOTE_BLOCK": return .quote
        case "HIDDEN": return .entity(.spoiler)
        default: break
        }
        if annotation["user_mention_metadata"] != nil { return .entity(.mention) }
        return address(annotation["url_metadata"]).flatMap(Link.mark)
    }

    private static func address(_ metadata: JSONValue?) -> String? {
        guard let metadata else { return nil }
        return metadata["url"]?.text("private_do_not_access_or_else_safe_url_wrapped_value")
            ?? metadata["url"]?.entries.lazy.compactMap { $0.value.string }.first
            ?? metadata.text("url")
    }

    /// Adds what is shown below a text: a web page, a Drive file, a call, reactions.
    private func decorate(
        _ message: inout Message, _ source: JSONValue, _ builder: inout ConversationBuilder
    ) {
        for annotation in source.list("annotations") where message.details.link == nil {
            if let page = annotation["url_metadata"], let title = page.text("title"),
                let url = Self.address(page).flatMap(Link.url)
            {
                message.details.link = LinkPreview(url: url)
                message.details.link?.title = CleanText.line(title)
                message.details.link?.summary = page.text("snippet").map(CleanText.clean)
            }
        }
        for annotation in source.list("annotations") {
            guard let drive = annotation["drive_metadata"] else { continue }
            var attachment = Attachment(kind: .file)
            attachment.name = CleanText.line(drive.text("title") ?? "Google Drive")
            builder.miss(&attachment, "kept in Google Drive")
            message.attachments.append(attachment)
        }
        let isCall = source.list("annotations").contains { $0["video_call_metadata"] != nil }
        if isCall, message.body.isEmpty {
            message.kind = .call
            message.details.call = Call()
            message.details.call?.isVideo = true
        }
        var pairs: [(name: String, emoji: String)] = []
        for reaction in source.list("reactions") {
            let emoji = reaction["emoji"]
            let custom = emoji?["custom_emoji"]?.text("shortcode")
            let sign = emoji?.text("unicode") ?? custom.map { $0.hasPrefix(":") ? $0 : ":\($0):" }
            for mail in reaction.list("reactor_emails").compactMap(\.string) {
                pairs.append((names[mail] ?? mail, sign ?? ""))
            }
        }
        message.details.reactions = Reaction.grouped(pairs)
    }

    func end(_ builder: inout ConversationBuilder) {
        if let mail = owner?.text("email"), let me = builder.known(mail) { builder.setMe(me) }
        guard badTimes > 0 else { return }
        let messages = WarningText.count(badTimes, "message")
        builder.warn(.badTime, "\(messages) with a time in an unknown format")
    }
}
