import Basics
import Model

/// Open WebUI's chat export.
enum OpenWebUI {
    static let importer = Importer(
        "openwebui", title: "Open WebUI",
        summary: "chat-export-….json of Open WebUI, one chat or all",
        fits: { shape in
            let root = shape.isArray ? "[]." : ""
            return shape.has(root + "chat", root + "chat.history")
        },
        AssistantFormat(
            assistant: "Assistant", source: .chats(heavy: ["chat"]),
            title: { $0.text("title") ?? ($0["chat"] ?? $0).text("title") }, untitled: "New Chat",
            records: records, turns: turns))

    private static func records(_ source: JSONValue, _ context: inout RecordContext) -> [JSONValue]
    {
        let chat = source["chat"] ?? source
        let history = chat["history"]
        let tree = AssistantTree(history?["messages"], id: "id", parent: "parentId")
        var path = tree.path(to: history?.text("currentId"))
        if path.isEmpty { path = chat.list("messages") }
        context.leaveOut(branches: tree.count - path.count)
        return path
    }

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard source.kind == .object else { return nil }
        let at = source.seconds("timestamp")
        let id = source.text("id")
        let text = source.text("content") ?? ""
        let files = source.list("files").map { file in
            let url = file.text("url") ?? ""
            return file.text("type") == "image" || url.hasPrefix("data:image")
                ? RecordFile(picture: url)
                : RecordFile(named: Path.lastName(file.text("name") ?? url))
        }
        switch source.text("role") {
        case "user": return TurnRecord(at, [.user(text, id: id, files: files)])
        case "assistant":
            let (notes, said) = CollapsedDetails.parts(of: text)
            let steps = source.list("output").compactMap { step($0, &context) }
            let model = source.text("modelName") ?? source.text("model")
            return TurnRecord(
                at,
                steps + notes.map { .note($0) } + [
                    .answer(said, id: id, model: model, files: files)
                ])
        case "system", "developer", "tool": return TurnRecord(at, [.silent(files), .note(text)])
        case let role:
            context.pass(role)
            return TurnRecord(at, [.silent(files)])
        }
    }

    /// Returns a step before the answer, which uses the model's protocol. The answer itself is in
    /// `content`.
    private static func step(_ item: JSONValue, _ context: inout RecordContext) -> Turn? {
        switch item.text("type") {
        case "reasoning": return .reasoning(item, &context)
        case "function_call": return .call(item.text("name"), item["arguments"])
        case "function_call_output": return .result(item["output"])
        case "message": return nil
        case let type:
            context.pass(type)
            return nil
        }
    }
}

/// Texts with thoughts and tool calls in collapsed HTML sections: `<details
/// …><summary>…</summary>…</details>`.
enum CollapsedDetails {
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
            let root = HTMLMarkup.root(of: folded)
            let inner = root.first(tag: "details") ?? root
            // The summary states the duration; the rest of the section is the thought.
            var note = inner.removing(tags: ["summary"]).text.trimmingBlanks()
            // The export quotes thoughts with `> `. A note needs no quote marks.
            note = note.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
            if note.isEmpty { note = inner["result"] ?? inner.text.trimmingBlanks() }
            if let name = inner["name"] { note = "\(name)(\(inner["arguments"] ?? ""))\n" + note }
            if !note.isEmpty { notes.append(note.trimmingBlanks()) }
        }
        return (notes, (said + rest).trimmingBlanks())
    }
}
