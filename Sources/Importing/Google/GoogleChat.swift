import Basics
import Model

/// Google Chat's part of a Takeout: `messages.json` of a group, with `group_info.json` and files in
/// the same folder.
enum GoogleChat {
    static let importer = Importer(
        name: "googlechat", title: "Google Chat",
        summary: "messages.json of Google Chat's Takeout, one chat or all of it with their folders",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        guard probe.files.contains(where: { $0.has("googlechat") }) else { return nil }
        let files = probe.names.filter { Path.lastName($0) == "messages.json" }
        return Claim(.certain, probe.isArchive ? files : Array(probe.names.prefix(1)))
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let owner = try owner(builder.sources)
        var groups: [(info: JSONValue, name: ChatName)] = []
        for file in claim.files {
            let info = try builder.sources.smallTree(Path.folder(file) + "group_info.json")
            groups.append((info, ChatName(id: file, name: name(info, file, owner))))
        }
        try builder.choose(groups.map(\.name)) { index, builder throws(ImportError) in
            let file = claim.files[index]
            let chat = GoogleChatGroup(info: groups[index].info, owner: owner)
            chat.begin(title: groups[index].name.name, &builder)
            var driver = RecordDriver(chat, builder)
            try driver.read(try builder.sources.json(file), at: ["messages"], &builder)
            driver.end(&builder)
        }
    }

    /// Returns the owner of the Takeout, with email address and name.
    private static func owner(_ sources: ExportFiles) throws(ImportError) -> JSONValue? {
        let file = sources.names.first { Path.lastName($0) == "user_info.json" }
        guard let file else { return nil }
        return try sources.smallTree(file)["user"]
    }

    private static func name(_ info: JSONValue, _ file: String, _ owner: JSONValue?) -> String {
        if let name = info.text("name") { return name }
        let others = info.list("members").filter { member in
            owner == nil || member.text("email") != owner?.text("email")
        }
        let names = others.prefix(5).compactMap { $0.text("name") ?? $0.text("email") }
        if !names.isEmpty { return names.joined(separator: ", ") }
        let folder = Path.folder(file).dropLast()
        return folder.isEmpty ? "Google Chat" : Path.lastName(String(folder))
    }
}

/// One Google Chat group, space or direct message.
private struct GoogleChatGroup: RecordReader {
    static let needsObjects = true

    private let info: JSONValue
    private let owner: JSONValue?
    /// The ID of the first message in each topic.
    private var roots: [String: String] = [:]
    /// The members' names by email address.
    private var names: [String: String] = [:]

    init(info: JSONValue, owner: JSONValue?) {
        self.info = info
        self.owner = owner
        for member in info.list("members") {
            if let mail = member.text("email") { names[mail] = member.text("name") }
        }
    }

    var me: String? { owner?.text("email") }

    func warn(_ builder: inout ConversationBuilder) { builder.warn(untimed: "message") }

    func begin(title: String, _ builder: inout ConversationBuilder) {
        let members = info.list("members")
        let isGroup = info.text("name") != nil || members.count > 2
        builder.begin(title: title, isGroup: isGroup)
        builder.isKindKnown = !members.isEmpty
    }

    private func key(_ person: JSONValue?) -> String {
        person?.first("email", "name") ?? "Unknown"
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let at = source.text("created_date").flatMap { PageTime.moment($0, &context.clock) }
        let creator = source["creator"]
        var record = Record(
            source.text("message_id"), at: at,
            from: Record.Person(key: key(creator), name: creator?.first("name", "email")))
        if source.text("message_state") == "DELETED" {
            record.message.details.deleted = Deleted(
                at: nil, reason: source["deletion_metadata"]?.text("deletion_type"))
        }
        record.message.body = text(source)
        record.files = source.list("attached_files").map { attached in
            let name = attached.first("original_name", "export_name")
            return RecordFile(
                named: name, at: .beside(attached.text("export_name") ?? name ?? ""))
        }
        decorate(&record, source)
        if let text = source.text("updated_date") {
            record.message.details.edited = Edited(at: PageTime.moment(text, &context.clock))
        }
        relate(&record.message, source)
        return record
    }

    /// Relates a message to its topic: answers become a thread under the first message. In direct
    /// messages each message is a separate topic.
    private mutating func relate(_ message: inout Message, _ source: JSONValue) {
        if let quoted = source["quoted_message_metadata"], quoted.kind == .object {
            message.details.replyTo = Reply(
                id: quoted.text("message_id"), from: quoted["creator"].map(key),
                text: quoted.text("text").map(CleanText.clean))
        }
        guard let topic = source.text("topic_id"), let id = message.id else { return }
        if let root = roots[topic] {
            message.details.thread = Thread(root: root)
        } else {
            roots[topic] = id
        }
    }

    // MARK: Text

    private func text(_ source: JSONValue) -> [TextBlock] {
        guard let text = source.text("text") else { return [] }
        let annotations = source.list("annotations").prefix(1_000)
        var spans: [TextMark] = []
        for annotation in annotations {
            guard let kind = Self.kind(annotation), let length = annotation.count("length"),
                length > 0
            else { continue }
            let start = annotation.count("start_index") ?? 0
            spans.append(TextMark(start..<start + length, kind))
        }
        let edges = spans.edges
        return Body.marked(
            text, spans.moved(from: edges, to: UTF16Offsets.utf8(edges, in: text)))
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
    private func decorate(_ record: inout Record, _ source: JSONValue) {
        let annotations = source.list("annotations")
        for annotation in annotations where record.message.details.link == nil {
            if let page = annotation["url_metadata"], let title = page.text("title"),
                let url = Self.address(page).flatMap(Link.url)
            {
                record.message.details.link = LinkPreview(
                    url: url, title: title, summary: page.text("snippet"))
            }
        }
        for drive in annotations.compactMap({ $0["drive_metadata"] }) {
            record.files.append(
                RecordFile(
                    .file, named: drive.text("title") ?? "Google Drive",
                    at: .missing("kept in Google Drive")))
        }
        let isCall = annotations.contains { $0["video_call_metadata"] != nil }
        if isCall, record.message.body.isEmpty { record.becomeCall(Call(isVideo: true)) }
        record.message.details.reactions = reactions(source.list("reactions"))
    }

    private func reactions(_ list: [JSONValue]) -> [Reaction] {
        Reaction.grouped(
            list.flatMap { reaction in
                let emoji = reaction["emoji"]
                let custom = emoji?["custom_emoji"]?.text("shortcode")
                let sign =
                    emoji?.text("unicode") ?? custom.map { $0.hasPrefix(":") ? $0 : ":\($0):" }
                return reaction.list("reactor_emails").compactMap(\.string).map {
                    (names[$0] ?? $0, sign ?? "")
                }
            })
    }
}
