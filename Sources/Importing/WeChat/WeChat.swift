import Basics
import Model

/// WeChat chats exported by WeFlow or echotrace: JSON with a session and its messages.
enum WeChat {
    static let importer = Importer(
        name: "wechat", title: "WeChat",
        summary: "JSON of WeFlow or echotrace, alone or with its media",
        reading: .all, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let document = try builder.sources.json(file)
            let session = try document.facts(without: ["messages", "avatars"])["session"]
            let isGroup =
                session?.text("wxid")?.hasSuffix("@chatroom") == true
                || session?.text("type") == "群聊"
            builder.conversation.service = .wechat
            builder.begin(
                title: session?.first("displayName", "remark", "nickname"), isGroup: isGroup)
            var driver = RecordDriver(WeChatMessages(), builder)
            try driver.read(document, at: ["messages"], &builder)
            driver.end(&builder)
            let avatars = try document.members(at: ["avatars"], without: [])
            for member in avatars?.entries ?? [] {
                guard let person = builder.known(member.key), let text = member.value.string else {
                    continue
                }
                let picture = try DataURI.picture(
                    text, of: builder.name(of: member.key), in: &builder)
                builder.conversation.participants[person].avatar = picture
            }
        }
    }
}

/// The messages of a session. Chinese words state the type of each message.
private struct WeChatMessages: RecordReader {
    static let needsObjects = true

    /// The key of "me": the sender of messages that were sent.
    private(set) var me: String?

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            source.identifier("serverId") ?? source.identifier("localId"),
            at: source.seconds("createTime"))
        let type = source.text("type") ?? "文本消息"
        let content = source.text("content") ?? ""
        if type == "系统消息" || source["isSend"]?.isNull == true {
            record.becomeNotice(context.phrases.action(content), text: content)
            return record
        }
        let sender = source.text("senderUsername") ?? "unknown"
        if source["isSend"]?.int == 1 || source.flag("isSend") { me = sender }
        record.sender = Record.Person(key: sender, name: source.text("senderDisplayName"))
        switch type {
        case "文本消息", "引用消息": record.message.body = Body.plain(content)
        case "位置消息": record.message.details.location = Location(name: Self.inner(content))
        case "名片消息":
            record.message.details.contact = Contact(name: Self.inner(content) ?? "名片")
        case "红包卡片", "转账卡片": pay(content, type, &record)
        case "卡片式链接/图文消息", "小程序分享", "聊天记录合并转发":
            record.files = [card(content, source)]
        case _ where type.hasSuffix("通话") || type.hasSuffix("通话消息"):
            record.becomeCall(Call(isVideo: type.hasPrefix("视频")))
            record.message.body = Body.plain(content)
        default:
            if let kind = context.phrases.files[type] {
                attach(content, kind, &record, context)
            } else {
                context.pass(CleanText.line(type))
                record.message.body = Body.plain(content.nonEmpty ?? type)
            }
        }
        return record
    }

    /// Returns the text after a word in brackets: `[位置] Main Square`.
    private static func inner(_ content: String) -> String? {
        guard content.hasPrefix("["), let end = content.place(of: "]") else {
            return content.nonEmpty
        }
        return content[end.upperBound...].trimmingBlanks().nonEmpty
    }

    private func pay(_ content: String, _ type: String, _ record: inout Record) {
        let digits = content.drop { !$0.isNumber }.prefix {
            $0.isASCII && ($0.isNumber || $0 == ".")
        }
        guard !digits.isEmpty, content.contains(where: { "¥￥元".contains($0) }) else {
            return record.files = [card(content.nonEmpty ?? type, .null)]
        }
        record.message.details.payment = Payment(String(digits), currency: "CNY")
    }

    private func card(_ content: String, _ source: JSONValue) -> RecordFile {
        RecordFile(
            card: source.text("title") ?? Self.inner(content) ?? content,
            url: source.first("url", "linkUrl"))
    }

    /// The content is a path, words such as `[图片]`, or both: `[文件] plan.pdf`.
    private func attach(
        _ content: String, _ kind: Attachment.Kind, _ record: inout Record,
        _ context: RecordContext
    ) {
        var file = RecordFile(kind)
        let path = Self.inner(content) ?? ""
        if context.resolve(path) != nil {
            file.place = .beside(path)
        } else if !Path.fileExtension(path).isEmpty {
            file.attachment.name = CleanText.line(Path.lastName(path))
        } else if kind != .voice {
            record.message.body = Body.plain(path)
        } else if !path.isEmpty {
            // The text of a voice message is its transcript.
            file.attachment.transcript = CleanText.clean(path)
        }
        record.files = [file]
    }
}
