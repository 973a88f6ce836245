import Conversation
import JSON
import Markup

/// Hangouts' part of a Takeout: `Hangouts.json` with all conversations.
enum Hangouts {
    static let importer = Importer(
        name: "hangouts", title: "Hangouts",
        summary: "Hangouts.json of Google's Takeout", recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { file in
            guard let shape = file.shape, !shape.isArray else { return false }
            return shape.has("conversations[].conversation", "conversations[].events")
                || shape.has("conversation_state[].conversation_state")
                || shape.has("conversations[].events") && file.contains("\"gaia_id\"")
        }
        return file.map { Claim(.certain, [$0.name]) }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        var isOld = false
        try document.visit(["conversation_state"]) { reader throws(JSONError) in
            isOld = true
            try reader.skip()
        }
        var source = try document.pick(
            at: [isOld ? "conversation_state" : "conversations"],
            heavy: isOld ? "" : "events", builder
        ) { HangoutsChat.name(of: $0) }
        // Older files nest both members in `conversation_state`.
        if isOld { source = source["conversation_state"] ?? source }
        var chat = HangoutsChat(source)
        try chat.fill(&builder)
    }
}
