import Basics
import Model

/// Converts the records of an unknown JSON format, and counts how each field was interpreted.
struct GenericReading {
    private struct Use {
        let field: ForeignField
        let path: String
        var count = 0
    }

    private var uses: [Use] = []
    private var places: [String: Int] = [:]
    private var textless = 0
    private var timeless = 0
    private var badTime: String?

    /// The maximum number of different paths that warnings list.
    private static let maxPaths = 40

    var paths: Set<String> { Set(uses.map(\.path)) }

    mutating func record(
        _ source: JSONValue, _ context: inout RecordContext,
        knowing known: GenericRecord.Known = GenericRecord.Known()
    ) -> Record {
        let found = GenericRecord(source, known)
        var record = Record(at: found.time.map { context.clock.moment($0.value) })
        record.message.body = found.text.map { Body.plain($0.value) } ?? []
        record.files = known.files
        guard !record.isEmpty else {
            textless += 1
            record.isShown = false
            return record
        }
        if let text = found.text { count(.text, text.path) }
        if let time = found.time {
            count(.time, time.path)
        } else {
            timeless += 1
            badTime = badTime ?? found.localTime?.value
        }
        if let id = found.id {
            count(.id, id.path)
            record.message.id = CleanText.line(id.value)
        }
        if let id = found.reply {
            count(.reply, id.path)
            record.message.details.replyTo = Reply(id: CleanText.line(id.value))
        }
        record.sender = sender(of: found)
        return record
    }

    private mutating func sender(of record: GenericRecord) -> Record.Person? {
        if let sender = record.sender { count(.sender, sender.path) }
        if let id = record.senderID { count(.senderID, id.path) }
        if let isMe = record.isMe { count(.isMe, isMe.path) }
        let isMe = record.isMe?.value == true
        let name = record.sender?.value ?? record.senderID?.value
        guard let name = name ?? (isMe ? ConversationBuilder.anonymousMe : nil) else { return nil }
        return Record.Person(key: record.senderID?.value ?? name, name: name, isMe: isMe)
    }

    private mutating func count(_ field: ForeignField, _ path: String) {
        let key = field.rawValue + path
        if let place = places[key] {
            uses[place].count += 1
        } else if uses.count < Self.maxPaths {
            places[key] = uses.count
            uses.append(Use(field: field, path: path, count: 1))
        }
    }

    /// Reports how fields were interpreted and what is missing.
    func end(_ builder: inout ConversationBuilder) {
        // The records are newest first. Sorting alone would leave records of the same second in the
        // wrong order.
        let times = builder.conversation.messages.lazy.compactMap(\.at?.milliseconds)
        if let first = times.first, let last = times.last, first > last {
            builder.conversation.messages.reverse()
        }
        for field in ForeignField.allCases {
            for use in uses where use.field == field {
                let messages = WarningText.count(use.count, "message")
                builder.warn(
                    .importing,
                    "\u{201C}\(CleanText.line(use.path))\u{201D} read as \(Self.meaning(field)) "
                        + messages)
            }
        }
        let example = badTime.map {
            ", such as \u{201C}\(CleanText.line(String($0.prefix(40))))\u{201D}"
        }
        builder.warn(
            .badTime, timeless, "message", "without a readable time" + (example ?? ""))
        builder.warn(.importing, textless, "record", "without a text omitted")
    }

    private static func meaning(_ field: ForeignField) -> String {
        switch field {
        case .sender: "the sender of"
        case .senderID: "the sender's ID of"
        case .time: "the time of"
        case .text: "the text of"
        case .id: "the ID of"
        case .reply: "the replied-to message of"
        case .isMe: "whether `me` is the sender of"
        }
    }
}
