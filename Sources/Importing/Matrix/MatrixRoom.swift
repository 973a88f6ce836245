import Basics
import Model

/// The events of a room: messages, and events that change them.
struct MatrixRoom: RecordReader {
    static let unknown = (noun: "event", outcome: "omitted or shown as text")

    private var names: [String: String] = [:]
    /// The edits, by the ID of the edited event.
    private var edits: [String: [JSONValue]] = [:]
    private var reactions: [String: [(name: String, emoji: String)]] = [:]
    private var votes: [String: [String: [String]]] = [:]
    private var encrypted = 0
    private var media = MatrixMedia()

    func warn(_ builder: inout ConversationBuilder) {
        builder.warn(.unsupported, encrypted, "message", "that Element could not decrypt")
    }

    // MARK: First pass

    mutating func look(at event: JSONValue) {
        guard let sender = event.text("sender") else { return }
        let content = event["content"]
        let relation = content?["m.relates_to"]
        let target = relation?.text("event_id")
        switch event.text("type") {
        case "m.room.member":
            if let name = content?.text("displayname") {
                names[event.text("state_key") ?? sender] = name
            }
        case "m.reaction":
            if let target, let key = relation?.text("key") {
                reactions[target, default: []].append((sender, key))
            }
        case "m.poll.response", "org.matrix.msc3381.poll.response":
            let answers =
                content?["org.matrix.msc3381.poll.response"] ?? content?["m.poll.response"]
            let chosen = (answers?.list("answers") ?? content?.list("m.selections") ?? [])
                .compactMap(\.string)
            // Only the last vote counts.
            if let target { votes[target, default: [:]][sender] = chosen }
        default:
            if relation?.text("rel_type") == "m.replace", let target {
                edits[target, default: []].append(event)
            } else if let content {
                media.note(content, event.text("type"))
            }
        }
    }

    private func name(_ id: String) -> String {
        if let name = names[id] { return name }
        // Without a display name, the local part of an ID such as `@ana:example.org`.
        return String(id.drop { $0 == "@" }.prefix { $0 != ":" })
    }

    // MARK: Events

    private static let changes: Set<String> = [
        "m.reaction", "m.room.redaction", "m.poll.response", "m.poll.end",
        "org.matrix.msc3381.poll.response", "org.matrix.msc3381.poll.end",
    ]

    mutating func record(_ event: JSONValue, _ context: inout RecordContext) -> Record? {
        guard event.kind == .object, let type = event.text("type"), !Self.changes.contains(type)
        else { return nil }
        let content = event["content"] ?? .null
        let relation = content["m.relates_to"]
        if relation?.text("rel_type") == "m.replace" { return nil }
        var record = Record(event.text("event_id"), at: event.milliseconds("origin_server_ts"))
        let sender = event.text("sender") ?? "unknown"
        let isState = event["state_key"] != nil
        let redaction = event["unsigned"]?["redacted_because"]
        if isState || type.hasPrefix("m.room.") && MatrixNotice.isState(type) {
            let notice = MatrixNotice(name: name)
            record.isShown = notice.fill(&record, event, type, by: sender)
            if !record.isShown { context.pass(CleanText.line(type)) }
            return record
        }
        record.sender = Record.Person(key: sender, name: name(sender))
        if let redaction {
            let by = redaction.text("sender")
            record.message.details.deleted = Deleted(
                at: redaction.milliseconds("origin_server_ts"),
                by: by == sender ? nil : by.map { CleanText.line(name($0)) })
            return record
        }
        switch type {
        case "m.room.message", "m.sticker": say(event, &record, context)
        case "m.room.encrypted":
            encrypted += 1
            record.message.body = Body.plain("🔒 could not be decrypted")
        case "m.poll.start", "org.matrix.msc3381.poll.start":
            record.message.details.poll = poll(content, event.text("event_id") ?? "")
        case "m.call.invite":
            let isVideo = content["offer"]?.text("sdp")?.holds("m=video") == true
            record.becomeCall(Call(isVideo: isVideo))
        case "m.call.answer", "m.call.candidates", "m.call.hangup", "m.call.select_answer",
            "m.call.reject", "m.call.negotiate":
            record.isShown = false
            return record
        default:
            context.pass(CleanText.line(type))
            guard let body = content.text("body") else {
                record.isShown = false
                return record
            }
            record.message.body = Body.plain(body)
        }
        relate(&record.message, relation)
        let pairs = (reactions[record.message.id ?? ""] ?? []).map { (name($0.name), $0.emoji) }
        record.message.details.reactions = Reaction.grouped(pairs)
        return record
    }

    private func relate(_ message: inout Message, _ relation: JSONValue?) {
        if relation?.text("rel_type") == "m.thread", let root = relation?.text("event_id") {
            message.details.thread = Thread(root: root)
            if relation?.flag("is_falling_back") == true { return }
        }
        if let id = relation?["m.in_reply_to"]?.text("event_id") {
            message.details.replyTo = Reply(id: id)
        }
    }

    private mutating func say(
        _ event: JSONValue, _ record: inout Record, _ context: RecordContext
    ) {
        var content = event["content"] ?? .null
        let versions = (edits[record.message.id ?? ""] ?? []).sorted {
            ($0.milliseconds("origin_server_ts")?.milliseconds ?? 0)
                < ($1.milliseconds("origin_server_ts")?.milliseconds ?? 0)
        }
        if let last = versions.last, let new = last["content"]?["m.new_content"] {
            let older =
                [content] + versions.dropLast().compactMap { $0["content"]?["m.new_content"] }
            record.message.details.edited = Edited(
                at: last.milliseconds("origin_server_ts"),
                history: older.suffix(100).map { version in
                    let text = MatrixText.withoutFallback(version.text("body") ?? "")
                    return Edited.Version(at: nil, text: CleanText.clean(text))
                })
            content = new
        }
        if let kind = MatrixMedia.kind(of: content, in: event.text("type")) {
            return attach(content, kind, &record, context)
        }
        switch content.text("msgtype") {
        case "m.location": record.message.details.location = MatrixNotice.location(content)
        case "m.emote":
            var text = Body.Builder()
            text.append(
                "\(name(event.text("sender") ?? "")) \(content.text("body") ?? "")",
                .entity(.italic))
            record.message.body = text.blocks
        default: record.message.body = Self.text(content)
        }
    }

    private static func text(_ content: JSONValue) -> [TextBlock] {
        if content.text("format") == "org.matrix.custom.html",
            let html = content.text("formatted_body")
        {
            let root = HTMLMarkup.root(of: html).removing(tags: ["mx-reply"])
            let blocks = AnswerPage.blocks(root) { $0.name == "img" ? $0["alt"] : nil }
            if !blocks.isEmpty { return blocks }
        }
        return Body.plain(MatrixText.withoutFallback(content.text("body") ?? ""))
    }

    private mutating func attach(
        _ content: JSONValue, _ kind: String, _ record: inout Record, _ context: RecordContext
    ) {
        let info = content["info"]
        let name = content.text("filename") ?? content.text("body")
        let kinds: [String: Attachment.Kind] = [
            "m.image": .image, "m.audio": MatrixMedia.isVoice(content) ? .voice : .audio,
            "m.video": .video, "m.sticker": .sticker,
        ]
        var attachment = Attachment(
            kind: kinds[kind] ?? FileKind.kind(name: name, mime: info?.text("mimetype")))
        if attachment.kind == .image, info?.text("mimetype") == "image/gif" {
            attachment.kind = .gif
        }
        attachment.width = info?.length("w")
        attachment.height = info?.length("h")
        attachment.duration = info?.span("duration").map { $0 / 1000 }
        attachment.size = info?.count("size")
        if kind == "m.sticker" {
            attachment.alt = name.map(CleanText.line)
        } else {
            attachment.name = name.map(CleanText.line)
        }
        if let caption = content.text("body"), content.text("filename") != nil, caption != name {
            record.message.body = Self.text(content)
        }
        let path = name.flatMap(context.resolve) ?? media.path(of: content, kind, context)
        record.files = [RecordFile(attachment, at: .beside(path ?? name ?? ""))]
    }

    private func poll(_ content: JSONValue, _ id: String) -> Poll {
        let source = content["org.matrix.msc3381.poll.start"] ?? content["m.poll"] ?? content
        func text(_ value: JSONValue?) -> String {
            let inner = value?["m.text"]?.array?.first?.text("body")
            let words = inner ?? value?.text("org.matrix.msc1767.text") ?? value?.text("body")
            return CleanText.clean(words ?? value?.text("m.text") ?? "")
        }
        let chosen = votes[id] ?? [:]
        return Poll(
            text(source["question"]),
            options: source.list("answers").prefix(100).map { answer in
                var option = Poll.Option(text: text(answer))
                let key = answer.text("id") ?? answer.text("m.id") ?? ""
                let voters = chosen.filter { $0.value.contains(key) }.keys.sorted()
                option.votes = voters.count
                option.voters = voters.map { CleanText.line(name($0)) }
                return option
            })
    }
}
