import Conversation
import JSON
import Markup

/// The events of a room: messages, and events that change them.
struct MatrixRoom {
    private let file: String
    private var names: [String: String] = [:]
    /// The edits, by the ID of the edited event.
    private var edits: [String: [JSONValue]] = [:]
    private var reactions: [String: [(name: String, emoji: String)]] = [:]
    private var votes: [String: [String: [String]]] = [:]
    private var unknown: [String: Int] = [:]
    private var encrypted = 0

    init(file: String) { self.file = file }

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
            }
        }
    }

    private func name(_ id: String) -> String {
        if let name = names[id] { return name }
        // Without a display name, the local part of an ID such as `@ana:example.org`.
        return String(id.drop { $0 == "@" }.prefix { $0 != ":" })
    }

    // MARK: Events

    mutating func add(
        _ event: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard event.kind == .object, let type = event.text("type") else { return }
        if [
            "m.reaction", "m.room.redaction", "m.poll.response", "m.poll.end",
            "org.matrix.msc3381.poll.response", "org.matrix.msc3381.poll.end",
        ].contains(type) {
            return
        }
        let content = event["content"] ?? .null
        let relation = content["m.relates_to"]
        if relation?.text("rel_type") == "m.replace" { return }
        let at = event.milliseconds("origin_server_ts")
        builder.beginEntry(at: at)
        var message = Message()
        message.id = event.text("event_id")
        message.at = at
        let sender = event.text("sender") ?? "unknown"
        let isState = event["state_key"] != nil
        let redaction = event["unsigned"]?["redacted_because"]
        if isState || type.hasPrefix("m.room.") && MatrixNotice.isState(type) {
            let notice = MatrixNotice(name: name)
            guard notice.fill(&message, event, type, by: sender) else {
                unknown[CleanText.line(type), default: 0] += 1
                return
            }
            return try builder.append(message)
        }
        message.from = try builder.participant(sender, name: name(sender))
        if redaction != nil {
            message.details.deleted = Deleted()
            message.details.deleted?.at = redaction?.milliseconds("origin_server_ts")
            let by = redaction?.text("sender")
            message.details.deleted?.by = by == sender ? nil : by.map { CleanText.line(name($0)) }
            return try builder.append(message)
        }
        switch type {
        case "m.room.message", "m.sticker":
            try say(event, type, &message, &builder, &sources)
        case "m.room.encrypted":
            encrypted += 1
            message.body = Body.plain("🔒 could not be decrypted")
        case "m.poll.start", "org.matrix.msc3381.poll.start":
            message.details.poll = poll(content, event.text("event_id") ?? "")
        case "m.call.invite":
            message.kind = .call
            message.details.call = Call()
            message.details.call?.isVideo = content["offer"]?.text("sdp")?.holds("m=video") == true
        case "m.call.answer", "m.call.candidates", "m.call.hangup", "m.call.select_answer",
            "m.call.reject", "m.call.negotiate":
            return
        default:
            unknown[CleanText.line(type), default: 0] += 1
            guard let body = content.text("body") else { return }
            message.body = Body.plain(body)
        }
        relate(&message, relation)
        let pairs = (reactions[message.id ?? ""] ?? []).map { (name($0.name), $0.emoji) }
        message.details.reactions = Reaction.grouped(pairs)
        try builder.append(message)
    }

    private func relate(_ message: inout Message, _ relation: JSONValue?) {
        if relation?.text("rel_type") == "m.thread", let root = relation?.text("event_id") {
            message.details.thread = Thread()
            message.details.thread?.root = root
            if relation?.flag("is_falling_back") == true { return }
        }
        if let id = relation?["m.in_reply_to"]?.text("event_id") {
            message.details.replyTo = Reply()
            message.details.replyTo?.id = id
        }
    }

    private func say(
        _ event: JSONValue, _ type: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var content = event["content"] ?? .null
        let versions = (edits[message.id ?? ""] ?? []).sorted {
            ($0.milliseconds("origin_server_ts")?.milliseconds ?? 0)
                < ($1.milliseconds("origin_server_ts")?.milliseconds ?? 0)
        }
        if let last = versions.last, let new = last["content"]?["m.new_content"] {
            var edited = Edited()
            edited.at = last.milliseconds("origin_server_ts")
            let older =
                [content] + versions.dropLast().compactMap { $0["content"]?["m.new_content"] }
            edited.history = older.suffix(100).map { version in
                Edited.Version(
                    at: nil,
                    text: CleanText.clean(MatrixText.withoutFallback(version.text("body") ?? "")))
            }
            message.details.edited = edited
            content = new
        }
        switch type == "m.sticker" ? "m.sticker" : content.text("msgtype") {
        case "m.image", "m.file", "m.audio", "m.video", "m.sticker":
            let kind = content.text("msgtype") ?? type
            try attach(content, kind, &message, &builder, &sources)
        case "m.location": message.details.location = MatrixNotice.location(content)
        case "m.emote":
            var text = Body.Builder()
            text.append(
                "\(name(event.text("sender") ?? "")) \(content.text("body") ?? "")",
                .entity(.italic))
            message.body = text.blocks
        default: message.body = Self.text(content)
        }
    }

    private static func text(_ content: JSONValue) -> [TextBlock] {
        if content.text("format") == "org.matrix.custom.html",
            let html = content.text("formatted_body")
        {
            let root = HTMLMarkup.root(of: html).removing(tags: ["mx-reply"])
            let blocks = AnswerPage.blocks(root)
            if !blocks.isEmpty { return blocks }
        }
        return Body.plain(MatrixText.withoutFallback(content.text("body") ?? ""))
    }

    private func attach(
        _ content: JSONValue, _ type: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let info = content["info"]
        let name = content.text("filename") ?? content.text("body")
        let isVoice =
            content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
        let kinds: [String: Attachment.Kind] = [
            "m.image": .image, "m.audio": isVoice ? .voice : .audio, "m.video": .video,
            "m.sticker": .sticker,
        ]
        var attachment = Attachment(
            kind: kinds[type] ?? FileKind.kind(name: name, mime: info?.text("mimetype")))
        if attachment.kind == .image, info?.text("mimetype") == "image/gif" {
            attachment.kind = .gif
        }
        attachment.width = info?.length("w")
        attachment.height = info?.length("h")
        attachment.duration = info?.span("duration").map { $0 / 1000 }
        attachment.size = info?.count("size")
        if type == "m.sticker" {
            attachment.alt = name.map(CleanText.line)
        } else {
            attachment.name = name.map(CleanText.line)
        }
        if let caption = content.text("body"), content.text("filename") != nil, caption != name {
            message.body = Self.text(content)
        }
        let size = attachment.size
        try builder.attach(name ?? "", to: &attachment, from: &sources, document: file)
        attachment.size = attachment.size ?? size
        message.attachments = [attachment]
    }

    private func poll(_ content: JSONValue, _ id: String) -> Poll {
        let source = content["org.matrix.msc3381.poll.start"] ?? content["m.poll"] ?? content
        func text(_ value: JSONValue?) -> String {
            let inner = value?["m.text"]?.array?.first?.text("body")
            let words = inner ?? value?.text("org.matrix.msc1767.text") ?? value?.text("body")
            return CleanText.clean(words ?? value?.text("m.text") ?? "")
        }
        var poll = Poll()
        poll.question = text(source["question"])
        let chosen = votes[id] ?? [:]
        for answer in source.list("answers").prefix(100) {
            var option = Poll.Option(text: text(answer))
            let key = answer.text("id") ?? answer.text("m.id") ?? ""
            let voters = chosen.filter { $0.value.contains(key) }.keys.sorted()
            option.votes = voters.count
            option.voters = voters.map { CleanText.line(name($0)) }
            poll.options.append(option)
        }
        return poll
    }

    func end(exporter: String?, _ builder: inout ConversationBuilder) {
        if let exporter {
            let people = builder.conversation.participants
            let me = builder.known(exporter) ?? people.firstIndex { $0.name == exporter }
            if let me { builder.setMe(me) }
        }
        if encrypted > 0 {
            let messages = WarningText.count(encrypted, "message")
            builder.warn(.unsupported, "\(messages) that Element could not decrypt")
        }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let events = WarningText.count(count, "event")
            builder.warn(.unsupported, "\(events) of the type \(type) omitted or shown as text")
        }
    }
}
