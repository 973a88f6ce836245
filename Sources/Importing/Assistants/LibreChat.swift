import Conversation
import JSON
import Markup

/// LibreChat's export of a conversation, with all branches or one.
enum LibreChat {
    static let importer = Importer(
        name: "librechat", title: "LibreChat",
        summary: "the JSON of LibreChat's \u{201C}Export conversation\u{201D}",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray, shape.has("conversationId") else { return false }
            return shape.has("messagesTree") || shape.has("messages[].isCreatedByUser")
                || shape.has("messages[].parentMessageId")
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
        builder.conversation.title = source.text("title").map(CleanText.line)
        AssistantChats.begin(&builder)
        var all: [JSONValue] = []
        var open = Array((source.list("messages") + source.list("messagesTree")).reversed())
        // Branches stand inside the message that they lead from, at any depth.
        while let message = open.popLast() {
            all.append(message)
            open += message.list("children").reversed()
        }
        let tree = AssistantTree(.array(all), id: "messageId", parent: "parentMessageId")
        let path = tree.path(to: nil)
        var talk = AssistantTalk("Assistant")
        for message in path { try add(message, &talk, &builder) }
        talk.end(&builder)
        tree.warn(of: path.count, &builder)
    }

    private static func add(
        _ source: JSONValue, _ talk: inout AssistantTalk, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = source.text("createdAt").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        let id = source.text("messageId")
        let isUser =
            source["isCreatedByUser"]?.bool ?? (source.text("sender")?.lowercased() == "user")
        var texts: [String] = []
        var files: [Attachment] = []
        for part in source.list("content") {
            switch part.text("type") {
            case "text": texts.append(words(part["text"]))
            case "think": try talk.thought(words(part["think"]), at: at, &builder)
            case "tool_call":
                let call = part["tool_call"]
                let function = call?["function"]
                let name = call?.text("name") ?? function?.text("name")
                try talk.call(name, call?["args"] ?? function?["arguments"], at: at, &builder)
                try talk.result(call?["output"] ?? function?["output"], at: at, &builder)
            case "image_file":
                let name = part["image_file"]?.text("filename")
                files.append(talk.file(name, mime: "image/png", &builder))
            case "error": texts.append(words(part["error"]))
            case let type: talk.pass(type)
            }
        }
        for file in source.list("files") {
            let name = file.text("filename")
            files.append(talk.file(name, mime: file.text("type"), &builder))
        }
        let text = texts.isEmpty ? source.text("text") ?? "" : texts.joined(separator: "\n\n")
        if isUser {
            try talk.say(text, id: id, at: at, with: files, &builder)
        } else {
            let model = source.text("model") ?? source.text("sender")
            try talk.answer(text, id: id, at: at, model: model, with: files, &builder)
        }
        if source.flag("error"), let last = builder.conversation.messages.indices.last,
            builder.conversation.messages[last].id == id
        {
            builder.conversation.messages[last].status = .failed
        }
    }

    /// A text, or an object that holds it.
    private static func words(_ value: JSONValue?) -> String {
        value?.string ?? value?.text("value") ?? ""
    }
}
