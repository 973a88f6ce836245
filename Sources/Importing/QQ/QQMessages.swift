import Basics
import Model

/// The messages of qq-chat-exporter: elements of many kinds, and files beside them.
struct QQMessages: RecordReader {
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
