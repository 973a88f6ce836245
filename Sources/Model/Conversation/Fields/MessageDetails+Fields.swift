import Basics

extension MessageDetails: FieldObject {
    /// Takes what another export knows of the same message.
    package mutating func complete(with other: MessageDetails) {
        Self.fields.complete(&self, with: other)
    }

    static let fields = Fields<MessageDetails>(contents + relations + states)

    private static let contents: [Field<MessageDetails>] = [
        Field(
            "subject", optional: \.subject, .line, "A bold line above the text.",
            examples: ["Sunday"]),
        Field(
            "poll", optional: \.poll, .part, "A poll with its votes.",
            examples: [
                [
                    "question": "Where?",
                    "options": [["text": "Rome", "votes": 3], ["text": "Oslo"]],
                ]
            ]
        ),
        Field(
            "location", optional: \.location, .part, "A place.",
            examples: [
                ["lat": .number("52.52"), "lon": .number("13.405"), "name": "Alexanderplatz"]
            ]),
        Field(
            "contact", optional: \.contact, .contact, "A contact card, or a name.",
            examples: [["name": "Cem Öz", "phones": ["+49 30 1234567"]]]),
        Field(
            "link", optional: \.link, .link, "A link preview, or the link's address.",
            examples: [["url": "https://example.com", "title": "Trains to the lake"]]),
        Field(
            "call", optional: \.call, .part, "Details of a call; `kind` is `call`.",
            examples: [["video": true, "direction": "in", "outcome": "answered", "duration": 184]]),
        Field(
            "system", optional: \.system, .event, "A line without a bubble: an event, or text.",
            examples: [["action": "member_added", "actors": ["ana"], "targets": ["ben"]]]),
        Field(
            "payment", optional: \.payment, .part, "A payment or a payment request.",
            examples: [["amount": "20", "currency": "EUR", "note": "Pizza", "direction": "in"]]),
    ]

    private static let relations: [Field<MessageDetails>] = [
        Field(
            "reply_to", optional: \.replyTo, .reply,
            "The message it replies to: an ID, or the quotation itself.", examples: [["id": "m1"]]),
        Field(
            "thread", optional: \.thread, .thread,
            "The thread that the message belongs to or starts.", examples: [["root": "m1"]]),
        Field(
            "forwarded", optional: \.forwarded, .forwarded,
            "Whether the message was forwarded, or from whom.", examples: [["from": "Dora"]]),
        Field(
            "reactions", \.reactions, .list(.reaction),
            "Reactions: emoji as strings, or objects with who reacted.",
            examples: [[["emoji": "👍", "by": ["ana"]]]]),
        Field(
            "edited", optional: \.edited, .edited,
            "Whether the message was edited, when, and its earlier texts.",
            examples: [["at": "2026-05-31T09:44:00+02:00"]]),
        Field(
            "deleted", optional: \.deleted, .deleted,
            "Whether the message was deleted, when, and by whom.", examples: [["by": "ben"]]),
    ]

    private static let states: [Field<MessageDetails>] = [
        Field("delivered_at", optional: \.deliveredAt, .moment, ""),
        Field("read_at", optional: \.readAt, .moment, ""),
        Field(
            "service", optional: \.service, .choice("service"),
            "Overrides the conversation's `service`, such as a green bubble among blue ones."),
        Field(
            "effect", optional: \.effect, .line,
            "Name of the effect the message was sent with, shown below it.", examples: ["Slam"]),
        Field(
            "unread", optional: \.unread, .integer(0...1_000_000_000),
            "Number of unread messages below. Makes this message the divider above them."),
        Field(
            "translation", optional: \.translation, .translation,
            "A translation, shown below the text.",
            examples: [["lang": "en", "text": "Good evening"]]),
        Field("pinned", \.isPinned, .flag, "Whether the message is pinned."),
        Field("starred", \.isStarred, .flag, "Whether the message is starred."),
        Field(
            "sources", \.sources, .sourceIDs,
            "The IDs of the sources that have the message, in a joined conversation.",
            examples: [["a", "b"]]),
        Field(
            "differences", \.differences, .list(.part),
            "What sources of a joined conversation say otherwise.",
            examples: [[["kind": "absent", "source": "b"]]]),
        Field(
            "redacted", optional: \.redacted, .redacted,
            "Whether to redact the whole message; or what was redacted earlier, and why."),
    ]
}
