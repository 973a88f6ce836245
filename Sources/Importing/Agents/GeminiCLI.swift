import Conversation
import JSON
import Markup

/// A session of Gemini CLI: JSON in `~/.gemini/tmp/…/chats`, whole or by lines.
enum GeminiCLI {
    static let importer = Importer(
        name: "geminicli", title: "Gemini CLI",
        summary: "a session of Gemini CLI, a session-….json of ~/.gemini/tmp/…/chats",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard let shape = file.shape, !shape.isArray, shape.has("sessionId") else {
                return false
            }
            if shape.has("messages[].type") { return isSession(shape) }
            return JSONLines.areIn(file.head) && isSession(shape) && shape.has("projectHash")
        }
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    private static func isSession(_ shape: JSONShape) -> Bool {
        shape.has("projectHash") || shape.has("startTime") || shape.has("lastUpdated")
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let names = claim.files.map { ChatName(id: $0, name: Path.stem($0)) }
        let file = claim.files[try builder.choose(names)]
        let isLines = sources.holdsLines(file)
        let document = isLines ? try sources.jsonLines(file) : try sources.json(file)
        AssistantChats.begin(&builder)
        var talk = AssistantTalk("Gemini")
        try document.forEach(at: isLines ? [] : ["messages"]) { message, _ throws(ImportError) in
            try add(message, &talk, &builder)
        }
        talk.end(&builder)
    }

    private static func add(
        _ source: JSONValue, _ talk: inout AssistantTalk, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        // The head of a session by lines, and lines that change it.
        guard source.kind == .object, source["projectHash"] == nil, source["$set"] == nil else {
            return
        }
        let at = source.text("timestamp").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        let text = text(source["content"])
        let id = source.text("id")
        switch source.text("type") {
        case "user": try talk.say(text, id: id, at: at, &builder)
        case "gemini":
            for thought in source.list("thoughts") {
                let parts = [thought.text("subject"), thought.text("description")]
                let time = thought.text("timestamp").flatMap { builder.moment($0) }
                let words = parts.compactMap(\.self).joined(separator: "\n")
                try talk.thought(words, at: time ?? at, &builder)
            }
            for call in source.list("toolCalls") {
                let name = call.text("name") ?? call.text("displayName")
                try talk.call(name, call["args"], at: at, &builder)
                try talk.result(result(call["result"]), at: at, &builder)
            }
            try talk.answer(text, id: id, at: at, model: source.text("model"), &builder)
        case "info", "error", "warning": try talk.note(text, at: at, &builder)
        case let type: talk.pass(type)
        }
    }

    /// A text, or parts of the model's protocol.
    private static func text(_ content: JSONValue?) -> String {
        if let text = content?.string { return text }
        let parts = content?.array ?? [content].compactMap(\.self)
        return parts.compactMap { $0.string ?? $0.text("text") }.joined(separator: "\n\n")
    }

    private static func result(_ result: JSONValue?) -> JSONValue? {
        guard let parts = result?.array else { return result }
        return .array(parts.map { $0["functionResponse"]?["response"] ?? $0 })
    }
}
