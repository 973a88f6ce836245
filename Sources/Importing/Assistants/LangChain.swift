import Conversation
import JSON
import Markup

/// Messages as LangChain writes them down: `type` and `data`, or a constructor and what it was
/// given.
enum LangChain {
    static let importer = Importer(
        name: "langchain", title: "LangChain",
        summary: "messages of LangChain as JSON, of either of its two forms",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            let path = shape.isArray ? "[]" : "messages[]"
            return shape.has(path + ".data", path + ".type", path + ".data.content")
                || shape.has(path + ".lc", path + ".kwargs")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let isBare = JSONShape(sources.head(of: file))?.isArray == true
        let document = try sources.json(file)
        AssistantChats.begin(&builder)
        var talk = AssistantTalk("Assistant")
        try document.forEach(at: isBare ? [] : ["messages"]) { message, _ throws(ImportError) in
            try add(message, &talk, &builder)
        }
        talk.end(&builder)
    }

    private static func add(
        _ source: JSONValue, _ talk: inout AssistantTalk, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let data = source["data"] ?? source["kwargs"] ?? .null
        // `["langchain_core", "messages", "HumanMessage"]`
        let name = source.list("id").last?.string ?? ""
        let type = source["lc"] == nil ? source.text("type") : name.lowercased()
        let id = data.text("id")
        var texts = [data["content"]?.string].compactMap(\.self)
        var files: [Attachment] = []
        for part in data.list("content") {
            switch part.text("type") {
            case "text", "input_text", "output_text": texts.append(part.text("text") ?? "")
            case "image_url", "image":
                let url = part["image_url"]?.text("url") ?? part.text("image_url") ?? ""
                files.append(try talk.picture(url, &builder))
            case "tool_use": try talk.call(part.text("name"), part["input"], at: nil, &builder)
            case "thinking", "reasoning":
                let text = part.text("thinking") ?? part.text("reasoning") ?? ""
                try talk.thought(text, at: nil, &builder)
            case let type: if let text = part.string { texts.append(text) } else { talk.pass(type) }
            }
        }
        let text = texts.joined(separator: "\n\n")
        switch type?.replacing("messagechunk", with: "").replacing("message", with: "") {
        case "human": try talk.say(text, id: id, at: nil, with: files, &builder)
        case "ai":
            let facts = data["response_metadata"]
            let model = facts?.text("model_name") ?? facts?.text("model")
            try talk.answer(text, id: id, at: nil, model: model, with: files, &builder)
            for call in data.list("tool_calls") {
                try talk.call(call.text("name"), call["args"], at: nil, &builder)
            }
        case "system": try talk.note(text, at: nil, &builder)
        case "tool", "function": try talk.result(.string(text), at: nil, &builder)
        case let type: talk.pass(type)
        }
    }
}
