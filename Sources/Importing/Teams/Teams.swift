import Conversation
import JSON
import Markup
import Resources

/// Messages of Microsoft Teams at work as Graph gives them: a page, or several beside each other.
enum Teams {
    static let importer = Importer(
        name: "teams", title: "Microsoft Teams",
        summary: "chatMessages of Microsoft Graph as JSON: a chat's or a channel's",
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
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var chat = TeamsChat()
        builder.conversation.service = .teams
        builder.needsSorting = true
        for file in claim.files.sorted() {
            guard sources.allowance.goesOn else { throw .stopped }
            let isBare = JSONShape(sources.head(of: file))?.isArray == true
            let document = try sources.json(file)
            let path = isBare ? [] : ["value"]
            try document.forEach(at: path) { message, _ throws(ImportError) in
                chat.learnNames(of: message)
            }
            try document.forEach(at: path) { message, _ throws(ImportError) in
                try chat.add(message, &builder)
            }
        }
        // Newest first: of two in the same moment, the one below was the first.
        builder.conversation.messages.reverse()
        chat.end(&builder)
    }
}
