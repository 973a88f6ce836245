import Basics
import Model

/// WeChat chats exported by WeFlow or echotrace: JSON with a session and its messages.
enum WeChat {
    static let importer = Importer(
        name: "wechat", title: "WeChat",
        summary: "JSON of WeFlow or echotrace, alone or with its media",
        recognize: { probe in
            probe.claims {
                $0.holdsObject { _, shape in
                    shape.has("session", "session.wxid")
                        || shape.has("session", "messages[].senderUsername", "messages[].isSend")
                }
            }
        },
        read: read)

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let document = try sources.json(file)
            let session = try document.facts(without: ["messages", "avatars"])["session"]
            let isGroup =
                session?.text("wxid")?.hasSuffix("@chatroom") == true
                || session?.text("type") == "群聊"
            builder.conversation.service = .wechat
            builder.begin(
                title: session?.first("displayName", "remark", "nickname"), isGroup: isGroup)
            var driver = RecordDriver(WeChatMessages(), builder, sources)
            try driver.read(document, at: ["messages"], &builder, &sources)
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
