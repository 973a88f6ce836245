import Basics

/// A Gemini CLI session in `~/.gemini/tmp/…/chats`: one JSON document or JSON Lines.
struct GeminiCLI: AgentSession {
    static let importer = Importer(
        "geminicli", title: "Gemini CLI",
        summary: "a session of Gemini CLI, a session-….json of ~/.gemini/tmp/…/chats",
        fits: { file in
            guard let shape = file.shape, !shape.isArray, shape.has("sessionId") else {
                return false
            }
            let isSession =
                shape.has("projectHash") || shape.has("startTime") || shape.has("lastUpdated")
            if shape.has("messages[].type") { return isSession }
            return JSONLines.areIn(file.head) && shape.has("projectHash")
        },
        GeminiCLI.self)

    static let assistant = "Gemini"
    static let needsLook = false

    static func array(in file: String, _ sources: ExportFiles) -> String? {
        sources.holdsLines(file) ? nil : "messages"
    }

    func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        // In JSON Lines, the header and the lines that update it are not entries.
        guard source.kind == .object, source["projectHash"] == nil, source["$set"] == nil else {
            return nil
        }
        let at = context.moment(source.text("timestamp"))
        let text = Self.text(source["content"], &context)
        let id = source.text("id")
        switch source.text("type") {
        case "user": return TurnRecord(at, [.user(text, id: id)])
        case "gemini":
            var turns = source.list("thoughts").map { thought in
                let parts = [thought.text("subject"), thought.text("description")]
                var turn = Turn.thought(parts.compactMap(\.self).joined(separator: "\n"))
                turn.at = context.moment(thought.text("timestamp"))
                return turn
            }
            for call in source.list("toolCalls") {
                let name = call.text("name") ?? call.text("displayName")
                turns += [.call(name, call["args"]), .result(Self.result(call["result"]))]
            }
            return TurnRecord(at, turns + [.answer(text, id: id, model: source.text("model"))])
        case "info", "error", "warning": return TurnRecord(at, [.note(text)])
        case let type:
            context.pass(type)
            return TurnRecord(at, [])
        }
    }

    /// Returns the text of a content that is a string or an array of parts in the model's protocol.
    private static func text(_ content: JSONValue?, _ context: inout RecordContext) -> String {
        if let text = content?.string { return text }
        let parts = content?.array ?? [content].compactMap(\.self)
        return parts.compactMap { context.text(of: $0) }.joined(separator: "\n\n")
    }

    private static func result(_ result: JSONValue?) -> JSONValue? {
        guard let parts = result?.array else { return result }
        return .array(parts.map { $0["functionResponse"]?["response"] ?? $0 })
    }
}
