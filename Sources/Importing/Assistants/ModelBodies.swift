import Conversation
import JSON
import Markup

/// Request and response bodies of model APIs without `messages`: Gemini's `contents`, and the
/// `input` and `output` of OpenAI's responses.
enum ModelBodies {
    static let importer = Importer(
        name: "modelapi", title: "bodies of Gemini's and OpenAI's Responses API",
        summary: "contents of a request to Gemini, or input and output of OpenAI's Responses",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray else { return false }
            return shape.has("contents[].parts") || shape.has("candidates[].content")
                || shape.has("output[].type")
                    && (shape.has("input") || shape.has("output[].content") || shape.has("model"))
                || shape.has("input[].role", "input[].content")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        var source = JSONValue.null
        try document.visit([]) { reader throws(JSONError) in
            source = try document.tree(from: &reader)
        }
        AssistantChats.begin(&builder)
        let at = source.seconds("created_at")
        var body = ModelBody(model: source.text("model") ?? source.text("modelVersion"), at: at)
        for key in ["systemInstruction", "system_instruction"] {
            if let parts = source[key] { try body.instruct(parts, &builder) }
        }
        if let text = source.text("instructions") { try body.talk.note(text, at: at, &builder) }
        for turn in source.list("contents") { try body.add(turn, &builder) }
        for candidate in source.list("candidates").prefix(1) {
            if let turn = candidate["content"] { try body.add(turn, &builder) }
        }
        if let text = source.text("input") { try body.talk.say(text, at: at, &builder) }
        for item in source.list("input") + source.list("output") {
            try body.add(item: item, &builder)
        }
        body.talk.end(&builder)
    }
}

/// The turns and items of one body.
struct ModelBody {
    var talk: AssistantTalk
    private let model: String?
    private let at: Moment?

    init(model: String?, at: Moment?) {
        talk = AssistantTalk(model?.hasPrefix("gemini") == true ? "Gemini" : "Assistant")
        self.model = model
        self.at = at
    }

    func instruct(
        _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let parts = source.list("parts").compactMap { $0.text("text") }
        try talk.note(parts.joined(separator: "\n"), at: at, &builder)
    }

    /// A turn of Gemini's: `role` and `parts`.
    mutating func add(
        _ turn: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var texts: [String] = []
        var files: [Attachment] = []
        for part in turn.list("parts") {
            if let data = part["inlineData"] ?? part["inline_data"] {
                let mime = data.text("mimeType") ?? data.text("mime_type") ?? ""
                let isPicture = mime.hasPrefix("image/")
                let address = "data:\(mime);base64,\(data.text("data") ?? "")"
                files.append(
                    isPicture
                        ? try talk.picture(address, &builder)
                        : talk.file(nil, mime: mime, &builder))
            } else if let file = part["fileData"] ?? part["file_data"] {
                let uri = file.text("fileUri") ?? file.text("file_uri")
                files.append(talk.file(uri, mime: file.text("mimeType"), &builder))
            } else if let call = part["functionCall"] ?? part["function_call"] {
                try talk.call(call.text("name"), call["args"], at: at, &builder)
            } else if let answer = part["functionResponse"] ?? part["function_response"] {
                try talk.result(answer["response"], at: at, &builder)
            } else if let code = part["executableCode"]?.text("code") {
                try talk.result(.string(code), at: at, &builder)
            } else if let result = part["codeExecutionResult"] {
                try talk.result(result, at: at, &builder)
            } else if let text = part.text("text") {
                if part.flag("thought") {
                    try talk.thought(text, at: at, &builder)
                } else {
                    texts.append(text)
                }
            } else {
                talk.pass(part.members?.first?.key)
            }
        }
        let text = texts.joined(separator: "\n\n")
        switch turn.text("role") {
        case "model", "assistant":
            try talk.answer(text, at: at, model: model, with: files, &builder)
        case "user", nil: try talk.say(text, at: at, with: files, &builder)
        case "function", "tool", "system": try talk.note(text, at: at, &builder)
        case let role: talk.pass(role)
        }
    }

    /// An item of a response: a message, a thought, a call or what came of one.
    mutating func add(
        item: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let text = item.string { return try talk.say(text, at: at, &builder) }
        switch item.text("type") {
        case "message": try message(item, &builder)
        case nil where item.text("role") != nil: try message(item, &builder)
        case "reasoning":
            let parts = item.list("summary") + item.list("content")
            let text = parts.compactMap { $0.text("text") }.joined(separator: "\n\n")
            try talk.thought(text, at: at, &builder)
        case "function_call", "custom_tool_call", "mcp_call":
            let input = item["arguments"] ?? item["input"]
            try talk.call(item.text("name"), input, at: at, &builder)
            try talk.result(item["output"], at: at, &builder)
        case "function_call_output", "custom_tool_call_output":
            try talk.result(item["output"], at: at, &builder)
        case "web_search_call", "file_search_call":
            let query = item["action"]?["query"] ?? item.list("queries").first
            try talk.call(item.text("type"), query, at: at, &builder)
        case "code_interpreter_call":
            try talk.result(item["code"], at: at, &builder)
            try talk.result(item["outputs"], at: at, &builder)
        case "image_generation_call":
            let address = "data:image/png;base64,\(item.text("result") ?? "")"
            let picture = try talk.picture(address, &builder)
            try talk.answer("", at: at, model: model, with: [picture], &builder)
        case let type: talk.pass(type)
        }
    }

    private mutating func message(
        _ item: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var texts = [item["content"]?.string].compactMap(\.self)
        var files: [Attachment] = []
        for part in item.list("content") {
            switch part.text("type") {
            case "input_text", "output_text", "text": texts.append(part.text("text") ?? "")
            case "refusal": texts.append(part.text("refusal") ?? "")
            case "input_image":
                files.append(try talk.picture(part.text("image_url") ?? "", &builder))
            case "input_file": files.append(talk.file(part.text("filename"), &builder))
            case let type: talk.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        let id = item.text("id")
        switch item.text("role") {
        case "user": try talk.say(text, id: id, at: at, with: files, &builder)
        case "assistant":
            try talk.answer(text, id: id, at: at, model: model, with: files, &builder)
        case "system", "developer", "tool": try talk.note(text, at: at, &builder)
        case let role: talk.pass(role)
        }
    }
}
