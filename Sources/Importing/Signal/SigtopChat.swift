import Basics
import Model

/// sigtop's JSON: messages as stored by Signal Desktop, with IDs instead of names.
struct SigtopChat {
    private let title: String
    private let file: String
    /// The IDs of the senders other than "me".
    private var sources: Set<String> = []

    init(title: String, file: String) {
        self.title = title
        self.file = file
    }

    mutating func add(
        _ source: JSONValue, _ pointer: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else {
            throw .invalid(file: file, pointer: pointer, expected: "a message")
        }
        let at = source.milliseconds("sent_at") ?? source.milliseconds("received_at_ms")
        builder.beginEntry(at: at)
        var message = Message()
        message.id = source.identifier("id") ?? source.identifier("sent_at")
        message.at = at
        if let sent = source.identifier("sent_at"), let id = message.id { builder.alias(sent, id) }
        switch source.text("type") {
        case "outgoing":
            message.from = try builder.participant(ConversationBuilder.anonymousMe, name: "Me")
        case "incoming", nil: message.from = try sender(source, &builder)
        case let type?:
            SigtopEvent(source: source, type: type).fill(&message)
            if message.kind == .call { message.from = try sender(source, &builder) }
            return try builder.append(message)
        }
        message.body = SigtopBody.blocks(source, in: builder)
        try SigtopMedia(source: source, file: file).fill(&message, &builder, &sources)
        relate(source, &message, &builder)
        try builder.append(message)
    }

    private mutating func sender(
        _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex? {
        let ids = ["sourceServiceId", "sourceUuid", "source"].compactMap { source.text($0) }
        guard let id = ids.first else { return nil }
        sources.insert(id)
        let number = source.text("source").flatMap { $0.hasPrefix("+") ? $0 : nil }
        let index = try builder.participant(id, name: number ?? "Member \(id.prefix(8))")
        if let number { builder.conversation.participants[index].handle = number }
        return index
    }

    func end(_ builder: inout ConversationBuilder) {
        builder.conversation.title = CleanText.line(title)
        if let me = builder.known(ConversationBuilder.anonymousMe) { builder.setMe(me) }
        // A direct chat is named after the other participant.
        if sources.count == 1, let id = sources.first, let other = builder.known(id) {
            builder.conversation.participants[other].name = CleanText.line(title)
        } else if sources.count > 1 {
            builder.conversation.kind = .group
            builder.warn(.importing, "the export contains IDs instead of names")
        }
    }

    private func relate(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        if let quote = source["quote"], quote.kind == .object {
            message.details.replyTo = reply(quote, in: builder)
        }
        let reactions = source.list("reactions").prefix(1000).compactMap { reaction in
            reaction.text("emoji").map { ("", $0) }
        }
        message.details.reactions = Reaction.grouped(reactions)
        let versions = source.list("editHistory").prefix(100)
        if !versions.isEmpty {
            // Versions are newest first. The newest is the message itself.
            var edited = Edited()
            edited.at = versions.first?.milliseconds("timestamp")
            edited.history = versions.dropFirst().reversed().map { version in
                Edited.Version(
                    at: version.milliseconds("timestamp"),
                    text: CleanText.clean(version.text("body") ?? ""))
            }
            message.details.edited = edited
        }
        if source.flag("deletedForEveryone")
            || source["deletedForEveryoneByAdminAci"]?.string != nil
        {
            message.details.deleted = Deleted()
        }
        message.status = status(source)
    }

    private func reply(_ quote: JSONValue, in builder: ConversationBuilder) -> Reply {
        var reply = Reply()
        reply.id = quote.identifier("id")
        reply.text = quote.text("text").map {
            CleanText.clean($0.replacing("\u{FFFC}", with: "@\u{2026}"))
        }
        let author = ["authorAci", "authorUuid", "author"].compactMap { quote.text($0) }.first
        // The key of a participant, whose name is resolved at the end.
        reply.from = author.flatMap { builder.known($0) == nil ? nil : $0 }
        if let attachment = quote.list("attachments").first {
            reply.attachmentKind = FileKind.kind(
                name: attachment.text("fileName"), mime: attachment.text("contentType"))
        }
        return reply
    }

    /// Returns the state of the recipient, or the least advanced state of a group.
    private func status(_ source: JSONValue) -> Message.Status? {
        guard source.text("type") == "outgoing" else { return nil }
        let entries = source["sendStateByConversationId"]?.entries ?? []
        // The recipient in a direct chat has the ID of the conversation.
        let recipient = entries.first { $0.key == source.text("conversationId") }
        let states = (recipient.map { [$0] } ?? entries).compactMap { $0.value.text("status") }
        let order: [(String, Message.Status)] = [
            ("Failed", .failed), ("Pending", .sending), ("Sent", .sent), ("Delivered", .delivered),
            ("Read", .read), ("Viewed", .played),
        ]
        // With two entries, "Sent" is ignored, because the owner's own entry is always "Sent".
        let others = states.count > 1 ? states.filter { $0 != "Sent" || states.count > 2 } : states
        return order.first { others.contains($0.0) }?.1
    }
}
