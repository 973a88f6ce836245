import Basics
import Model

/// Tinder's data download: the owner's own messages. Recipients are only numbers.
struct Tinder: RecordReader {
    static let importer = Importer(
        name: "tinder", title: "Tinder",
        summary: "data.json of Tinder's data download, which has only your own messages",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        func name(_: String, match: JSONValue) -> ChatName {
            let id = match.identifier("match_id") ?? ""
            return ChatName(id: id, name: id)
        }
        try builder.chooseTree(in: [file], at: ["Messages"], heavy: ["messages"], name: name) {
            match, _, builder throws(ImportError) in
            builder.conversation.title = match.identifier("match_id").map(CleanText.line)
            builder.needsSorting = true
            var driver = RecordDriver(Tinder(), builder)
            try driver.read(match.list("messages"), &builder)
            builder.warn(.importing, "Tinder exports only your own messages")
        }
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let from = source.text("from") ?? "You"
        let isMe = from == "You"
        var record = Record(
            at: source.text("sent_date").flatMap { MailTime.moment($0) },
            from: Record.Person(
                key: isMe ? ConversationBuilder.anonymousMe : from, name: isMe ? "Me" : from,
                isMe: isMe))
        record.message.body = Body.plain(
            Entities.decode(Array((source.text("message") ?? "").utf8)))
        if source.text("type") == "gif" { record.files = [RecordFile(.gif)] }
        return record
    }
}
