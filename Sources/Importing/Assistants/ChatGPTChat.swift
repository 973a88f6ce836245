import Conversation
import JSON
import Markup

/// One chat of ChatGPT: a tree of messages, of which the branch that was last seen is the chat.
struct ChatGPTChat {
    private let source: JSONValue
    private let nodes: [String: JSONValue]
    /// Files of the export by the id that their names begin with.
    private let files: [String: String]
    /// Messages that the page does not show and that are no instructions.
    private var hidden = 0

    init(source: JSONValue, sources: borrowing SourceFiles) {
        self.source = source
        var nodes: [String: JSONValue] = [:]
        for member in source["mapping"]?.entries ?? [] { nodes[member.key] = member.value }
        self.nodes = nodes
        var files: [String: String] = [:]
        for name in sources.names {
            guard let id = Self.fileID(Path.lastName(name)), files[id] == nil else { continue }
            files[id] = name
        }
        self.files = files
    }

    mutating func fill(_ builder: inout ConversationBuilder, _ sources: inout SourceFiles)
        throws(ImportError)
    {
        let path = path()
        for node in path {
            guard let message = node["message"], message.kind == .object else { continue }
            try add(message, &builder, &sources)
        }
        if let user = builder.known(AssistantChats.user) { builder.setMe(user) }
        let others = nodes.values.count { isSaid($0) } - path.count { isSaid($0) }
        if others > 0 {
            let messages = WarningText.count(others, "message")
            builder.warn(.importing, "\(messages) of other branches (edits, new answers) omitted")
        }
        if hidden > 0 {
            let messages = WarningText.count(hidden, "message")
            builder.warn(.importing, "\(messages) omitted that ChatGPT does not show")
        }
    }

    private func isSaid(_ node: JSONValue) -> Bool {
        let role = node["message"]?["author"]?.text("role")
        return role == "user" || role == "assistant"
    }

    /// From the root to the node that was last seen; `mapping` itself has no order.
    private func path() -> [JSONValue] {
        var id = source.text("current_node") ?? newestLeaf
        var path: [JSONValue] = []
        var seen: Set<String> = []
        while let here = id, let node = nodes[here], seen.insert(here).inserted {
            path.append(node)
            id = node.text("parent")
        }
        return path.reversed()
    }

    private var newestLeaf: String? {
        let leaves = nodes.filter { $0.value.list("children").isEmpty }
        return leaves.max { left, right in
            let leftTime = left.value["message"]?.number("create_time") ?? 0
            let rightTime = right.value["message"]?.number("create_time") ?? 0
            return (leftTime, left.key) < (rightTime, right.key)
        }?.key
    }

    private mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout SourceFiles
    ) throws(ImportError) {
        let metadata = source["metadata"]
        let isHidden =
            metadata?.flag("is_visually_hidden_from_conversation") == true
            || source.number("weight") == 0
        let type = source["content"]?.text("content_type") ?? "text"
        let isInstructions =
            metadata?.flag("is_user_system_message") == true
            || type == "user_editable_context" || type == "model_editable_context"
        let at = source.seconds("create_time")
        builder.beginEntry(at: at)
        guard !isHidden || isInstructions else {
            if says(source["content"]) { hidden += 1 }
            return
        }
        var message = Message()
        message.id = source.text("id")
        message.at = at
        let role = source["author"]?.text("role") ?? ""
        let recipient = source.text("recipient") ?? "all"
        let cites = ChatGPTCitations(role == "assistant" ? metadata : nil)
        try content(source["content"], role: role, cites, &message, &builder, &sources)
        try attachments(metadata, &message, &builder, &sources)
        if isInstructions { message.body = instructions(metadata, source["content"]) }
        if recipient != "all", !isInstructions {
            message.body = sent(to: recipient, source["content"], &message) ?? message.body
        }
        guard !message.body.isEmpty || !message.attachments.isEmpty else { return }
        if recipient != "all", message.kind == .note { return try builder.append(message) }
        switch role {
        case "user" where !isInstructions:
            message.from = try builder.participant(AssistantChats.user, name: "You")
        case "assistant":
            let from = try builder.participant(AssistantChats.assistant, name: "ChatGPT")
            let model = metadata?.text("model_slug").map(CleanText.line)
            builder.conversation.participants[from].handle =
                model ?? builder.conversation.participants[from].handle
            message.from = from
            // What its page folds away: how it came to its answer.
            if isInstructions || ["thoughts", "reasoning_recap"].contains(type) {
                message.kind = .note
            }
        default: message.kind = .note
        }
        try builder.append(message)
    }

    private func says(_ content: JSONValue?) -> Bool {
        content?.text("text") != nil
            || content?.list("parts").contains { $0.string.map { !$0.isEmpty } ?? true } == true
    }

    /// Text for a tool instead of the reader becomes a note, except text written beside the chat.
    private func sent(
        to recipient: String, _ content: JSONValue?, _ message: inout Message
    ) -> [TextBlock]? {
        let parts = content?.list("parts").compactMap(\.string) ?? []
        let text = content?.text("text") ?? parts.joined(separator: "\n")
        if let written = ChatGPTCanvas.text(to: recipient, text) { return written }
        message.kind = .note
        guard !text.isEmpty else { return nil }
        let language = content?.text("language").flatMap { $0 == "unknown" ? nil : $0 }
        return [.code(language: language, text: CleanText.clean(text))]
    }

    /// Files that the user sent along; pictures among them stand in the parts already.
    private func attachments(
        _ metadata: JSONValue?, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout SourceFiles
    ) throws(ImportError) {
        var pictures = message.attachments.count { $0.kind == .image }
        for file in metadata?.list("attachments") ?? [] where file.kind == .object {
            let name = file.text("name") ?? "file"
            let mime = file.text("mime_type") ?? file.text("mimeType")
            var attachment = Attachment(kind: FileKind.kind(name: name, mime: mime))
            if attachment.kind == .image, pictures > 0 {
                pictures -= 1
                continue
            }
            attachment.name = CleanText.line(name)
            attachment.size = file.count("size")
            try attach(file.text("id") ?? "", &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
    }

    private func content(
        _ content: JSONValue?, role: String, _ cites: ChatGPTCitations, _ message: inout Message,
        _ builder: inout ConversationBuilder,
        _ sources: inout SourceFiles
    ) throws(ImportError) {
        guard let content else { return }
        let type = content.text("content_type") ?? "text"
        switch type {
        case "code":
            if let text = content.text("text") {
                let language = content.text("language").flatMap { $0 == "unknown" ? nil : $0 }
                message.body = [.code(language: language, text: CleanText.clean(text))]
            }
        case "execution_output", "system_error":
            let text = content.text("text") ?? ""
            if !text.isEmpty { message.body = [.code(language: nil, text: CleanText.clean(text))] }
        case "tether_quote", "tether_browsing_display":
            let text = content.text("text") ?? content.text("result") ?? ""
            let inner = Body.plain(
                [content.text("title"), text].compactMap(\.self)
                    .joined(separator: "\n"))
            if !inner.isEmpty { message.body = [.quote(inner)] }
        case "thoughts":
            let texts = content.list("thoughts").compactMap { thought in
                thought.text("content") ?? thought.text("summary")
            }
            message.body = Body.markdown(texts.joined(separator: "\n\n"))
        case "reasoning_recap": message.body = Body.plain(content.text("content") ?? "")
        default:
            try parts(content.list("parts"), role: role, cites, &message, &builder, &sources)
            if message.body.isEmpty, message.attachments.isEmpty, let text = content.text("text") {
                message.body = Body.markdown(cites.resolved(text))
            }
        }
    }

    private func parts(
        _ parts: [JSONValue], role: String, _ cites: ChatGPTCitations, _ message: inout Message,
        _ builder: inout ConversationBuilder,
        _ sources: inout SourceFiles
    ) throws(ImportError) {
        for part in parts {
            if let text = part.string {
                // People type plain text; only the assistant writes markdown.
                message.body +=
                    role == "user" ? Body.plain(text) : Body.markdown(cites.resolved(text))
                continue
            }
            let type = part.text("content_type") ?? ""
            if type == "audio_transcription" {
                message.body += Body.plain(part.text("text") ?? "")
                continue
            }
            guard
                let pointer = part.text("asset_pointer")
                    ?? part["audio_asset_pointer"]?.text("asset_pointer")
            else {
                message.body += Body.plain("[\(type.replacing("_", with: " "))]")
                continue
            }
            var attachment = Attachment(
                kind: type.hasPrefix("audio") || type.hasPrefix("real_time")
                    ? .voice : .image)
            attachment.width = part.length("width")
            attachment.height = part.length("height")
            attachment.size = part.count("size_bytes")
            try attach(pointer, &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
    }

    private func attach(
        _ pointer: String, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout SourceFiles
    ) throws(ImportError) {
        // `file-service://file-AbC` or `sediment://file_00…`.
        let name = pointer.place(of: "://").map { String(pointer[$0.upperBound...]) } ?? pointer
        guard let id = Self.fileID(name), let found = files[id] else {
            return builder.miss(&attachment, "not in the export")
        }
        try builder.attach(found, to: &attachment, from: &sources)
    }

    /// `file-AbC` of `file-AbC-photo.png`, `file_00ab` of `file_00ab-1234.dat`.
    private static func fileID(_ name: String) -> String? {
        guard name.hasPrefix("file-") || name.hasPrefix("file_") else { return nil }
        let rest = name.dropFirst(5).prefix { $0 != "-" && $0 != "." && $0 != "#" }
        return rest.isEmpty ? nil : String(name.prefix(5) + rest)
    }

    private func instructions(_ metadata: JSONValue?, _ content: JSONValue?) -> [TextBlock] {
        let data = metadata?["user_context_message_data"]
        let texts = [
            data?.text("about_user_message") ?? content?.text("user_profile"),
            data?.text("about_model_message") ?? content?.text("user_instructions"),
            content?.text("model_set_context"),
        ]
        return Body.plain(texts.compactMap(\.self).joined(separator: "\n"))
    }
}
