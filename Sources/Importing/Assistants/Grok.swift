import Conversation
import JSON
import Markup

/// Grok's data export.
enum Grok {
    static let importer = Importer(
        name: "grok", title: "Grok",
        summary: "prod-grok-backend.json of Grok's data export, alone or in its ZIP",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray else { return false }
            return shape.has("conversations[].conversation", "conversations[].responses")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let source = try document.pick(at: ["conversations"], heavy: "responses", builder) {
            let facts = $0["conversation"]
            return ChatName(id: facts?.text("id") ?? "", name: facts?.text("title") ?? "New chat")
        }
        builder.conversation.title = source["conversation"]?.text("title").map(CleanText.line)
        AssistantChats.begin(&builder)
        var talk = AssistantTalk("Grok")
        for entry in source.list("responses") {
            try add(entry["response"] ?? entry, &talk, &builder)
        }
        talk.end(&builder)
    }

    private static func add(
        _ source: JSONValue, _ talk: inout AssistantTalk, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let time = source["create_time"]
        let at =
            time?["$date"]?.milliseconds("$numberLong")
            ?? source.text("create_time").flatMap { builder.moment($0) }
            ?? time?.text("$date").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        let id = source.text("_id")
        let text = source.text("message") ?? ""
        let files = source.list("file_attachments").compactMap(\.string).map { name in
            talk.file(name, &builder)
        }
        switch source.text("sender")?.lowercased() {
        case "human": try talk.say(text, id: id, at: at, with: files, &builder)
        case "assistant":
            for key in ["thinking_trace", "agent_thinking_traces"] {
                let thought = source[key].map { ToolResult.text($0) } ?? ""
                try talk.thought(thought, at: at, &builder)
            }
            let model = source.text("model")
            try talk.answer(text, id: id, at: at, model: model, with: files, &builder)
        case let sender: talk.pass(sender)
        }
    }
}
