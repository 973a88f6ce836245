import Basics

/// Request and response bodies of model APIs without `messages`: `contents` of Gemini, `input` and
/// `output` of OpenAI's Responses API.
enum ModelBodies {
    static let importer = Importer(
        "modelapi", title: "Gemini or OpenAI Responses API",
        summary: "contents of a Gemini request, or input and output of OpenAI's Responses API",
        AssistantFormat(
            assistant: "Assistant",
            name: { model($0)?.hasPrefix("gemini") == true ? "Gemini" : nil }, source: .document,
            title: { _ in nil }, hasEntries: false, records: records, turns: turns))

    private static func model(_ body: JSONValue) -> String? {
        body.text("model") ?? body.text("modelVersion")
    }

    /// Returns the parts of a body in conversation order. Each is wrapped in an object whose key
    /// states its kind.
    private static func records(_ body: JSONValue, _ context: inout RecordContext) -> [JSONValue] {
        func records(_ kind: String, _ values: [JSONValue?]) -> [JSONValue] {
            values.compactMap(\.self).map { .object([JSONValue.Member(kind, $0)]) }
        }
        let answers = body.list("candidates")
        context.leaveOut(branches: answers.count - 1)
        return records("system", [body["systemInstruction"], body["system_instruction"]])
            + records("instructions", [body["instructions"]])
            + records("turn", body.list("contents") + [answers.first?["content"]])
            + records("item", body["input"]?.string == nil ? [] : [body["input"]])
            + records("item", body.list("input") + body.list("output"))
    }

    private static func turns(_ record: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard let part = record.members?.first else { return nil }
        let model = model(context.chat)
        let turns: [Turn]
        switch part.key {
        case "system":
            let texts = part.value.list("parts").compactMap { context.text(of: $0) }
            turns = [.note(texts.joined(separator: "\n"))]
        case "instructions": turns = [.note(part.value.string ?? "")]
        case "turn": turns = self.turns(of: part.value, model, &context)
        default: turns = self.turns(item: part.value, model, &context)
        }
        return TurnRecord(context.chat.seconds("created_at"), turns)
    }

    /// Returns the turns of a Gemini content: `role` and `parts`.
    private static func turns(
        of turn: JSONValue, _ model: String?, _ context: inout RecordContext
    ) -> [Turn] {
        var texts: [String] = []
        var files: [RecordFile] = []
        var turns: [Turn] = []
        for part in turn.list("parts") {
            if let data = part["inlineData"] ?? part["inline_data"] {
                let mime = data.text("mimeType") ?? data.text("mime_type") ?? ""
                let address = "data:\(mime);base64,\(data.text("data") ?? "")"
                files.append(
                    mime.hasPrefix("image/")
                        ? RecordFile(picture: address) : RecordFile(named: nil, mime: mime))
            } else if let file = part["fileData"] ?? part["file_data"] {
                let uri = file.text("fileUri") ?? file.text("file_uri")
                let mime = file.text("mimeType")
                files.append(RecordFile(named: uri.map(Path.lastName), mime: mime))
            } else if let call = part["functionCall"] ?? part["function_call"] {
                turns.append(.call(call.text("name"), call["args"]))
            } else if let answer = part["functionResponse"] ?? part["function_response"] {
                turns.append(.result(answer["response"]))
            } else if let code = part["executableCode"]?.text("code") {
                turns.append(.result(.string(code)))
            } else if let result = part["codeExecutionResult"] {
                turns.append(.result(result))
            } else if let text = part.text("text") {
                if part.flag("thought") { turns.append(.thought(text)) } else { texts.append(text) }
            } else {
                context.pass(part.members?.first?.key)
            }
        }
        let text = texts.joined(separator: "\n\n")
        switch turn.text("role") {
        case "model", "assistant": return turns + [.answer(text, model: model, files: files)]
        case "user", nil: return turns + [.user(text, files: files)]
        case "function", "tool", "system": return turns + [.silent(files), .note(text)]
        case let role:
            context.pass(role)
            return turns + [.silent(files)]
        }
    }

    /// Returns the turns of a response item: a message, a thought, a call or its result.
    private static func turns(
        item: JSONValue, _ model: String?, _ context: inout RecordContext
    ) -> [Turn] {
        if let text = item.string { return [.user(text)] }
        switch item.text("type") {
        case "message": return message(item, model, &context)
        case nil where item.text("role") != nil: return message(item, model, &context)
        case "reasoning": return [.reasoning(item, &context)]
        case "function_call", "custom_tool_call", "mcp_call":
            let input = item["arguments"] ?? item["input"]
            return [.call(item.text("name"), input), .result(item["output"])]
        case "function_call_output", "custom_tool_call_output": return [.result(item["output"])]
        case "web_search_call", "file_search_call":
            let query = item["action"]?["query"] ?? item.list("queries").first
            return [.call(item.text("type"), query)]
        case "code_interpreter_call": return [.result(item["code"]), .result(item["outputs"])]
        case "image_generation_call":
            let address = "data:image/png;base64,\(item.text("result") ?? "")"
            return [.answer("", model: model, files: [RecordFile(picture: address)])]
        case let type:
            context.pass(type)
            return []
        }
    }

    private static func message(
        _ item: JSONValue, _ model: String?, _ context: inout RecordContext
    ) -> [Turn] {
        var texts = [item["content"]?.string].compactMap(\.self)
        var files: [RecordFile] = []
        for part in item.list("content") {
            switch part.text("type") {
            case "input_text", "output_text", "text": texts.append(part.text("text") ?? "")
            case "refusal": texts.append(part.text("refusal") ?? "")
            case "input_image": files.append(RecordFile(picture: part.text("image_url") ?? ""))
            case "input_file":
                files.append(RecordFile(named: part.text("filename").map(Path.lastName)))
            case let type: context.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        let id = item.text("id")
        switch item.text("role") {
        case "user": return [.user(text, id: id, files: files)]
        case "assistant": return [.answer(text, id: id, model: model, files: files)]
        case "system", "developer", "tool": return [.silent(files), .note(text)]
        case let role:
            context.pass(role)
            return [.silent(files)]
        }
    }
}
