import Conversation
import JSON
import Markup

/// The lines of one session: what goes to the model and comes of it, and events for the screen that
/// say most of it again.
struct CodexSession {
    private var talk = AssistantTalk("Codex")
    /// Whether messages stand in the lines that went to the model; then the events repeat them.
    private var hasItems = false
    private var model: String?

    /// Events that tell nothing that is not in other lines, or nothing that was said.
    private static let silent: Set<String> = [
        "token_count", "task_started", "task_complete", "turn_started", "turn_complete",
        "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break",
        "exec_command_begin", "exec_command_end", "exec_command_output_delta",
        "patch_apply_begin", "patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end",
        "web_search_begin", "web_search_end", "turn_diff", "plan_update", "session_configured",
        "agent_message_delta", "item_started", "item_completed", "ghost_snapshot",
    ]

    /// The beginnings of texts that the program, not the person, wrote.
    private static let openings = [
        "<environment_context>", "<user_instructions>", "<INSTRUCTIONS>", "<turn_aborted>",
        "<permissions instructions>", "<user_shell_command>", "<collaboration_mode>", "<skill>",
    ]
    /// The suffix of the tag in which the program reports its own activity: `<…_notification>`.
    private static let notification = "_notification"
    /// A project's instructions stand below a heading that names their file.
    private static let instructions = "\n<INSTRUCTIONS>\n"

    /// A first pass.
    mutating func look(at line: JSONValue) {
        guard line.text("type") == "response_item", let item = line["payload"] else { return }
        let type = item.text("type")
        if type == "message" || type == nil && item.text("role") != nil { hasItems = true }
    }

    mutating func add(
        _ line: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard line.kind == .object else { return }
        let at = line.text("timestamp").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        let payload = line["payload"] ?? .null
        switch line.text("type") {
        case "session_meta":
            if let text = payload.text("instructions") { try talk.note(text, at: at, &builder) }
        case "turn_context": model = payload.text("model") ?? model
        case "response_item": try item(payload, at, &builder)
        case "event_msg": try event(payload, at, &builder)
        case "compacted":
            try talk.note(payload.text("message") ?? "", at: at, &builder)
        case let type: talk.pass(type)
        }
    }

    private mutating func item(
        _ item: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        switch item.text("type") {
        case "message": try message(item, at, &builder)
        case nil where item.text("role") != nil: try message(item, at, &builder)
        case "reasoning":
            let parts = item.list("summary") + item.list("content")
            try talk.thought(
                parts.compactMap { $0.text("text") }.joined(separator: "\n\n"), at: at, &builder)
        case "function_call": try talk.call(item.text("name"), item["arguments"], at: at, &builder)
        case "custom_tool_call": try talk.call(item.text("name"), item["input"], at: at, &builder)
        case "local_shell_call":
            let command = item["action"]?["command"].map { JSONValue.Member("command", $0) }
            try talk.call("shell", .object([command].compactMap(\.self)), at: at, &builder)
        case "web_search_call":
            try talk.call("web_search", item["action"]?["query"], at: at, &builder)
        case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
            try talk.result(output(item["output"]), at: at, &builder)
        case "ghost_snapshot", "compaction", "compaction_summary": break
        case let type: talk.pass(type)
        }
    }

    /// The output of a tool, which may be JSON in a text with its duration beside it.
    private func output(_ output: JSONValue?) -> JSONValue? {
        guard let text = output?.string, text.hasPrefix("{") else { return output }
        return JSONValue(inText: text)?["output"] ?? output
    }

    private mutating func message(
        _ item: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var texts = [item["content"]?.string].compactMap(\.self)
        var pictures: [Attachment] = []
        for part in item.list("content") {
            switch part.text("type") {
            case "input_text", "output_text", "text", nil: texts.append(part.text("text") ?? "")
            case "input_image":
                pictures.append(try talk.picture(part.text("image_url") ?? "", &builder))
            case let type: talk.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        switch item.text("role") {
        case "assistant":
            try talk.answer(
                text, id: item.text("id"), at: at, model: model, with: pictures, &builder)
        case "user" where !isProgram(text):
            try talk.say(text, id: item.text("id"), at: at, with: pictures, &builder)
        default: try talk.note(text, at: at, &builder)
        }
    }

    private func isProgram(_ text: String) -> Bool {
        let start = text.prefix(60).trimmingBlanks()
        return Self.openings.contains(where: start.hasPrefix)
            || start.hasPrefix("<") && start.prefix { $0 != ">" }.hasSuffix(Self.notification)
            || start.hasPrefix("#") && text.prefix(400).contains(Self.instructions)
    }

    private mutating func event(
        _ event: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        switch event.text("type") {
        case "user_message":
            guard !hasItems else { return }
            let text = event.text("message") ?? ""
            if isProgram(text) { return try talk.note(text, at: at, &builder) }
            let pictures = event.list("images").compactMap(\.string)
            var attachments: [Attachment] = []
            for picture in pictures { attachments.append(try talk.picture(picture, &builder)) }
            try talk.say(text, at: at, with: attachments, &builder)
        case "agent_message":
            guard !hasItems else { return }
            try talk.answer(event.text("message") ?? "", at: at, model: model, &builder)
        case "error", "warning", "stream_error", "background_event", "turn_aborted":
            let text = event.text("message") ?? event.text("reason") ?? ""
            try talk.note(text, at: at, &builder)
        case let type?: if !Self.silent.contains(type) { talk.pass(type) }
        case nil: talk.pass(nil)
        }
    }

    func end(_ builder: inout ConversationBuilder) { talk.end(&builder) }
}
