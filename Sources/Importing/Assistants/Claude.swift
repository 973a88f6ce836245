import Basics
import Model

/// Claude's data export: `conversations.json`, on its own or in its ZIP.
enum Claude {
    static let importer = Importer(
        "claude", title: "Claude",
        summary: "conversations.json of Claude's data export, alone or in its ZIP",
        AssistantFormat(
            assistant: "Claude", source: .chats(heavy: ["chat_messages"]), id: { $0.text("uuid") },
            title: { $0.text("name") }, untitled: "Untitled",
            records: { chat, context in
                AssistantTree.branch(
                    of: chat.list("chat_messages"), id: "uuid", parent: "parent_message_uuid",
                    leaf: chat.text("current_leaf_message_uuid"), isUser: isUser, &context)
            }, turns: turns))

    private static func isUser(_ source: JSONValue) -> Bool { source.text("sender") == "human" }

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        let isUser = isUser(source)
        func body(_ text: String) -> [TextBlock] {
            isUser
                ? Body.plain(text) : AssistantDocument.blocks(of: text, artifacts: "antArtifact")
        }
        let parts = source.list("content")
        var said = Turn(isUser ? .user : .answer, id: source.text("uuid"))
        said.takesPart = true
        said.body = parts.flatMap { part in
            if let artifact = artifact(in: part) { return AssistantDocument.blocks(of: artifact) }
            return part.text("type") == "text" ? part.text("text").map(body) ?? [] : []
        }
        if said.body.isEmpty, let text = source.text("text") { said.body = body(text) }
        let attachments = source.list("attachments")
        // The export has no files, but the text that was read from them.
        let texts = attachments.compactMap { item -> Turn? in
            guard let text = item["extracted_content"], text.string != "" else { return nil }
            var note = Turn.result(text)
            note.body = Body.plain(item.text("file_name") ?? "file") + note.body
            return note
        }
        said.files = (attachments + source.list("files")).map { item in
            var file = RecordFile(named: item.text("file_name") ?? item.text("name") ?? "file")
            file.attachment.size = item.count("file_size")
            return file
        }
        // Notes precede the answer that they led to. A conversation shows them on request.
        return TurnRecord(
            context.moment(source.text("created_at")),
            parts.compactMap { note($0, &context) } + texts + [said])
    }

    /// Returns the document that a tool call writes, which Claude's page shows beside the answer.
    private static func artifact(in part: JSONValue) -> JSONValue? {
        guard part.text("type") == "tool_use", part.text("name") == "artifacts",
            let input = part["input"], input.text("content") != nil,
            ["create", "rewrite"].contains(input.text("command"))
        else { return nil }
        return input
    }

    /// Returns the note for a thought, a tool call or a tool result.
    private static func note(_ part: JSONValue, _ context: inout RecordContext) -> Turn? {
        switch part.text("type") {
        case "text", "flag", "token_budget": return nil
        case "tool_use" where artifact(in: part) != nil: return nil
        case "thinking": return .thought(part.text("thinking") ?? "")
        case "tool_use":
            let input = part["input"].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
            let call = (part.text("name") ?? "tool") + (input.isEmpty ? "" : "(\(input))")
            return .code(call, of: part["input"])
        case "tool_result":
            return .code(part["content"].map { ToolResult.text($0) } ?? "", of: part["content"])
        case let type:
            context.pass(type)
            return nil
        }
    }
}
