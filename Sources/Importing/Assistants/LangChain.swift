import Basics

/// LangChain's serialized messages: `type` and `data`, or a constructor with its arguments.
enum LangChain {
    static let importer = Importer(
        "langchain", title: "LangChain",
        summary: "messages of LangChain as JSON, in either format",
        AssistantFormat(
            assistant: "Assistant", source: .elements("messages"), hasEntries: false, turns: turns))

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        let data = source["data"] ?? source["kwargs"] ?? .null
        // The ID of a constructor: `["langchain_core", "messages", "HumanMessage"]`.
        let name = source.list("id").last?.string ?? ""
        let type = source["lc"] == nil ? source.text("type") : name.lowercased()
        let id = data.text("id")
        var texts = [data["content"]?.string].compactMap(\.self)
        var files: [RecordFile] = []
        var turns: [Turn] = []
        for part in data.list("content") {
            switch part.text("type") {
            case "text", "input_text", "output_text": texts.append(part.text("text") ?? "")
            case "image_url", "image":
                let url = part["image_url"]?.text("url") ?? part.text("image_url") ?? ""
                files.append(RecordFile(picture: url))
            case "tool_use": turns.append(.call(part.text("name"), part["input"]))
            case "thinking", "reasoning":
                turns.append(.thought(part.text("thinking") ?? part.text("reasoning") ?? ""))
            case let type:
                if let text = part.string { texts.append(text) } else { context.pass(type) }
            }
        }
        let text = texts.joined(separator: "\n\n")
        switch type?.replacing("messagechunk", with: "").replacing("message", with: "") {
        case "human": turns.append(.user(text, id: id, files: files))
        case "ai":
            let facts = data["response_metadata"]
            let model = facts?.text("model_name") ?? facts?.text("model")
            turns.append(.answer(text, id: id, model: model, files: files))
            turns += data.list("tool_calls").map { .call($0.text("name"), $0["args"]) }
        case "system": turns += [.silent(files), .note(text)]
        case "tool", "function": turns += [.silent(files), .result(.string(text))]
        case let type:
            context.pass(type)
            turns.append(.silent(files))
        }
        return TurnRecord(nil, turns)
    }
}
