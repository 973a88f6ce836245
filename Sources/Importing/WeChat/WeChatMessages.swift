import Conversation
import JSON
import Markup

/// The messages of a session. Chinese words state the type of each message.
struct WeChatMessages {
    private let file: String
    private var owner: String?
    private var unknown: [String: Int] = [:]

    init(file: String) { self.file = file }

    private static let kinds: [String: Attachment.Kind] = [
        "图片消息": .image, "语音消息": .voice, "视频消息": .video, "文件消息": .file, "动画表情": .sticker,
    ]

    mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.seconds("createTime")
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("serverId") ?? source.identifier("localId")
        let type = source.text("type") ?? "文本消息"
        let content = source.text("content") ?? ""
        let isNotice = type == "系统消息" || source["isSend"]?.isNull == true
        if !isNotice {
            let sender = source.text("senderUsername") ?? "unknown"
            if source["isSend"]?.int == 1 || source.flag("isSend") { owner = sender }
            message.from = try builder.participant(sender, name: source.text("senderDisplayName"))
        }
        switch type {
        case _ where isNotice:
            message.kind = .system
            message.body = Body.plain(content)
            message.details.system = SystemEvent(action: Self.action(content).rawValue)
        case "文本消息", "引用消息": message.body = Body.plain(content)
        case "位置消息":
            message.details.location = Location()
            message.details.location?.name = Self.inner(content).map(CleanText.line)
        case "名片消息":
            message.details.contact = Contact()
            message.details.contact?.name = CleanText.line(Self.inner(content) ?? "名片")
        case "红包卡片", "转账卡片": pay(content, type, &message)
        case "卡片式链接/图文消息", "小程序分享", "聊天记录合并转发":
            card(content, source, &message)
        case _ where type.hasSuffix("通话") || type.hasSuffix("通话消息"):
            message.kind = .call
            message.details.call = Call()
            message.details.call?.isVideo = type.hasPrefix("视频")
            message.body = Body.plain(content)
        default:
            if let kind = Self.kinds[type] {
                try attach(content, kind, &message, &builder, &sources)
            } else {
                unknown[CleanText.line(type), default: 0] += 1
                message.body = Body.plain(content.isEmpty ? type : content)
            }
        }
        try builder.append(message)
    }

    private static func action(_ text: String) -> SystemAction {
        let phrases: [(String, SystemAction)] = [
            ("邀请", .memberAdded), ("加入了群聊", .memberJoined), ("移出了群聊", .memberRemoved),
            ("退出了群聊", .memberLeft), ("修改群名为", .titleChanged),
        ]
        return phrases.first { text.holds($0.0) }?.1 ?? .notice
    }

    /// Returns the text after a word in brackets: `[位置] Main Square`.
    private static func inner(_ content: String) -> String? {
        guard content.hasPrefix("["), let end = content.place(of: "]") else {
            return content.isEmpty ? nil : content
        }
        let rest = content[end.upperBound...].trimmingBlanks()
        return rest.isEmpty ? nil : rest
    }

    private func pay(_ content: String, _ type: String, _ message: inout Message) {
        let digits = content.drop { !$0.isNumber }.prefix {
            $0.isASCII && ($0.isNumber || $0 == ".")
        }
        guard !digits.isEmpty, content.contains(where: { "¥￥元".contains($0) }) else {
            return card(content.isEmpty ? type : content, .null, &message)
        }
        message.details.payment = Payment(amount: String(digits))
        message.details.payment?.currency = "CNY"
    }

    private func card(_ content: String, _ source: JSONValue, _ message: inout Message) {
        var attachment = Attachment(kind: .card)
        attachment.title = CleanText.line(source.text("title") ?? Self.inner(content) ?? content)
        if let url = (source.text("url") ?? source.text("linkUrl")).flatMap(Link.url) {
            attachment.card = Card()
            attachment.card?.url = url
        }
        message.attachments = [attachment]
    }

    /// Attaches a file. The content is a path, words such as `[图片]`, or both: `[文件] plan.pdf`.
    private func attach(
        _ content: String, _ kind: Attachment.Kind, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var attachment = Attachment(kind: kind)
        let path = Self.inner(content) ?? ""
        if !path.isEmpty, sources.resolve(path, from: file) != nil {
            try builder.attach(path, to: &attachment, from: &sources, document: file)
        } else {
            if !Path.fileExtension(path).isEmpty {
                attachment.name = CleanText.line(Path.lastName(path))
            }
            builder.miss(&attachment, "not in the export")
            let isName = attachment.name != nil
            if !isName, kind != .voice { message.body = Body.plain(path) }
            // The text of a voice message is its transcript.
            if !isName, kind == .voice, !path.isEmpty {
                attachment.transcript = CleanText.clean(path)
            }
        }
        message.attachments = [attachment]
    }

    func end(_ builder: inout ConversationBuilder) throws(ImportError) {
        if let owner, let me = builder.known(owner) { builder.setMe(me) }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let messages = WarningText.count(count, "message")
            builder.warn(.unsupported, "\(messages) of the type \(type) shown as text")
        }
    }
}
