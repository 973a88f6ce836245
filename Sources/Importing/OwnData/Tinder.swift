import Conversation
import JSON
import Markup

/// Tinder's data download: the owner's own messages. Recipients are only numbers.
enum Tinder {
    static let importer = Importer(
        name: "tinder", title: "Tinder",
        summary: "data.json of Tinder's data download, which has only your own messages",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claim { shape in
            guard !shape.isArray else { return false }
            return shape.has("Messages[].match_id", "Messages[].messages")
        }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        let match = try document.pick(at: ["Messages"], heavy: "messages", builder) {
            let id = $0.identifier("match_id") ?? ""
            return ChatName(id: id, name: id)
        }
        builder.conversation.title = match.identifier("match_id").map(CleanText.line)
        builder.needsSorting = true
        for record in match.list("messages") {
            let at = record.text("sent_date").flatMap { MailTime.moment($0) }
            builder.beginEntry(at: at)
            var message = Message()
            message.at = at
            let from = record.text("from") ?? "You"
            let isMe = from == "You"
            let index = try builder.participant(
                isMe ? ConversationBuilder.anonymousMe : from, name: isMe ? "Me" : from)
            if isMe { builder.setMe(index) }
            message.from = index
            message.body = Body.plain(Entities.decode(Array((record.text("message") ?? "").utf8)))
            if record.text("type") == "gif" {
                var attachment = Attachment(kind: .gif)
                builder.miss(&attachment, "not in the export")
                message.attachments = [attachment]
            }
            guard !message.body.isEmpty || !message.attachments.isEmpty else { continue }
            try builder.append(message)
        }
        builder.warn(.importing, "Tinder exports only your own messages")
    }
}
