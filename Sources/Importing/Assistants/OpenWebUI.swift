import Conversation
import JSON
import Markup

/// Open WebUI's export of chats.
enum OpenWebUI {
    static let importer = Importer(
        name: "openwebui", title: "Open WebUI",
        summary: "chat-export-….json of Open WebUI, one chat or all",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            let root = shape.isArray ? "[]." : ""
            return shape.has(root + "chat") && shape.has(root + "chat.history")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let source = try document.pick(heavy: "chat", builder) {
            ChatName(id: $0.text("id") ?? "", name: $0.text("title") ?? "New Chat")
        }
        let chat = source["chat"] ?? source
        let title = source.text("title") ?? chat.text("title")
        builder.conversation.title = title.map(CleanText.line)
        AssistantChats.begin(&builder)
        let history = chat["history"]
        let tree = AssistantTree(history?["messages"], id: "id", parent: "parentId")
        var messages = tree.path(to: history?.text("currentId"))
        if messages.isEmpty { messages = chat.list("messages") }
        var talk = AssistantTalk("Assistant")
        for message in messages { try add(message, &talk, &builder) }
        talk.end(&builder)
        tree.warn(of: messages.count, &builder)
    }

    private static func add(
        _ source: JSONValue, _ talk: inout AssistantTalk, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard source.kind == .object else { return }
        let at = source.seconds("timestamp")
        builder.beginEntry(at: at)
        let id = source.text("id")
        var files: [Attachment] = []
        for file in source.list("files") {
            let url = file.text("url") ?? ""
            if file.text("type") == "image" || url.hasPrefix("data:image") {
                files.append(try talk.picture(url, &builder))
            } else {
                files.append(talk.file(file.text("name") ?? Path.lastName(url), &builder))
            }
        }
        let text = source.text("content") ?? ""
        switch source.text("role") {
        case "user": try talk.say(text, id: id, at: at, with: files, &builder)
        case "assistant":
            for item in source.list("output") { try note(item, at, talk, &builder) }
            let (notes, said) = FoldedText.parts(of: text)
            for note in notes { try talk.note(note, at: at, &builder) }
            let model = source.text("modelName") ?? source.text("model")
            try talk.answer(said, id: id, at: at, model: model, with: files, &builder)
        case "system", "developer", "tool": try talk.note(text, at: at, &builder)
        case let role: talk.pass(role)
        }
    }

    /// A note about the steps before the answer, in the words of the model's protocol. The answer
    /// itself is the content.
    private static func note(
        _ item: JSONValue, _ at: Moment?, _ talk: AssistantTalk,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        switch item.text("type") {
        case "reasoning":
            let parts = item.list("summary") + item.list("content")
            let text = parts.compactMap { $0.text("text") }.joined(separator: "\n\n")
            try talk.thought(text, at: at, &builder)
        case "function_call":
            try talk.call(item.text("name"), item["arguments"], at: at, &builder)
        case "function_call_output": try talk.result(item["output"], at: at, &builder)
        default: break
        }
    }
}

/// Texts in which thoughts and calls of tools are folded away, as pages do that: `<details
/// …><summary>…</summary>…</details>`.
enum FoldedText {
    static func parts(of text: String) -> (notes: [String], said: String) {
        guard text.holds("<details") else { return ([], text) }
        var notes: [String] = []
        var said = ""
        var rest = text[...]
        while let start = rest.place(of: "<details") {
            said += rest[..<start.lowerBound]
            rest = rest[start.lowerBound...]
            guard let end = rest.place(of: "</details>") else { break }
            let folded = String(rest[..<end.upperBound])
            rest = rest[end.upperBound...]
            let root = MarkedText.root(of: folded)
            let inner = root.first(tag: "details") ?? root
            // The heading says how long it took; what is in it is what was thought.
            var note = inner.removing(tags: ["summary"]).text.trimmingBlanks()
            // Thoughts are quoted there, which a note need not be.
            note = note.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
            if note.isEmpty { note = inner["result"] ?? inner.text.trimmingBlanks() }
            if let name = inner["name"] { note = "\(name)(\(inner["arguments"] ?? ""))\n" + note }
            if !note.isEmpty { notes.append(note.trimmingBlanks()) }
        }
        return (notes, (said + rest).trimmingBlanks())
    }
}
