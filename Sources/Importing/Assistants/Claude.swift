import Conversation
import JSON
import Markup

/// Claude's data export: `conversations.json`, alone or in its ZIP.
enum Claude {
    static let importer = Importer(
        name: "claude", title: "Claude",
        summary: "conversations.json of Claude's data export, alone or in its ZIP",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            return shape.has("[].chat_messages") || shape.has("chat_messages")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let heavy = "chat_messages"
        let source = try document.pick(heavy: heavy, builder) {
            ChatName(id: $0.text("uuid") ?? "", name: $0.text("name") ?? "Untitled")
        }
        builder.conversation.title = source.text("name").map(CleanText.line)
        AssistantChats.begin(&builder)
        for message in source.list(heavy) { try add(message, &builder) }
        if let user = builder.known(AssistantChats.user) { builder.setMe(user) }
    }

    private static func add(_ source: JSONValue, _ builder: inout ConversationBuilder)
        throws(ImportError)
    {
        let at = source.text("created_at").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        var message = Message()
        message.id = source.text("uuid")
        message.at = at
        let isUser = source.text("sender") == "human"
        message.from = try builder.participant(
            isUser ? AssistantChats.user : AssistantChats.assistant, name: isUser ? "You" : "Claude"
        )
        let parts = source.list("content")
        // Notes stand above the answer that they led to; a conversation shows them where it is
        // asked to.
        for part in parts { try addNote(of: part, at: at, &builder) }
        message.body = parts.flatMap { text(of: $0, isUser: isUser) }
        if message.body.isEmpty, let text = source.text("text") {
            message.body = isUser ? Body.plain(text) : Body.markdown(text)
        }
        for item in source.list("attachments") + source.list("files") {
            let name = item.text("file_name") ?? item.text("name") ?? "file"
            var attachment = Attachment(kind: FileKind.kind(name: name))
            attachment.name = CleanText.line(name)
            attachment.size = item.count("file_size")
            builder.miss(&attachment, "not in the export")
            message.attachments.append(attachment)
        }
        guard !message.body.isEmpty || !message.attachments.isEmpty else { return }
        try builder.append(message)
    }

    private static func text(of part: JSONValue, isUser: Bool) -> [TextBlock] {
        guard part.text("type") == "text", let text = part.text("text") else { return [] }
        return isUser ? Body.plain(text) : Body.markdown(text)
    }

    /// Adds a thought, a tool call or its result.
    private static func addNote(
        of part: JSONValue, at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var note = Message()
        note.kind = .note
        note.at = at
        switch part.text("type") {
        case "thinking": note.body = Body.plain(part.text("thinking") ?? "")
        case "tool_use":
            if let input = part["input"] { FieldLog.current?.took(input) }
            let input = part["input"].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
            let call = (part.text("name") ?? "tool") + (input.isEmpty ? "" : "(\(input))")
            note.body = [.code(language: nil, text: CleanText.clean(call))]
        case "tool_result":
            if let content = part["content"] { FieldLog.current?.took(content) }
            let text = part["content"].map { ToolResult.text($0) } ?? ""
            if !text.isEmpty { note.body = [.code(language: nil, text: CleanText.clean(text))] }
        default: return
        }
        if !note.body.isEmpty { try builder.append(note) }
    }
}
