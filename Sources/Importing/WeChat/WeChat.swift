import Conversation
import JSON
import Markup

/// WeChat chats exported by WeFlow or echotrace: JSON with a session and its messages.
enum WeChat {
    static let importer = Importer(
        name: "wechat", title: "WeChat",
        summary: "JSON of WeFlow or echotrace, alone or with its media",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard let shape = file.shape, !shape.isArray, shape.has("session") else { return false }
            return shape.has("session.wxid")
                || shape.has("messages[].senderUsername", "messages[].isSend")
        }
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let names = claim.files.map { ChatName(id: $0, name: Path.stem($0)) }
        let file = claim.files[try builder.choose(names)]
        let document = try sources.json(file)
        guard let head = try document.members(without: ["messages", "avatars"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        let session = head["session"]
        let title = ["displayName", "remark", "nickname"].lazy.compactMap { session?.text($0) }
        builder.conversation.service = .wechat
        builder.conversation.title = title.first.map(CleanText.line)
        let isGroup =
            session?.text("wxid")?.hasSuffix("@chatroom") == true || session?.text("type") == "群聊"
        builder.conversation.kind = isGroup ? .group : .direct
        builder.isKindKnown = true
        var chat = WeChatMessages(file: file)
        try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
            guard message.kind == .object else {
                throw .invalid(file: file, pointer: pointer, expected: "a message")
            }
            try chat.add(message, &builder, &sources)
        }
        try chat.end(&builder)
        let avatars = try document.members(at: ["avatars"], without: [])
        for member in avatars?.entries ?? [] {
            guard let person = builder.known(member.key), let text = member.value.string else {
                continue
            }
            let picture = try DataURI.picture(text, of: builder.name(of: member.key), in: &builder)
            builder.conversation.participants[person].avatar = picture
        }
    }
}
