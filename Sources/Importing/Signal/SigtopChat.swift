import Basics
import Model

/// sigtop's JSON: messages as stored by Signal Desktop, with IDs instead of names.
struct SigtopChat: RecordReader {
    static let needsObjects = true

    let me: String? = ConversationBuilder.anonymousMe
    /// The names of the senders so far other than "me", by ID.
    private var names: [String: String] = [:]

    static func read(
        _ file: String, title: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var driver = RecordDriver(SigtopChat(), builder, sources)
        try driver.read(try sources.json(file), at: [], &builder, &sources)
        driver.end(&builder)
        builder.conversation.title = CleanText.line(title)
        let others = driver.reader.names.keys
        // A direct chat is named after the other participant.
        if others.count == 1, let id = others.first, let other = builder.known(id) {
            builder.conversation.participants[other].name = CleanText.line(title)
        } else if others.count > 1 {
            builder.conversation.kind = .group
            builder.warn(.importing, "the export contains IDs instead of names")
        }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let sent = source.identifier("sent_at")
        var record = Record(
            source.identifier("id") ?? sent,
            at: source.milliseconds("sent_at") ?? source.milliseconds("received_at_ms"))
        record.otherID = sent
        switch source.text("type") {
        case "outgoing":
            record.sender = Record.Person(key: ConversationBuilder.anonymousMe, name: "Me")
        case "incoming", nil: record.sender = sender(source)
        case let type?:
            SigtopEvent(source: source, type: type).fill(&record)
            if record.message.kind == .call { record.sender = sender(source) }
            return record
        }
        record.message.body = SigtopBody.blocks(source) { names[$0] }
        SigtopMedia(source: source).fill(&record)
        relate(source, &record.message)
        return record
    }

    private mutating func sender(_ source: JSONValue) -> Record.Person? {
        let ids = ["sourceServiceId", "sourceUuid", "source"].compactMap { source.text($0) }
        guard let id = ids.first else { return nil }
        let number = source.text("source").flatMap { $0.hasPrefix("+") ? $0 : nil }
        let name = names[id] ?? number ?? "Member \(id.prefix(8))"
        names[id] = name
        return Record.Person(key: id, name: name, handle: number)
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let quote = source["quote"], quote.kind == .object {
            message.details.replyTo = reply(quote)
        }
        let reactions = source.list("reactions").prefix(1000).compactMap { reaction in
            reaction.text("emoji").map { ("", $0) }
        }
        message.details.reactions = Reaction.grouped(reactions)
        let versions = source.list("editHistory").prefix(100)
        if !versions.isEmpty {
            // Versions are newest first. The newest is the message itself.
            message.details.edited = Edited(
                at: versions.first?.milliseconds("timestamp"),
                history: versions.dropFirst().reversed().map { version in
                    Edited.Version(
                        at: version.milliseconds("timestamp"),
                        text: CleanText.clean(version.text("body") ?? ""))
                })
        }
        if source.flag("deletedForEveryone")
            || source["deletedForEveryoneByAdminAci"]?.string != nil
        {
            message.details.deleted = Deleted()
        }
        message.status = status(source)
    }

    private func reply(_ quote: JSONValue) -> Reply {
        let author = ["authorAci", "authorUuid", "author"].compactMap { quote.text($0) }.first
        return Reply(
            id: quote.identifier("id"),
            // The key of a participant, whose name is resolved at the end.
            from: author.flatMap { names[$0] == nil ? nil : $0 },
            text: quote.text("text").map {
                CleanText.clean($0.replacing("\u{FFFC}", with: "@\u{2026}"))
            },
            file: quote.list("attachments").first.map { file in
                FileKind.kind(name: file.text("fileName"), mime: file.text("contentType"))
            })
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
