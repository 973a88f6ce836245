import Basics
import Model

/// Open WebUI's chat export.
enum OpenWebUI {
    static let importer = Importer(
        "openwebui", title: "Open WebUI",
        summary: "chat-export-….json of Open WebUI, one chat or all",
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
            let (notes, said) = parts(of: text)
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

    private static let steps: Set<String> = ["reasoning", "tool_calls", "code_interpreter"]

    /// Splits an answer with thoughts and tool calls in collapsed sections: `<details
    /// type="reasoning"><summary>…</summary>…</details>`.
    private static func parts(of text: String) -> (notes: [String], said: String) {
        var notes: [String] = []
        var said = ""
        let parts = EmbeddedElements.parts(of: text, named: "details") {
            $0["type"].map(steps.contains) ?? false
        }
        for part in parts {
            switch part {
            case .text(let text): said += text
            case .element(let tag, let content): notes.append(note(tag, content))
            }
        }
        return (notes.filter { !$0.isEmpty }, said.trimmingBlanks())
    }

    private static func note(_ tag: HTMLElement, _ content: String) -> String {
        // The summary states the duration; the rest of the section is the thought.
        let summary = EmbeddedElements.parts(of: content, named: "summary")
        var note = ""
        var title = ""
        for part in summary {
            switch part {
            case .text(let text): note += text
            case .element(_, let text): title = text
            }
        }
        note = Entities.decode(Array(note.trimmingBlanks().utf8))
        // The export quotes thoughts with `> `. A note needs no quote marks.
        note = note.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
        if note.isEmpty { note = tag["result"] ?? Entities.decode(Array(title.utf8)) }
        if let name = tag["name"] { note = "\(name)(\(tag["arguments"] ?? ""))\n" + note }
        return note.trimmingBlanks()
    }
}
