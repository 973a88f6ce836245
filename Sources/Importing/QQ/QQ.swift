import Basics
import Model

/// The text of QQ's message manager, and the JSON of qq-chat-exporter, whole or in parts.
enum QQ {
    static let importer = Importer(
        name: "qq", title: "QQ",
        summary:
            "the text of QQ's message manager, or JSON of qq-chat-exporter, whole or in parts",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        if let text = probe.claimOne({ $0.shape == nil && isText($0.head) }) { return text }
        guard let manifest = probe.files.first(where: { $0.holdsObject { isManifest($1) } }) else {
            return probe.claims { $0.holdsObject { isExport($1) || isPiece($1) } }
        }
        let folder = Path.folder(manifest.name)
        let pieces = probe.names.filter {
            $0.hasPrefix(folder) && Path.fileExtension($0) == "jsonl"
        }
        return Claim(.certain, [manifest.name] + pieces.sorted())
    }

    static func isText(_ head: [UInt8]) -> Bool {
        let start = TextFile.decode(Array(head.prefix(4096))).bytes
        let text = String(decoding: start, as: UTF8.self)
        return text.holds("消息记录（此消息记录为文本格式") || text.holds("消息对象:") && text.holds("消息分组:")
            || QQText.headers(in: start) > 1
    }

    private static func isExport(_ shape: JSONShape) -> Bool {
        shape.has("chatInfo", "messages[].sender")
            || shape.has("messages[].sender.uid", "messages[].content.elements")
    }

    private static func isManifest(_ shape: JSONShape) -> Bool {
        shape.has("chatInfo", "chunked")
            || shape.has("chatInfo", "metadata", "statistics")
                && !shape.has("messages")
    }

    private static func isPiece(_ shape: JSONShape) -> Bool {
        shape.has("sender.uid", "content.elements")
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        guard let shape = JSONShape(builder.sources.head(of: file, count: Probe.thoroughLength))
        else {
            return try QQText(try builder.sources.decoded(file)).fill(&builder)
        }
        var driver = RecordDriver(QQMessages(hasFiles: builder.sources.names.count > 1), builder)
        if isPiece(shape) || isManifest(shape) {
            if isManifest(shape) {
                let document = try builder.sources.json(file)
                driver.reader.begin(
                    try document.members(without: ["messages"])?["chatInfo"], &builder)
            }
            let pieces = claim.files.filter { Path.fileExtension($0) == "jsonl" || isPiece(shape) }
            for piece in pieces {
                try driver.read(try builder.sources.jsonLines(piece), at: [], &builder)
            }
            return driver.end(&builder)
        }
        let empty = driver
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            var driver = empty
            let document = try builder.sources.json(file)
            driver.reader.begin(
                try document.members(without: ["messages"])?["chatInfo"], &builder)
            try driver.read(document, at: ["messages"], &builder)
            driver.end(&builder)
        }
    }
}

/// The messages of qq-chat-exporter: elements of many kinds, and files beside them.
private struct QQMessages: RecordReader {
    static let unknown = (noun: "part", outcome: "shown as a word")

    /// Whether the export has files besides the JSON.
    let hasFiles: Bool
    private(set) var me: String?

    mutating func begin(_ info: JSONValue?, _ builder: inout ConversationBuilder) {
        builder.begin(
            title: info?.text("name"), isGroup: info?.text("type").map { $0 == "group" })
        builder.needsSorting = true
        me = info?.identifier("selfUid")
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        let at =
            source["timestamp"]?.double.flatMap { UnixTime.moment(milliseconds: $0) }
            ?? context.moment(source.text("timestamp"))
        var record = Record(
            source.identifier("messageId") ?? source.identifier("id"), at: at)
        let isSystem = source.flag("isSystemMessage") || source.flag("system")
        if !isSystem { record.sender = person(source["sender"]) }
        if source.flag("isRecalled") || source.flag("recalled") {
            record.message.details.deleted = Deleted()
        }
        let content = source["content"]
        fill(content, &record, &context)
        if record.files.isEmpty { attachResources(of: content, &record, context) }
        if isSystem { record.becomeNotice(.notice) }
        if let reply = content?["reply"], reply.kind == .object {
            record.message.details.replyTo = self.reply(reply)
        }
        return record
    }

    private func person(_ sender: JSONValue?) -> Record.Person {
        let number = sender?.identifier("uin")
        let name = sender?.first("groupCard", "nickname", "name")
        return Record.Person(
            key: sender?.identifier("uid") ?? number ?? "unknown", name: name ?? number,
            handle: number == name ? nil : number)
    }

    private func reply(_ source: JSONValue) -> Reply {
        Reply(
            id: source.identifier("referencedMessageId") ?? source.identifier("messageId"),
            from: source.text("senderName").map(CleanText.line),
            text: source.text("content").map(CleanText.clean))
    }

    private func fill(
        _ content: JSONValue?, _ record: inout Record, _ context: inout RecordContext
    ) {
        let elements = content?.list("elements") ?? []
        guard !elements.isEmpty else {
            let text = content?.text("text") ?? content?.string ?? ""
            return record.message.body = Body.plain(text)
        }
        var text = Body.Builder()
        let resources = content?.list("resources") ?? []
        for element in elements {
            let data = element["data"] ?? element
            switch element.text("type") {
            case "text", "system":
                text.append(data.text("text") ?? data.text("content") ?? data.text("summary") ?? "")
            case "at":
                let name = data.text("name") ?? data.text("uid") ?? ""
                text.append(name.hasPrefix("@") ? name : "@" + name, .entity(.mention))
            case "face":
                let name = data.text("name") ?? data.identifier("id") ?? "表情"
                text.append(name.hasPrefix("/") ? "[\(name.dropFirst())]" : "[\(name)]")
            case "reply": record.message.details.replyTo = reply(data)
            case "location":
                record.message.details.location = Location(
                    name: data.first("title", "name"), address: data.text("address"))
            case "json", "forward": record.files.append(card(data))
            case let type?:
                if let kind = Self.kinds[type] {
                    record.files.append(file(data, kind, resources, context))
                } else {
                    context.pass(CleanText.line(type))
                    text.append("[\(type)]")
                }
            case nil: context.pass(nil)
            }
        }
        record.message.body = text.blocks
        if record.isEmpty, let whole = content?.text("text") {
            record.message.body = Body.plain(whole)
        }
    }

    /// Attaches the files that no element refers to. Some versions list pictures only as resources.
    private func attachResources(
        of content: JSONValue?, _ record: inout Record, _ context: RecordContext
    ) {
        for resource in (content?.list("resources") ?? []).prefix(100) {
            guard let kind = resource.text("type").flatMap({ Self.kinds[$0] }) else { continue }
            record.files.append(file(resource, kind, [], context))
        }
    }

    private static let kinds: [String: Attachment.Kind] = [
        "image": .image, "video": .video, "audio": .voice, "voice": .voice, "ptt": .voice,
        "file": .file, "market_face": .sticker, "sticker": .sticker,
    ]

    private func card(_ data: JSONValue) -> RecordFile {
        RecordFile(
            card: data.first("title", "summary", "prompt", "description") ?? "…",
            url: data.text("url"))
    }

    private func file(
        _ data: JSONValue, _ kind: Attachment.Kind, _ resources: [JSONValue],
        _ context: RecordContext
    ) -> RecordFile {
        let name = data.first("filename", "name") ?? data.text("localPath").map(Path.lastName)
        let resource = resources.first { $0.text("filename") == name && name != nil }
        var file = RecordFile(kind, named: name)
        file.attachment.size = data.count("size") ?? resource?.count("size")
        file.attachment.width = data.length("width") ?? resource?.length("width")
        file.attachment.height = data.length("height") ?? resource?.length("height")
        file.attachment.duration = data.span("duration") ?? resource?.span("duration")
        let paths = [data.text("localPath"), resource?.text("localPath"), name].compactMap(\.self)
        if hasFiles, let path = paths.first(where: { context.files.resolve($0) != nil }) {
            file.place = .path(path)
        }
        return file
    }
}

/// The text of QQ's message manager: blocks of a line with time and sender, followed by the
/// message.
private struct QQText {
    private struct Entry {
        var time: CivilTime
        var name: String
        var id: String
        var text: String
        /// Whether a number or an address follows the name.
        var hasID: Bool
    }

    private var chats: [(name: String, entries: [Entry])] = []
    /// The number of lines in no message that are neither headings nor blank.
    private var stray = 0

    init(_ bytes: [UInt8]) {
        var isBlank = true
        var wasRule = false
        for range in Lines(bytes) {
            let line = String(decoding: bytes[range], as: UTF8.self)
            let plain = Marks.plain(line[...]).trimmingBlanks()
            if plain.hasPrefix("消息对象:") || plain.hasPrefix("消息对象：") {
                chats.append((String(plain.dropFirst(5)).trimmingBlanks(), []))
                isBlank = true
                continue
            }
            // The text after a rule is the heading of the next chat.
            if wasRule, plain.hasPrefix("消息分组") { continue }
            wasRule = plain.hasPrefix("========")
            if chats.isEmpty, Self.header(plain) != nil { chats.append(("QQ", [])) }
            guard let chat = chats.indices.last else {
                stray += plain.isEmpty || wasRule || plain.hasPrefix("消息") ? 0 : 1
                continue
            }
            if let entry = Self.header(plain), isBlank || entry.hasID {
                chats[chat].entries.append(entry)
            } else if let last = chats[chat].entries.indices.last, !plain.hasPrefix("========") {
                chats[chat].entries[last].text += (isFirst(chat, last) ? "" : "\n") + line
            } else if !plain.isEmpty, !wasRule {
                stray += 1
            }
            isBlank = plain.isEmpty || plain.hasPrefix("========")
        }
    }

    private func isFirst(_ chat: Int, _ entry: Int) -> Bool {
        chats[chat].entries[entry].text.isEmpty
    }

    /// Returns the number of lines that state a time and a sender with a number or address.
    static func headers(in bytes: [UInt8]) -> Int {
        Lines(bytes).count { range in
            let line = String(decoding: bytes[range], as: UTF8.self)
            return header(Marks.plain(line[...]).trimmingBlanks())?.hasID ?? false
        }
    }

    /// Parses `2019-07-16 18:15:05 NAME(12345)`, `2019-07-16 下午 6:15:05 NAME<mail>` or `2019-07-16
    /// 6:15:05 PM NAME(12345)`.
    private static func header(_ line: String) -> Entry? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 3, words[0].utf8.count == 10 else { return nil }
        let day = words[0].split(separator: "-").compactMap { Int($0) }
        var rest = line.dropFirst(words[0].count + 1)
        var isLate: Bool?
        for (word, late) in [("上午", false), ("下午", true)] where rest.hasPrefix(word) {
            isLate = late
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        guard let blank = rest.firstIndex(of: " ") else { return nil }
        let clock = rest[..<blank].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3 else { return nil }
        rest = rest[rest.index(after: blank)...]
        for (word, late) in [("AM ", false), ("PM ", true)]
        where isLate == nil && clock[0] <= 12 && rest.hasPrefix(word) {
            isLate = late
            rest = rest.dropFirst(word.count)
        }
        guard let time = CivilTime(day: day, clock: clock, isLate: isLate) else { return nil }
        let (name, id) = person(rest.trimmingBlanks())
        return Entry(time: time, name: name, id: id ?? name, text: "", hasID: id != nil)
    }

    private static func person(_ text: String) -> (name: String, id: String?) {
        for (open, close) in [("(", ")"), ("<", ">")] where text.hasSuffix(close) {
            guard let start = text.lastIndex(of: Character(open)) else { continue }
            let id = text[text.index(after: start)...].dropLast()
            let name = text[..<start].trimmingBlanks()
            let isID = id.allSatisfy(\.isNumber) || id.contains("@")
            if isID, !id.isEmpty { return (name.isEmpty ? String(id) : name, String(id)) }
        }
        return (text, nil)
    }

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let names = chats.map { ChatName(id: $0.name, name: $0.name) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let chat = chats[index]
            builder.conversation.title = CleanText.line(chat.name)
            builder.warn(linesBeforeFirstMessage: stray)
            var speakers: Set<String> = []
            for entry in chat.entries {
                let record = Self.record(
                    entry, at: builder.moment(entry.time), builder.appPhrases)
                if let name = record.sender?.name { speakers.insert(name) }
                try builder.add(record)
            }
            guard speakers.count == 2, speakers.contains(chat.name) else { return }
            builder.suggestMe(otherThan: chat.name)
        }
    }

    private static func record(
        _ entry: Entry, at: Moment, _ phrases: AppPhrases
    ) -> Record {
        var record = Record(at: at)
        let text = entry.text.trimmingBlanks()
        if entry.id == "10000" || entry.name == "系统消息" {
            record.becomeNotice(.notice, text: text)
            return record
        }
        let (name, role) = role(entry.name)
        record.sender = Record.Person(key: entry.id, name: name, role: role)
        if let kind = phrases.files[text] {
            record.files = [RecordFile(kind)]
        } else {
            record.message.body = Body.plain(text)
        }
        return record
    }

    /// Splits `【管理员】NAME` into role and name.
    private static func role(_ name: String) -> (name: String, role: String?) {
        guard name.hasPrefix("【"), let end = name.firstIndex(of: "】") else { return (name, nil) }
        let rest = name[name.index(after: end)...].trimmingBlanks()
        guard !rest.isEmpty else { return (name, nil) }
        let role = CleanText.line(String(name[..<end].dropFirst()))
        return (rest, role.nonEmpty)
    }
}
