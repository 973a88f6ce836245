import Basics

struct ParticipantDraft: FieldObject {
    var id: String?
    var name: String?
    var participant = Participant(id: "", name: "")
    var isMe = false

    static let fields: Fields<ParticipantDraft> = [
        Field(
            "id", optional: \.id, .identifier, "The ID that messages use. Default: the name.",
            examples: ["ben"]),
        Field(
            "name", .text, "The name shown.", examples: ["Ben"],
            put: { $0.json.member("name", optional: $1.name) }, contents: .texts,
            change: { draft, wanted, change in
                if wanted.contains(.texts) { draft.name = draft.name.map(change) }
            },
            read: { fields, draft in
                draft.name = fields.rawText().map(CleanText.line) ?? draft.name
            }),
        otherName("display_name", "The same as `name`.", "Ben"),
        otherName("username", "Used as `name` if there is no other name.", "ben"),
        Field(
            "handle", optional: \.participant.handle, .identifier.holding(.texts),
            "A phone number, email address or @name.", examples: ["+49 30 1234567"]),
        Field(
            "role", optional: \.participant.role, .line, "The role stated by an export.",
            examples: ["admin"]),
        Field(
            "color", optional: \.participant.color, .color,
            "Color of the name and behind the initials, or a legible shade of it.",
            examples: ["#ff9500"]),
        Field("avatar", optional: \.participant.avatar, .picture, "", isKept: true),
        Field("is_me", \.isMe, .flag, "Whether this participant's messages are on the right."),
    ]

    private static func otherName(
        _ name: String, _ meaning: String, _ example: JSONValue
    ) -> Field<ParticipantDraft> {
        Field(name, .text, meaning, examples: [example]) { fields, draft in
            let read = fields.line()
            draft.name = draft.name ?? read
        }
    }
}

extension ParticipantDraft {
    init(_ participant: Participant) {
        (id, name, self.participant) = (participant.id, participant.name, participant)
    }

    /// `key` is the shape of a bare ID or name.
    static func shape(or key: FieldShape) -> FieldShape {
        let needed = [["id"], ["name"], ["handle"], ["display_name"], ["username"]]
        return .part(fields.declarations(), or: [key], needing: needed)
    }

    /// Nil if there is no name at all.
    var finished: Participant? {
        // With an ID, an empty name means that no name is shown.
        let name = id == nil && name?.isEmpty == true ? nil : name
        guard let key = id ?? name ?? participant.handle else { return nil }
        var participant = participant
        participant.id = key
        participant.name = name ?? participant.handle ?? key
        return participant
    }
}

extension Participant {
    mutating func mapTexts<Failure: Error>(
        _ text: (String) throws(Failure) -> String
    ) throws(Failure) {
        var draft = ParticipantDraft(self)
        try draft.map(.texts, text)
        self = draft.participant
        name = draft.name ?? name
    }
}

struct CustomEmojiDraft: FieldObject {
    var name: String?
    var media: MediaIndex?

    static let fields: Fields<CustomEmojiDraft> = [
        Field(
            "name", optional: \.name,
            FieldSyntax(.key, put: FieldSyntax.identifier.put, read: FieldSyntax.identifier.read),
            "The name used in texts, without the colons.", examples: ["parrot"]),
        Field("src", optional: \.media, .picture, "", isKept: true, accepting: ["source"]),
    ]
}
