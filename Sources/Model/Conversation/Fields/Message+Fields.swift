import Basics

extension MessageDraft: FieldObject {
    /// All fields, those of the details last.
    static let fields = Fields<MessageDraft>(
        ownFields.list
            + MessageDetails.fields.list.map { $0.within(\.details) { $0.hasDetails = true } })

    /// The fields that are not in `MessageDetails`.
    static let ownFields = Fields<MessageDraft>(envelope + content + extras)

    /// Members of chat-completion formats that are meant for programs.
    static let ignored = ["tool_call_id", "refusal", "audio", "annotations", "function"]

    private static let envelope: [Field<MessageDraft>] =
        [
            Field(
                "id", .identifier, "The ID that replies and threads refer to.", examples: ["m1"],
                put: { $0.json.member("id", optional: $1.message.id) },
                read: { fields, draft in draft.message.id = fields.identifier() })
        ]
        + named(
            ["from", "sender", "author"], .defined("sender"),
            "ID or name of the sender, who need not be a participant.", taken: \.fromKey,
            put: { writer, draft in
                let sender = draft.message.from.map { writer.conversation.participants[$0].id }
                writer.json.member("from", optional: sender)
            },
            read: { fields, draft in fields.readSender(&draft) }) + [
            Field(
                "from_me", optional: \.isMine, .bool,
                "Whether the message is on the right. Used only without `me`.", also: ["is_me"]),
            Field(
                "role", .text,
                "The sender's role in chat-completion formats. Messages of `system`, `developer` and `tool` are notes; without `show.system` they are omitted with a warning.",
                examples: ["user", "assistant", "system", "developer", "tool"]
            ) { fields, draft in draft.role = fields.line().map(Role.init) },
            Field(
                "name", optional: \.roleName, .line,
                "Name of the sender, in addition to a `role`.", examples: ["ben"]),
        ]
        + named(
            ["at", "time", "timestamp", "date"], .defined("time"), "", taken: \.atKey,
            checksAll: true, put: { $0.time("at", $1.message.at) },
            read: { fields, draft in draft.message.at = fields.moment() })
        + named(
            ["kind", "type"], .text,
            "`message`, `system`, `call`, `note`, `typing` (three dots) or `unread` (a divider above unread messages). Other kinds are drawn as a bubble that names the kind.",
            examples: ["message", "system", "call", "note", "typing", "unread"],
            taken: \.kindKey, put: { $0.kind(of: $1.message) },
            read: { fields, draft in fields.readKind(&draft) })

    private static let content: [Field<MessageDraft>] =
        named(
            ["text", "body"], .defined("text"),
            "The text, with its line breaks, in the markup of `format`.",
            examples: ["Still on for Sunday?"], taken: \.textKey,
            put: { if $1.message.hasBody { $0.write(body: $1.message.body) } },
            read: { fields, draft in fields.readText(&draft) })
        + [
            Field(
                "content", .defined("text"),
                "The same as `text`, or the parts of a chat-completion message.",
                examples: [[["type": "text", "text": "Hi"]]]
            ) { fields, draft in
                if draft.textKey == "parts" { return fields.skip() }
                guard fields.takes("content", &draft.textKey, proper: "text") else {
                    return fields.skip()
                }
                fields.readText(&draft)
            },
            Field(
                "format", .words(TextFormat.allCases.map(\.rawValue)), "The markup of the text.",
                write: { _ in .string(TextFormat.plain.rawValue) }
            ) { fields, draft in draft.format = fields.choice() },
            Field(
                "entities", .list(.defined("entity")),
                "Formatting of plain text, as in exports of Telegram and Signal.",
                examples: [[["type": "bold", "offset": 0, "length": 4]]]
            ) { fields, draft in draft.marks = fields.marks() },
            Field(
                "lang", .text, "BCP 47 language tag. An invalid tag is ignored with a warning.",
                examples: ["de"], put: { $0.json.member("lang", optional: $1.message.language) },
                read: { fields, draft in draft.message.language = fields.language() }),
            Field(
                "dir", .words(Message.Direction.allCases.map(\.rawValue)),
                "Direction of the text. `auto`: that of the first strong character.",
                write: { .string($0.message.direction.rawValue) },
                put: { writer, draft in
                    let direction = draft.message.direction
                    if direction != .auto { writer.json.member("dir", direction.rawValue) }
                },
                read: { fields, draft in draft.message.direction = fields.choice() ?? .auto }),
        ]

    private static let extras: [Field<MessageDraft>] = [
        Field(
            "attachments", .list(.defined("attachment")),
            "Photos, videos, audio, files, stickers and cards.",
            examples: [[["kind": "image", "src": ["file": "beach.jpg"], "caption": "The beach"]]],
            put: { writer, draft in
                guard !draft.message.attachments.isEmpty else { return }
                writer.openArray("attachments")
                for one in draft.message.attachments { writer.object(nil, AttachmentDraft(one)) }
                writer.closeArray()
            },
            read: { fields, draft in draft.message.attachments = fields.attachments() }),
        Field(
            "tool_calls", .other(["type": ["array", "null"]]), "Tool calls, shown as code.",
            examples: [[["function": ["name": "search", "arguments": "{\"q\":\"trains\"}"]]]],
            accepting: ["function_call"]
        ) { fields, draft in fields.readToolCalls(&draft) },
        Field(
            "status", optional: \.message.status, .choice(ignoring: Self.answerStates),
            "Delivery status of a sent message."),
    ]

    /// The states of a model's answer in OpenAI's objects and programs that use them.
    private static let answerStates: Set = ["completed", "in_progress", "incomplete", "success"]

    /// The first of the names takes precedence, and a second one produces a warning.
    ///
    /// - Parameter checksAll: whether a value that does not count must be valid, too. Otherwise, a
    ///   date would be midnight if its time of day is in another field.
    private static func named(
        _ names: [String], _ shape: FieldShape, _ meaning: String, examples: [JSONValue] = [],
        taken: any WritableKeyPath<MessageDraft, String?> & Sendable, checksAll: Bool = false,
        put: @escaping Field<MessageDraft>.Put, read: @escaping Field<MessageDraft>.Read
    ) -> [Field<MessageDraft>] {
        names.map { name in
            let isProper = name == names[0]
            return Field(
                name, shape, isProper ? meaning : "The same as `\(names[0])`.",
                examples: isProper ? examples : Array(examples.prefix(1)), put: isProper ? put : nil
            ) { fields, draft in
                if fields.takes(name, &draft[keyPath: taken], proper: names[0]) {
                    read(&fields, &draft)
                } else if checksAll {
                    var ignored = draft
                    read(&fields, &ignored)
                } else {
                    fields.skip()
                }
            }
        }
    }
}

extension FieldReader {
    /// The proper name takes precedence, else the first, and a second name produces a warning.
    fileprivate mutating func takes(_ key: String, _ taken: inout String?, proper: String) -> Bool {
        if let taken, taken != key {
            let winner = key == proper ? key : taken
            warn(.ignoredValue, "\(taken) and \(key) mean the same; \(winner) takes precedence")
            guard key == proper else { return false }
        }
        taken = key
        return true
    }
}
