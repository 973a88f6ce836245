import Conversation
import JSON

/// The conversation export of Skype and of personal Teams, which have the same format:
/// `messages.json`, on its own or in its tar archive.
enum Skype {
    static let importer = Importer(
        name: "skype", title: "Skype",
        summary: "messages.json of Skype's or the personal Teams' export, or its .tar",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray else { return false }
            return shape.has("conversations[].MessageList")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        guard let head = try document.members(without: ["conversations"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        let source = try document.pick(
            at: ["conversations"], heavy: "MessageList", builder
        ) { ChatName(id: $0.text("id") ?? "", name: SkypeChat.title(of: $0)) }
        var chat = SkypeChat(source, ownID: head.text("userId"), sources: sources)
        try chat.fill(&builder, &sources)
    }
}
