import Basics
import Model

/// Element's export of a Matrix room: HTML pages, JSON or plain text.
enum Matrix {
    static let importer = Importer(
        name: "matrix", title: "Matrix",
        summary: "Element's export of a room as HTML, JSON or plain text, alone or with its files",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let rooms = probe.claims { $0.has("matrix") }
        guard var rooms else {
            return MatrixPage.claim(probe)
                ?? probe.claims { $0.shape == nil && MatrixText.isOne($0) }
        }
        rooms.others = probe.files.count { $0.has("matrix page") }
        return rooms
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        builder.conversation.service = .matrix
        let head = builder.sources.head(of: first)
        guard JSONShape(head) != nil else {
            if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
                return try MatrixPage.read(claim.files, &builder)
            }
            return try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                try MatrixText(try builder.sources.decoded(file)).fill(&builder)
            }
        }
        var rooms: [JSONValue] = []
        var names: [ChatName] = []
        for file in claim.files {
            let facts = try builder.sources.json(file).facts(without: ["messages"])
            rooms.append(facts)
            names.append(ChatName(id: file, name: facts.text("room_name") ?? Path.stem(file)))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let facts = rooms[index]
            let document = try builder.sources.json(claim.files[index])
            builder.begin(
                title: facts.text("room_name"), subtitle: facts.text("topic"), isGroup: nil)
            builder.needsSorting = true
            var driver = RecordDriver(MatrixRoom(), builder)
            try driver.look(at: document, ["messages"])
            try driver.read(document, at: ["messages"], &builder)
            if let exporter = facts.text("exported_by") {
                let people = builder.conversation.participants
                // Without an event of membership, a person is known by a part of the ID.
                let me =
                    builder.known(exporter) ?? people.firstIndex { $0.name == exporter }
                    ?? people.firstIndex { $0.name == exporter.lowercased() }
                if let me { builder.setMe(me) }
            }
            driver.end(&builder)
        }
    }
}

/// The events of a room: messages, and events that change them.
private struct MatrixRoom: RecordReader {
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

/// Converts a state event of a room to a system message.
private struct MatrixNotice {
    /// Returns the display name for an ID.
    let name: (String) -> String

    private static let states: [String: SystemAction] = [
        "m.room.name": .titleChanged, "m.room.topic": .topicChanged, "m.room.avatar": .photoChanged,
        "m.room.create": .groupCreated, "m.room.encryption": .encryption,
        "m.room.power_levels": .adminChanged, "m.room.join_rules": .settingsChanged,
        "m.room.history_visibility": .settingsChanged, "m.room.guest_access": .settingsChanged,
        "m.room.canonical_alias": .settingsChanged, "m.room.tombstone": .migrated,
        "m.room.pinned_events": .pinned, "m.room.server_acl": .settingsChanged,
        "m.room.third_party_invite": .memberAdded,
    ]

    static func isState(_ type: String) -> Bool { states[type] != nil || type == "m.room.member" }

    /// Fills a record. Returns false if the event is not a known state event.
    func fill(
        _ record: inout Record, _ event: JSONValue, _ type: String, by sender: String
    ) -> Bool {
        let content = event["content"] ?? .null
        let actor = name(sender)
        if type == "m.room.member" {
            let target = event.text("state_key") ?? sender
            let before = event["unsigned"]?["prev_content"] ?? event["prev_content"]
            record.becomeNotice(
                membership(content, before, isOwn: target == sender), by: [actor],
                to: target == sender ? [] : [name(target)])
            return true
        }
        record.becomeNotice(Self.states[type] ?? .notice, by: [actor])
        if let text = content.text("name") ?? content.text("topic") {
            let what = type == "m.room.name" ? "title" : "topic"
            record.message.body = Body.plain(
                "\(CleanText.line(actor)) changed the \(what) to \u{201C}\(text)\u{201D}")
        }
        return Self.states[type] != nil
    }

    private func membership(
        _ content: JSONValue, _ before: JSONValue?, isOwn: Bool
    ) -> SystemAction {
        let was = before?.text("membership")
        switch content.text("membership") {
        case "join" where was == "join":
            return content.text("avatar_url") == before?.text("avatar_url")
                ? .nameChanged : .photoChanged
        case "join": return .memberJoined
        case "invite": return .memberAdded
        case "ban": return .memberRemoved
        case "leave": return isOwn ? .memberLeft : .memberRemoved
        default: return .notice
        }
    }

    /// Parses `geo:60.16,24.93;u=35`.
    static func location(_ content: JSONValue) -> Location {
        let uri = content.text("geo_uri") ?? ""
        let place = uri.hasPrefix("geo:") ? uri.dropFirst(4).prefix { $0 != ";" } : ""
        var location = Location(coordinates: place)
        if let body = content.text("body"), body != uri { location.name = CleanText.line(body) }
        return location
    }
}

/// The media files of Element's export: `images/pond-11-14-2023 at 11-14-20 PM.png` for a picture
/// `pond.png`, with a time in the language and zone of the computer.
struct MatrixMedia {
    /// The number of messages whose file has the same name but for the time.
    private var counts: [String: Int] = [:]
    private var used: [String: Int] = [:]
    /// All names with their places in the archive, sorted, so that those with a common beginning
    /// are neighbors.
    private var sorted: [(name: String, place: Int)]?
    /// The files by the beginnings and ends of their names. A file is compared only with beginnings
    /// that it has, and these are fewer than its letters.
    private var found: [String: [String: [String]]] = [:]

    private static let folders = [
        "m.image": "images", "m.video": "videos", "m.audio": "audio", "m.file": "files",
        "m.sticker": "stickers",
    ]

    /// Returns the kind of a message's file, or nil for a message without one.
    static func kind(of content: JSONValue, in type: String?) -> String? {
        let kind = type == "m.sticker" ? type : content.text("msgtype")
        return kind.flatMap { folders[$0] == nil ? nil : $0 }
    }

    static func isVoice(_ content: JSONValue) -> Bool {
        content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
    }

    /// Counts a message with a file.
    mutating func note(_ content: JSONValue, _ type: String?) {
        if let kind = Self.kind(of: content, in: type),
            let (start, ending) = Self.name(of: content, kind)
        {
            counts[start + "*" + ending, default: 0] += 1
        }
    }

    /// Returns the path of the next message with such a file. Nil if the files do not match the
    /// messages: a wrong picture would be worse than none.
    mutating func path(
        of content: JSONValue, _ kind: String, _ context: RecordContext
    ) -> String? {
        guard let (start, ending) = Self.name(of: content, kind) else { return nil }
        let key = start + "*" + ending
        if found[start] == nil {
            found[start] = paths(from: Path.folder(context.document) + start, context.files)
        }
        guard let paths = found[start]?[ending], paths.count == counts[key] else { return nil }
        defer { used[key, default: 0] += 1 }
        let index = used[key] ?? 0
        return index < paths.count ? paths[index] : nil
    }

    /// The beginning and the end of the name of a file.
    private static func name(of content: JSONValue, _ kind: String) -> (String, String)? {
        guard let folder = folders[kind], let body = content.text("body") else { return nil }
        let ending = ending(of: body)
        let stored = kind == "m.sticker" ? ".png" : isVoice(content) ? ".ogg" : String(ending)
        return (folder + "/" + body[..<ending.startIndex] + "-", stored)
    }

    private static func ending(of name: String) -> Substring {
        name[(name.lastIndex(of: ".") ?? name.endIndex)...]
    }

    /// Returns the files with a beginning, by their ends, in the archive's order, which is that of
    /// messages. Every file has the empty end, that of names without an extension.
    private mutating func paths(from start: String, _ files: FileIndex) -> [String: [String]] {
        let names =
            sorted ?? files.names.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 }
        sorted = names
        let first = names.partitionPoint { $0.name >= start }
        let paths = names[first...].prefix { $0.name.hasPrefix(start) }
            .sorted { $0.place < $1.place }.map(\.name)
        var found = Dictionary(grouping: paths) { String(Self.ending(of: $0)) }
        found[""] = paths
        return found
    }
}
