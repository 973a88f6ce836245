import Basics
import Model

/// Grok's data export.
enum Grok {
    static let importer = Importer(
        "grok", title: "Grok",
        summary: "prod-grok-backend.json of Grok's data export, alone or in its ZIP",
        AssistantFormat(
            assistant: "Grok", source: .chats(at: ["conversations"], heavy: ["responses"]),
            id: { $0["conversation"]?.text("id") },
            title: { $0["conversation"]?.text("title") },
            records: { chat, context in
                AssistantTree.branch(
                    of: chat.list("responses").map { $0["response"] ?? $0 }, id: "_id",
                    parent: "parent_response_id",
                    leaf: chat["conversation"]?.text("leaf_response_id"),
                    isUser: { sender(of: $0) == "human" }, &context)
            }, turns: turns))

    private static func sender(of source: JSONValue) -> String? {
        source.text("sender")?.lowercased()
    }

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        let time = source["create_time"]
        let at =
            time?["$date"]?.milliseconds("$numberLong")
            ?? context.moment(source.text("create_time")) ?? context.moment(time?.text("$date"))
        let id = source.text("_id")
        let text = source.text("message") ?? ""
        let files = source.list("file_attachments").compactMap(\.string).map {
            RecordFile(named: Path.lastName($0))
        }
        switch sender(of: source) {
        case "human": return TurnRecord(at, [.user(text, id: id, files: files)])
        case "assistant":
            let thoughts = ["thinking_trace", "agent_thinking_traces"].compactMap { source[$0] }
            var answer = Turn.answer("", id: id, model: source.text("model"), files: files)
            answer.body = body(text)
            return TurnRecord(at, thoughts.map { .thought(ToolResult.text($0)) } + [answer])
        case let sender:
            context.pass(sender)
            return TurnRecord(at, [.silent(files)])
        }
    }

    /// References to cards, such as citations, contain only numbers.
    private static func body(_ text: String) -> [TextBlock] {
        let parts = EmbeddedElements.parts(of: text, named: "grok:render")
        let texts = parts.compactMap { part in
            if case .text(let text) = part { text } else { nil }
        }
        return AssistantDocument.blocks(of: texts.joined(), artifacts: "xaiArtifact")
    }
}
