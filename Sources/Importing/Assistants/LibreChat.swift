import Basics

/// LibreChat's conversation export, with all branches or one.
enum LibreChat {
    static let importer = Importer(
        "librechat", title: "LibreChat",
        summary: "the JSON of LibreChat's \u{201C}Export conversation\u{201D}",
        AssistantFormat(
            assistant: "Assistant", source: .chats(heavy: ["messages", "messagesTree"]),
            id: { $0.text("conversationId") }, records: records, turns: turns))

    private static func records(_ source: JSONValue, _ context: inout RecordContext) -> [JSONValue]
    {
        var all: [JSONValue] = []
        var open = Array((source.list("messages") + source.list("messagesTree")).reversed())
        // Branches are nested in the message they start from, at any depth.
        while let message = open.popLast() {
            all.append(message)
            open += message.list("children").reversed()
        }
        return AssistantTree(.array(all), id: "messageId", parent: "parentMessageId")
            .path(to: nil, &context)
    }

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        let id = source.text("messageId")
        let isUser =
            source["isCreatedByUser"]?.bool ?? (source.text("sender")?.lowercased() == "user")
        var texts: [String] = []
        var files: [RecordFile] = []
        var turns: [Turn] = []
        for part in source.list("content") {
            switch part.text("type") {
            case "text": texts.append(words(part["text"]))
            case "think": turns.append(.thought(words(part["think"])))
            case "tool_call":
                let call = part["tool_call"]
                let function = call?["function"]
                let name = call?.text("name") ?? function?.text("name")
                turns.append(.call(name, call?["args"] ?? function?["arguments"]))
                turns.append(.result(call?["output"] ?? function?["output"]))
            case "image_file":
                files.append(file(part["image_file"]?.text("filename"), "image/png"))
            case "error": texts.append(words(part["error"]))
            case let type: context.pass(type)
            }
        }
        files += source.list("files").map { file($0.text("filename"), $0.text("type")) }
        let text = texts.isEmpty ? source.text("text") ?? "" : texts.joined(separator: "\n\n")
        let model = source.text("model") ?? source.text("sender")
        var said =
            isUser
            ? Turn.user(text, id: id, files: files)
            : Turn.answer(text, id: id, model: model, files: files)
        said.hasFailed = source.flag("error")
        return TurnRecord(context.moment(source.text("createdAt")), turns + [said])
    }

    private static func file(_ name: String?, _ mime: String?) -> RecordFile {
        RecordFile(named: name.map(Path.lastName), mime: mime)
    }

    /// Returns the text of a string, or of an object with the string in `value`.
    private static func words(_ value: JSONValue?) -> String {
        value?.string ?? value?.text("value") ?? ""
    }
}
