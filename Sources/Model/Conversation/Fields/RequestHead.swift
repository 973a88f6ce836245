import Basics

/// The members of a request that describe the conversation, while they are read or written.
struct RequestHead: FieldObject {
    var conversation = Conversation()
    /// The ID or name of the participant whose messages are on the right.
    var me: String?

    static let fields = Fields<RequestHead>(ownFields + lists + parts)

    /// The fields that are not read elsewhere.
    static let ownFields = texts + context

    private static let texts: [Field<RequestHead>] = [
        Field(
            "title", optional: \.conversation.title, .line,
            "The title, shown in the header bar and in the metadata of documents.",
            examples: ["Family"]),
        Field(
            "subtitle", optional: \.conversation.subtitle, .line, "The line below the title.",
            examples: ["3 people"]),
        Field(
            "kind", .words(Conversation.Kind.allCases.map(\.rawValue)),
            "The kind of conversation. Default: inferred from the participants.",
            put: { $0.json.member("kind", $1.conversation.kind.rawValue) },
            read: { fields, head in
                head.conversation.kind = fields.choice() ?? head.conversation.kind
            }),
        Field(
            "me", optional: \.me, .identifier,
            "ID or name of the participant whose messages are on the right. Default: the user if messages have roles; a participant called “me”, “you”, “I”, “user” or the like; the second sender if there are exactly two and `kind` is not `group`; otherwise nobody. Strings alternate, the first on the left.",
            examples: ["ana"]),
    ]

    private static let context: [Field<RequestHead>] = [
        Field(
            "service", \.conversation.service, .choice("service"),
            "The app of the conversation. It selects the theme for `auto`, and colors in some themes."
        ),
        Field(
            "timezone", .text,
            "IANA name of the time zone in which times are shown and times without an offset are read.",
            examples: ["Europe/Berlin"], write: { .string($0.conversation.timeZone) },
            put: { $0.json.member("timezone", $1.conversation.timeZone) },
            read: { fields, head in
                // An empty name is not a valid zone: times must not be shown in a zone that nobody
                // chose.
                guard let name = fields.string([.string]).map(CleanText.line) else { return }
                if let clock = Clock(zone: name) {
                    fields.clock = clock
                    head.conversation.timeZone = name
                } else {
                    fields.reject(.unknownTimeZone(FieldReader.excerpt(name)))
                }
            }),
        Field(
            "locale", .text, "BCP 47 language tag.", examples: ["de-DE"],
            write: { .string($0.conversation.locale) },
            put: { $0.json.member("locale", $1.conversation.locale) },
            read: { fields, head in
                guard let name = fields.string([.string]).map(CleanText.line) else { return }
                guard let tag = FieldReader.languageTag(name) else {
                    return fields.reject(.malformedLocale(FieldReader.excerpt(name)))
                }
                head.conversation.locale = tag
            }),
        Field(
            "redacted", .flag,
            "Whether `[redacted]` in texts marks earlier redactions and is drawn as a bar.",
            isInQuery: false, put: { $0.flag("redacted", $1.conversation.isRedacted) },
            read: { fields, head in head.conversation.isRedacted = fields.flag() }),
        Field(
            "sources", \.conversation.sources, .list(.part),
            "The exports that the conversation was joined from.",
            examples: [[["id": "a", "name": "Ben may.zip", "format": "whatsapp"]]],
            isInQuery: false),
    ]

    /// The lists, which `ConversationDecoder` reads before and after the other members.
    private static let lists: [Field<RequestHead>] = [
        other(
            "participants", .list(.defined("participant")),
            "The participants. Senders that are not listed are added.",
            examples: [[["id": "ben", "name": "Ben"]]],
            put: { writer, head in
                writer.openArray("participants")
                for one in writer.budget.checked(head.conversation.participants) {
                    writer.object(nil, ParticipantDraft(one))
                }
                writer.closeArray()
            }),
        other(
            "emoji",
            .list(.part(CustomEmojiDraft.fields.declarations(), or: [], needing: [["name"]])),
            "Custom emoji: a picture for each name that texts and reactions use.",
            examples: [[["name": "parrot", "src": ["file": "parrot.png"]]]],
            put: { writer, head in
                let emoji = head.conversation.emoji.filter { writer.includes($0.media) }
                guard !emoji.isEmpty else { return }
                writer.openArray("emoji")
                for one in emoji {
                    writer.object(nil, CustomEmojiDraft(name: one.name, media: one.media))
                }
                writer.closeArray()
            }),
        other(
            "messages", .defined("messages"),
            "The messages in order: objects, or strings that alternate sides.",
            examples: [["Hi!", "Hello"]]),
    ]

    /// The parts that `SettingsDecoder` reads.
    private static let parts: [Field<RequestHead>] = [
        other("theme", .defined("theme"), "", isInQuery: true),
        other(
            "output", .either([.defined("output"), .null]),
            "The output: its format, size and other properties.",
            examples: [["format": "pdf", "page": ["size": "A4"]]]),
        other(
            "options", .either([.defined("options"), .null]),
            "What is shown, redacted and omitted.", examples: [["show": ["times": "each"]]]),
    ]

    /// A member that is read elsewhere.
    private static func other(
        _ name: String, _ shape: FieldShape, _ meaning: String, examples: [JSONValue] = [],
        isInQuery: Bool = false, put: Field<RequestHead>.Put? = nil
    ) -> Field<RequestHead> {
        Field(name, shape, meaning, examples: examples, isInQuery: isInQuery, put: put) {
            fields, _ in
            fields.skip()
        }
    }
}
