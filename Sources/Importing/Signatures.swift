/// What the first bytes of a file hold.
struct FormatMark: Sendable {
    /// Whether the root is a JSON array, or a JSON object; nil for a page of HTML or XML.
    private let isArray: Bool?
    private let paths: [String]
    /// A path that another format with the same paths has.
    private let absent: String?
    private let texts: [[UInt8]]

    static func object(
        _ paths: String..., without absent: String? = nil, texts: String...
    ) -> FormatMark {
        FormatMark(false, paths, absent, texts)
    }

    static func array(
        _ paths: String..., without absent: String? = nil, texts: String...
    ) -> FormatMark {
        FormatMark(true, paths, absent, texts)
    }

    static func page(_ texts: String...) -> FormatMark { FormatMark(nil, [], nil, texts) }

    private init(_ isArray: Bool?, _ paths: [String], _ absent: String?, _ texts: [String]) {
        self.isArray = isArray
        self.paths = paths.map { isArray == true ? "[]." + $0 : $0 }
        self.absent = absent.map { isArray == true ? "[]." + $0 : $0 }
        self.texts = texts.map { Array($0.utf8) }
    }

    fileprivate func fits(_ file: Probe.File) -> Bool {
        if let isArray {
            guard let shape = file.shape, shape.isArray == isArray,
                paths.allSatisfy(shape.paths.contains),
                !(absent.map(shape.paths.contains) ?? false)
            else { return false }
        } else {
            guard file.begins(with: "<") else { return false }
        }
        return texts.allSatisfy { file.head.span.offset(of: $0) != nil }
    }
}

/// The marks of the formats that are JSON or pages. A file with one of them has the format.
enum Signatures {
    static let all: [String: [FormatMark]] = [
        "whatsapp database": [
            .object(
                without: "messages", texts: "@s.whatsapp.net\"", "\"from_me\"", "\"key_id\""),
            .object(without: "messages", texts: "@g.us\"", "\"from_me\"", "\"key_id\""),
            .object(without: "messages", texts: "@lid\"", "\"from_me\"", "\"key_id\""),
        ],
        // Tools that simplify an export keep only its messages, and rename the time.
        "telegram": [
            .object("chats.list"), .object("personal_information.user_id"),
            .object("messages[].date_unixtime", "messages[].from"),
            .object("type", "id", "messages", "messages[].date_unixtime"),
            .object("type", "id", "messages", "messages[].from_id"),
            .object("type", "id", "messages", "messages[].actor_id"),
            .object("type", "id", "messages", "messages[].text_entities"),
        ],
        "telegram page": [
            .page("class=\"history\"", "class=\"message default"),
            .page("class=\"history\"", "class=\"message service"),
        ],
        "slack": [
            .array("ts", "type", "user"), .array("ts", "type", "text"),
            .array("ts", "type", "bot_id"),
            .object("channel_id", "messages[].ts", "messages[].type", "messages[].user"),
            .object("channel_id", "messages[].ts", "messages[].type", "messages[].text"),
            .object("channel_id", "messages[].ts", "messages[].type", "messages[].bot_id"),
        ],
        "discord": [
            .object("guild", "channel", "messages"), .object("guild", "channel", "exportedAt"),
            .object("guild", "channel", "dateRange"),
        ],
        "discord page": [.page("chatlog__message")],
        // Some files list the participants after the messages.
        "facebook": [
            .object("participants", "messages[].sender_name"),
            .object("participants", "messages[].senderName"),
            .object("messages[].timestamp_ms", "messages[].sender_name"),
            .object("messages[].timestamp_ms", "messages[].senderName"),
        ],
        "sms": [.page("<smses")],
        "chatlab": [
            .object("chatlab", "_type"), .object("chatlab", "meta"),
            .object("chatlab", "members"), .object("chatlab", "messages"),
        ],
        "rsmf": [.object("participants", "conversations", "events", "version")],
        "chatgpt": [
            .array("mapping", without: "inserted_at"),
            .object("mapping", "current_node", without: "inserted_at"),
            .object("mapping", "create_time", without: "inserted_at"),
        ],
        "claude": [.array("chat_messages"), .object("chat_messages")],
        "openwebui": [.array("chat", "chat.history"), .object("chat", "chat.history")],
        "librechat": [
            .object("conversationId", "messagesTree"),
            .object("conversationId", "messages[].isCreatedByUser"),
            .object("conversationId", "messages[].parentMessageId"),
        ],
        "deepseek": [.array("mapping", "inserted_at"), .object("mapping", "inserted_at")],
        "grok": [.object("conversations[].conversation", "conversations[].responses")],
        "sharegpt": [
            .array("conversations[].from", "conversations[].value"),
            .object("conversations[].from", "conversations[].value"),
        ],
        "langchain": [
            .array("data", "type", "data.content"), .array("lc", "kwargs"),
            .object("messages[].data", "messages[].type", "messages[].data.content"),
            .object("messages[].lc", "messages[].kwargs"),
        ],
        "modelapi": [
            .object("contents[].parts"), .object("candidates[].content"),
            .object("input[].role", "input[].content"), .object("output[].type", "input"),
            .object("output[].type", "output[].content"), .object("output[].type", "model"),
        ],
        "gemini": [
            .array("header", "title", "time", "safeHtmlItem"),
            .array("header", "title", "time", texts: "\"Gemini Apps\""),
            .array("header", "title", "time", texts: "gemini.google.com"),
            .page("outer-cell", "Gemini Apps"), .page("outer-cell", "gemini.google.com"),
        ],
        "wechat": [
            .object("session.wxid"),
            .object("session", "messages[].senderUsername", "messages[].isSend"),
        ],
        "teams": [
            .array("messageType", "createdDateTime", "body"),
            .object("value[].messageType", "value[].createdDateTime", "value[].body"),
        ],
        "matrix": [.object("messages[].origin_server_ts"), .object("room_creator", "messages")],
        "matrix page": [.page("mx_RoomView_MessageList", "mx_EventTile")],
        "snapchat": [.object(texts: "\"Media Type\"", "\"IsSender\"", "\"Created\"")],
        "rocketchat": [
            .array("rid", "msg", "u"),
            .object("messages[].rid", "messages[].msg", "messages[].u"),
        ],
        "zulip export": [.object("zerver_message[].sender", "zerver_message[].content")],
        "zulip": [
            .array("sender_full_name", "content", "timestamp"),
            .object(
                "messages[].sender_full_name", "messages[].content", "messages[].timestamp"),
        ],
        "twitter": [.array("dmConversation.conversationId", "dmConversation.messages")],
        "tiktok": [
            .object("Direct Message.Direct Messages.ChatHistory"),
            .object("Direct Message.Chat History.ChatHistory"),
            .object("Direct Message", texts: "\"Chat History with "),
        ],
        "tinder": [.object("Messages[].match_id", "Messages[].messages")],
        "discorddata": [.array("ID", "Timestamp", "Contents")],
        "skype": [.object("conversations[].MessageList")],
        "googlechat": [
            .object("messages[].creator", "messages[].created_date"),
            .object("messages[].creator", "messages[].topic_id"),
        ],
        "hangouts": [
            .object("conversations[].conversation", "conversations[].events"),
            .object("conversation_state[].conversation_state"),
            .object("conversations[].events", texts: "\"gaia_id\""),
        ],
        "googlevoice": [.page("hChatLog"), .page("class=\"haudio\"", "class=\"tags\"")],
    ]
}

extension Probe.File {
    func has(_ format: String) -> Bool {
        Signatures.all[format]?.contains { $0.fits(self) } ?? false
    }
}
