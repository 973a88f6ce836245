import Conversation
import JSON
import Markup

/// ChatGPT's data export: `conversations.json`, alone or in its ZIP.
enum ChatGPT {
    static let importer = Importer(
        name: "chatgpt", title: "ChatGPT",
        summary: "conversations.json of ChatGPT's data export, alone or in its ZIP",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !DeepSeek.isOne(shape) else { return false }
            return shape.has("[].mapping") || shape.has("mapping", "current_node")
                || shape.has("mapping", "create_time")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let source = try document.pick(heavy: "mapping", builder) {
            ChatName(
                id: $0.text("conversation_id") ?? $0.text("id") ?? "",
                name: $0.text("title") ?? "New chat")
        }
        builder.conversation.title = source.text("title").map(CleanText.line)
        AssistantChats.begin(&builder)
        var chat = ChatGPTChat(source: source, sources: sources)
        try chat.fill(&builder, &sources)
    }
}
