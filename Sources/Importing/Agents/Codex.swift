import Basics
import Model

/// A Codex session, JSON Lines in `~/.codex/sessions`.
///
/// A session holds the model's input and output, and display events that repeat most of it.
struct Codex: AgentSession {
    static let importer = Importer(
        "codex", title: "Codex",
        summary: "a session of Codex, a rollout-….jsonl of ~/.codex/sessions",
        fits: { file in
            file.begins(with: "{") && JSONLines.areIn(file.head) && file.contains("\"payload\"")
                && (file.contains("\"session_meta\"") || file.contains("\"response_item\"")
                    || file.contains("\"event_msg\""))
        },
        Codex.self)

    static let assistant = "Codex"
    /// Whether the model's input and output contain the messages. If so, the events repeat them.
    private var hasItems = false
    private var model: String?

    /// Events without conversation, or with conversation that other lines contain.
    private static let silent: Set<String> = [
        "token_count", "task_started", "task_complete", "turn_started", "turn_complete",
        "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break",
        "exec_command_begin", "exec_command_end", "exec_command_output_delta",
        "patch_apply_begin", "patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end",
        "web_search_begin", "web_search_end", "turn_diff", "plan_update", "session_configured",
        "agent_message_delta", "item_started", "item_completed", "ghost_snapshot",
    ]

    /// The prefixes of texts that the program wrote instead of the user.
    private static let openings = [
        "<environment_context>", "<user_instructions>", "<INSTRUCTIONS>", "<turn_aborted>",
        "<permissions instructions>", "<user_shell_command>", "<collaboration_mode>", "<skill>",
    ]
    /// The suffix of the tag in which the program reports its own activity: `<…_notification>`.
    private static let notification = "_notification"
    /// The marker of project instructions. A heading with the file's name precedes it.
    private static let instructions = "\n<INSTRUCTIONS>\n"

    mutating func look(at line: JSONValue) {
        guard line.text("type") == "response_item", let item = line["payload"] else { return }
        let type = item.text("type")
        if type == "message" || type == nil && item.text("role") != nil { hasItems = true }
    }

    mutating func turns(_ line: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard line.kind == .object else { return nil }
        return TurnRecord(context.moment(line.text("timestamp")), turns(of: line, &context))
    }

    private mutating func turns(of line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        let payload = line["payload"] ?? .null
        switch line.text("type") {
        case "session_meta": return payload.text("instructions").map { [.note($0)] } ?? []
        case "turn_context": model = payload.text("model") ?? model
        case "response_item": return item(payload, &context)
        case "event_msg": return event(payload, &context)
        case "compacted": return [.note(payload.text("message") ?? "")]
        case let type: context.pass(type)
        }
        return []
    }

    private func item(_ item: JSONValue, _ context: inout RecordContext) -> [Turn] {
        switch item.text("type") {
        case "message": return message(item, &context)
        case nil where item.text("role") != nil: return message(item, &context)
        case "reasoning": return [.reasoning(item, &context)]
        case "function_call": return [.call(item.text("name"), item["arguments"])]
        case "custom_tool_call": return [.call(item.text("name"), item["input"])]
        case "local_shell_call":
            let command = item["action"]?["command"].map { JSONValue.Member("command", $0) }
            return [.call("shell", .object([command].compactMap(\.self)))]
        case "web_search_call": return [.call("web_search", item["action"]?["query"])]
        case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
            return [.result(output(item["output"]))]
        case "ghost_snapshot", "compaction", "compaction_summary": return []
        case let type:
            context.pass(type)
            return []
        }
    }

    /// The output may be JSON in a string, together with its duration.
    private func output(_ output: JSONValue?) -> JSONValue? {
        guard let text = output?.string, text.hasPrefix("{") else { return output }
        return JSONValue(inText: text)?["output"] ?? output
    }

    private func message(_ item: JSONValue, _ context: inout RecordContext) -> [Turn] {
        var texts = [item["content"]?.string].compactMap(\.self)
        var pictures: [RecordFile] = []
        for part in item.list("content") {
            switch part.text("type") {
            case "input_text", "output_text", "text", nil: texts.append(part.text("text") ?? "")
            case "input_image": pictures.append(RecordFile(picture: part.text("image_url") ?? ""))
            case let type: context.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        let id = item.text("id")
        switch item.text("role") {
        case "assistant": return [.answer(text, id: id, model: model, files: pictures)]
        case "user" where !isProgram(text): return [.user(text, id: id, files: pictures)]
        default: return [.silent(pictures), .note(text)]
        }
    }

    private func isProgram(_ text: String) -> Bool {
        let start = text.prefix(60).trimmingBlanks()
        return Self.openings.contains(where: start.hasPrefix)
            || start.hasPrefix("<") && start.prefix { $0 != ">" }.hasSuffix(Self.notification)
            || start.hasPrefix("#") && text.prefix(400).contains(Self.instructions)
    }

    private func event(_ event: JSONValue, _ context: inout RecordContext) -> [Turn] {
        switch event.text("type") {
        case "user_message":
            guard !hasItems else { return [] }
            let text = event.text("message") ?? ""
            guard !isProgram(text) else { return [.note(text)] }
            let pictures = event.list("images").compactMap(\.string)
            return [.user(text, files: pictures.map { RecordFile(picture: $0) })]
        case "agent_message":
            return hasItems ? [] : [.answer(event.text("message") ?? "", model: model)]
        case "error", "warning", "stream_error", "background_event", "turn_aborted":
            return [.note(event.text("message") ?? event.text("reason") ?? "")]
        case let type?: if !Self.silent.contains(type) { context.pass(type) }
        case nil: context.pass(nil)
        }
        return []
    }
}
