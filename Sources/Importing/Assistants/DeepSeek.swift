import Conversation
import JSON
import Markup

/// DeepSeek's data export: trees of messages as ChatGPT's, of other leaves.
enum DeepSeek {
    static let importer = Importer(
        name: "deepseek", title: "DeepSeek",
        summary: "conversations.json of DeepSeek's data export, alone or in its ZIP",
        recognize: recognize, read: read)

    /// Times stand in both, but under names of DeepSeek's own.
    static func isOne(_ shape: JSONShape) -> Bool {
        let root = shape.isArray ? "[]." : ""
        return shape.has(root + "mapping", root + "inserted_at")
    }

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { $0.shape.map(isOne) ?? false }
        return file.map { Claim(.certain, [$0.name]) }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let source = try document.pick(heavy: "mapping", builder) {
            ChatName(id: $0.text("id") ?? "", name: $0.text("title") ?? "New chat")
        }
        builder.conversation.title = source.text("title").map(CleanText.line)
        AssistantChats.begin(&builder)
        let tree = AssistantTree(source["mapping"], id: "id", parent: "parent")
        let path = tree.path(to: source.text("current_node"))
        var talk = AssistantTalk("DeepSeek")
        var isAnswer = false
        for node in path {
            guard let message = node["message"], message.kind == .object else { continue }
            try add(message, node.identifier("id"), isAnswer: isAnswer, &talk, &builder)
            isAnswer.toggle()
        }
        talk.end(&builder)
        tree.warn(of: path.count, &builder)
    }

    /// - Parameter isAnswer: whether its depth says so, where the message does not.
    private static func add(
        _ source: JSONValue, _ id: String?, isAnswer: Bool, _ talk: inout AssistantTalk,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = source.text("inserted_at").flatMap { builder.moment($0) }
        builder.beginEntry(at: at)
        let files = source.list("files").map { file in
            talk.file(file.text("file_name") ?? file.text("name"), &builder)
        }
        if let text = source.text("content") {
            let role = source.text("role")?.lowercased()
            guard role.map({ $0 == "assistant" }) ?? isAnswer else {
                return try talk.say(text, id: id, at: at, with: files, &builder)
            }
            let model = source.text("model")
            return try talk.answer(text, id: id, at: at, model: model, with: files, &builder)
        }
        var isFirst = true
        for fragment in source.list("fragments") {
            let text = fragment.text("content") ?? ""
            let own = isFirst ? files : []
            switch fragment.text("type") {
            case "REQUEST": try talk.say(text, id: id, at: at, with: own, &builder)
            case "RESPONSE":
                let model = source.text("model")
                try talk.answer(
                    text, id: id, at: at, model: model, with: own, piece: id, &builder)
            case "THINK": try talk.thought(text, at: at, &builder)
            case "SEARCH":
                let pages = fragment.list("results") + fragment.list("content")
                try talk.result(.array(pages), at: at, &builder)
                try talk.note(text, at: at, &builder)
            case let type: talk.pass(type)
            }
            isFirst = false
        }
    }
}
