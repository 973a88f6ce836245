import Conversation
import JSON
import Markup
import Resources

/// Messages of Microsoft Teams (work or school) as returned by Microsoft Graph: one page of
/// results, or several files.
enum Teams {
    static let importer = Importer(
        name: "teams", title: "Microsoft Teams",
        summary:
            "chatMessages of Microsoft Graph as JSON: of a chat, a channel or all chats",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard let shape = file.shape else { return false }
            let path = shape.isArray ? "[]" : "value[]"
            return shape.has(path + ".messageType", path + ".createdDateTime", path + ".body")
        }
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var chat = TeamsChat()
        builder.conversation.service = .teams
        builder.needsSorting = true
        let files = claim.files.sorted()
        try forEach(in: files, &sources) { message throws(ImportError) in
            chat.learn(from: message)
        }
        if chat.chats.count > 1 { chat.chosen = chat.chats[try builder.choose(chat.chats)].id }
        try forEach(in: files, &sources) { message throws(ImportError) in
            try chat.add(message, &builder)
        }
        // Messages are newest first. Reversing keeps the order of messages with equal times.
        builder.conversation.messages.reverse()
        chat.end(&builder)
    }

    private static func forEach(
        in files: [String], _ sources: inout ExportFiles,
        _ body: (JSONValue) throws(ImportError) -> Void
    ) throws(ImportError) {
        for file in files {
            guard sources.budget.mayContinue else { throw .stopped }
            let isBare = JSONShape(sources.head(of: file))?.isArray == true
            let document = try sources.json(file)
            try document.forEach(at: isBare ? [] : ["value"]) { message, _ throws(ImportError) in
                try body(message)
            }
        }
    }
}
