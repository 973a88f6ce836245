import Conversation
import JSON
import Markup

/// The messages of qq-chat-exporter: elements of many kinds, and files beside them.
struct QQMessages {
    /// Whether the export has files besides the JSON.
    private let hasFiles: Bool
    private var me: String?
    private var unknown: [String: Int] = [:]

    init(sources: borrowing ExportFiles) { hasFiles = sources.names.count > 1 }

    mutating func begin(_ info: JSONValue?, _ builder: inout ConversationBuilder) {
        builder.conversation.title = info?.text("name").map(CleanText.line)
        builder.conversation.kind = info?.text("type") == "group" ? .group : .direct
        builder.isKindKnown = info?.text("type") != nil
        builder.needsSorting = true
        me = info?.identifier("selfUid")
    }

    mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else { return }
        let at =
            source["timestamp"]?.double.flatMap { UnixTime.moment(milliseconds: $0) }
            ?? source.text("timestamp").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("messageId") ?? source.identifier("id")
        let sender = source["sender"]
        let isSystem = source.flag("isSystemMessage") || source.flag("system")
        if !isSystem {
            let key = sender?.identifier("uid") ?? sender?.identifier("uin") ?? "unknown"
            let name =
                ["groupCard", "nickname", "name"].lazy.compactMap { sender?.text($0) }.first
            let index = try builder.participant(key, name: name ?? sender?.identifier("uin"))
            if let number = sender?.identifier("uin"), number != name {
                builder.conversation.participants[index].handle = CleanText.line(number)
            }
            message.from = index
        }
        if source.flag("isRecalled") || source.flag("recalled") {
            message.details.deleted = Deleted()
        }
        let content = source["content"]
        try fill(content, &message, &builder, &sources)
        try attachResources(of: content, &message, &builder, &sources)
        if isSystem {
            message.kind = .system
            message.details.system = SystemEvent(action: SystemAction.notice.rawValue)
        }
        if let reply = content?["reply"], reply.kind == .object {
            message.details.replyTo = self.reply(reply)
        }
        try builder.append(message)
    }

    private func reply(_ source: JSONValue) -> Reply {
        var reply = Reply()
        reply.id = source.identifier("referencedMessageId") ?? source.identifier("messageId")
        reply.from = source.text("senderName").map(CleanText.line)
        reply.text = source.text("content").map(CleanText.clean)
        return reply
    }

    private mutating func fill(
        _ content: JSONValue?, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let elements = content?.list("elements") ?? []
        guard !elements.isEmpty else {
            let text = content?.text("text") ?? content?.string ?? ""
            return message.body = Body.plain(text)
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
            case "reply": message.details.replyTo = reply(data)
            case "location":
                message.details.location = Location()
                let name = data.text("title") ?? data.text("name")
                message.details.location?.name = name.map(CleanText.line)
                message.details.location?.address = data.text("address").map(CleanText.clean)
            case "json", "forward": message.attachments.append(card(data))
            case let type?:
                guard let kind = Self.kinds[type] else {
                    unknown[CleanText.line(type), default: 0] += 1
                    text.append("[\(type)]")
                    continue
                }
                try attach(data, kind, resources, &message, &builder, &sources)
            case nil: unknown["no type", default: 0] += 1
            }
        }
        message.body = text.blocks
        if message.body.isEmpty, message.attachments.isEmpty, let whole = content?.text("text") {
            message.body = Body.plain(whole)
        }
    }

    /// Attaches the files that no element refers to. Some versions list pictures only as resources.
    private func attachResources(
        of content: JSONValue?, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard message.attachments.isEmpty else { return }
        for resource in (content?.list("resources") ?? []).prefix(100) {
            guard let kind = resource.text("type").flatMap({ Self.kinds[$0] }) else { continue }
            try attach(resource, kind, [], &message, &builder, &sources)
        }
    }

    private static let kinds: [String: Attachment.Kind] = [
        "image": .image, "video": .video, "audio": .voice, "voice": .voice, "ptt": .voice,
        "file": .file, "market_face": .sticker, "sticker": .sticker,
    ]

    private func card(_ data: JSONValue) -> Attachment {
        var attachment = Attachment(kind: .card)
        let title = ["title", "summary", "prompt", "description"].lazy.compactMap { data.text($0) }
        attachment.title = CleanText.line(title.first ?? "…")
        if let url = data.text("url").flatMap(Link.url) {
            attachment.card = Card()
            attachment.card?.url = url
        }
        return attachment
    }

    private func attach(
        _ data: JSONValue, _ kind: Attachment.Kind, _ resources: [JSONValue],
        _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var attachment = Attachment(kind: kind)
        let name =
            data.text("filename") ?? data.text("name")
            ?? data.text("localPath").map(Path.lastName)
        let resource = resources.first { $0.text("filename") == name && name != nil }
        attachment.name = name.map(CleanText.line)
        attachment.size = data.count("size") ?? resource?.count("size")
        attachment.width = data.length("width") ?? resource?.length("width")
        attachment.height = data.length("height") ?? resource?.length("height")
        attachment.duration = data.span("duration") ?? resource?.span("duration")
        let paths = [data.text("localPath"), resource?.text("localPath"), name].compactMap(\.self)
        if hasFiles, let path = paths.first(where: { sources.resolve($0) != nil }) {
            let name = attachment.name
            try builder.attach(path, to: &attachment, from: &sources)
            attachment.name = name ?? attachment.name
        } else {
            builder.miss(&attachment, "not in the export")
        }
        message.attachments.append(attachment)
    }

    func end(_ builder: inout ConversationBuilder) {
        if let me, let index = builder.known(me) { builder.setMe(index) }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let parts = WarningText.count(count, "part")
            builder.warn(.unsupported, "\(parts) of the type \(type) shown as a word")
        }
    }
}
