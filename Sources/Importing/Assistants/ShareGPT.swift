import Conversation
import JSON
import Markup

/// Chats as collections for training hold them: `conversations` of `from` and `value`.
enum ShareGPT {
    static let importer = Importer(
        name: "sharegpt", title: "ShareGPT",
        summary: "chats of \u{201C}from\u{201D} and \u{201C}value\u{201D}, as JSON or JSON Lines",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            let path = shape.isArray ? "[].conversations[]" : "conversations[]"
            return shape.has(path + ".from", path + ".value")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document =
            sources.holdsLines(file) ? try sources.jsonLines(file) : try sources.json(file)
        var number = 0
        let source = try document.pick(heavy: "conversations", builder) {
            number += 1
            let id = $0.identifier("id") ?? String(number)
            return ChatName(id: id, name: $0.text("title") ?? id)
        }
        builder.conversation.title = source.text("title").map(CleanText.line)
        AssistantChats.begin(&builder)
        var talk = AssistantTalk("Assistant")
        if let system = source.text("system") { try talk.note(system, at: nil, &builder) }
        for turn in source.list("conversations") {
            let text = turn.text("value") ?? ""
            switch turn.text("from")?.lowercased() {
            case "human", "user": try talk.say(text, at: nil, &builder)
            case "gpt", "assistant", "chatgpt", "bing", "bard", "model":
                try talk.answer(text, at: nil, &builder)
            case "system": try talk.note(text, at: nil, &builder)
            case "function_call": try talk.call("call", .string(text), at: nil, &builder)
            case "tool", "observation", "function_response":
                try talk.result(.string(text), at: nil, &builder)
            case let from: talk.pass(from)
            }
        }
        talk.end(&builder)
    }
}
