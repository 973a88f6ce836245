import Basics

extension Reply: FieldObject {
    static let fields: Fields<Reply> = [
        Field(
            "id", .identifier, "ID of the quoted message.", examples: ["m1"],
            put: { $0.reference("id", $1.id, $1.index) }
        ) { fields, reply in reply.id = fields.identifier() },
        Field(
            "from", optional: \.from, .person, "Sender of the quoted message.", examples: ["ben"]),
        Field(
            "text", optional: \.text, .nonEmptyText, "Text of the quoted message.",
            examples: ["Still on for Sunday?"]),
        Field(
            "attachment_kind", optional: \.attachmentKind, .choice("attachmentKind"),
            "Kind of the quoted attachment, if there is no text."),
    ]
}

extension FieldSyntax where Value == Reply {
    static var reply: FieldSyntax {
        part(or: [.identifier]) { fields in fields.identifier().map { Reply(id: $0) } }
    }
}

extension Thread: FieldObject {
    static let fields: Fields<Thread> = [
        Field(
            "root", .identifier, "ID of the first message of the thread; absent on that message.",
            examples: ["m1"], also: ["id"], put: { $0.reference("root", $1.root, $1.index) }
        ) { fields, thread in thread.root = fields.identifier() },
        Field(
            "replies", optional: \.replies, .count,
            "Number of replies; on the first message of the thread.", examples: [12]),
    ]
}

extension FieldSyntax where Value == Thread {
    static var thread: FieldSyntax {
        part(or: [.identifier]) { fields in Thread(root: fields.identifier()) }.unlessEmpty
    }
}

extension Forwarded: FieldObject {
    static let fields: Fields<Forwarded> = [
        Field("from", optional: \.from, .person, "The original sender.", examples: ["Dora"]),
        Field("at", optional: \.at, .moment, ""),
    ]
}

extension FieldSyntax where Value == Forwarded {
    static var forwarded: FieldSyntax {
        fact(or: [.key]) { fields in fields.identifier().map { Forwarded(from: $0) } }
    }
}

extension Edited: FieldObject {
    static let fields: Fields<Edited> = [
        Field("at", optional: \.at, .moment, ""),
        Field("history", \.history, .list(.version), "Earlier texts, the oldest first."),
    ]
}

extension FieldSyntax where Value == Edited {
    static var edited: FieldSyntax {
        fact(or: [.defined("time")]) { fields in fields.moment().map { Edited(at: $0) } }
    }
}

extension Edited.Version: FieldObject {
    init() { self.init(at: nil, text: "") }

    static let fields: Fields<Self> = [
        Field("at", optional: \.at, .moment, ""),
        Field(
            "text", \.text, .text.or(""), "The earlier text.", examples: ["Still on for Saturday?"]
        ),
    ]
}

extension FieldSyntax where Value == Edited.Version {
    fileprivate static var version: FieldSyntax {
        part(or: [.string]) { fields in fields.text().map { Edited.Version(at: nil, text: $0) } }
    }
}

extension Deleted: FieldObject {
    static let fields: Fields<Deleted> = [
        Field("at", optional: \.at, .moment, ""),
        Field("by", optional: \.by, .person, "Who deleted it.", examples: ["ben"]),
        Field("reason", optional: \.reason, .line, "The reason.", examples: ["spam"]),
    ]
}

extension FieldSyntax where Value == Deleted {
    static var deleted: FieldSyntax {
        fact(or: [.defined("time")]) { fields in fields.moment().map { Deleted(at: $0) } }
    }
}

extension Translation: FieldObject {
    init() { self.init(text: "") }

    static let fields: Fields<Translation> = [
        Field(
            "lang", optional: \.language, .language, "BCP 47 language tag.", examples: ["en"],
            also: ["language"]),
        Field(
            "text", \.text, .text.or(""), "The translated text.", examples: ["Good evening"]),
    ]
}

extension FieldSyntax where Value == Translation {
    static var translation: FieldSyntax {
        let part = part(or: [.text]) { fields in fields.nonEmptyText().map(Translation.init) }
        return FieldSyntax(part.shape, put: part.put) { fields, old in
            let translation = part.read(&fields, old)
            return translation?.text.isEmpty == true ? nil : translation
        }
    }
}

extension Reaction: FieldObject {
    init() { self.init(emoji: "", count: 0) }

    static let fields: Fields<Reaction> = [
        Field(
            "emoji", \.emoji, .line, "The emoji; or give the `name` of a custom emoji.",
            examples: ["👍"]),
        Field("name", .text, "Name of a custom emoji.", examples: ["parrot"]) { fields, reaction in
            reaction.emoji = fields.line() ?? reaction.emoji
        },
        Field("image", optional: \.picture, .picture, "", also: ["src"]),
        Field(
            "count", \.count, .integer(1...1_000_000_000).or(0),
            "Number of people who reacted. Default: the length of `by`.", examples: [2]),
        Field("by", \.by, .people, "Who reacted, by ID or name.", examples: [["ana", "ben"]]),
        Field(
            "mine", .flag, "Whether I reacted.", accepting: ["me", "is_mine"],
            put: { writer, reaction in
                let me = writer.conversation.me.map { writer.conversation.participants[$0].name }
                writer.flag("mine", reaction.isMine && !(me.map(reaction.by.contains) ?? false))
            },
            read: { fields, reaction in reaction.isMine = fields.flag() }),
    ]
}

extension FieldSyntax where Value == Reaction {
    static var reaction: FieldSyntax {
        let part = part(
            or: [.string], needing: [["emoji"], ["name"], ["image"], ["src"]]
        ) { fields in fields.line().map { Reaction(emoji: $0) } }
        return FieldSyntax(part.shape, put: part.put) { fields, old in
            guard var reaction = part.read(&fields, old) else { return nil }
            guard !reaction.emoji.isEmpty || reaction.picture != nil else {
                return fields.reject(missing: "emoji")
            }
            if reaction.count == 0 { reaction.count = max(1, reaction.by.count) }
            return reaction
        }
    }
}

extension Redacted: FieldObject {
    static let fields: Fields<Redacted> = [
        Field(
            "kinds", \.kinds, .redactedKinds, "Kinds of content that were redacted earlier.",
            examples: [["image"]]),
        Field(
            "reason", optional: \.reason, .reason, "The reason code.", examples: ["PRIV"]),
    ]
}

extension FieldSyntax where Value == Redacted {
    /// `true`, the kinds of content that were redacted earlier, or these with a reason.
    static var redacted: FieldSyntax {
        let kinds = FieldSyntax<[ContentKind]>.redactedKinds
        let part = part(or: [.flag, kinds.shape]) { fields in
            guard fields.peek() == .array else {
                return fields.flag() ? Redacted() : nil
            }
            var redacted = Redacted()
            redacted.kinds = kinds.read(&fields, nil) ?? []
            return redacted
        }
        return FieldSyntax(
            part.shape,
            put: { writer, name, redacted in
                if redacted.reason != nil {
                    part.put(&writer, name, redacted)
                } else if redacted.kinds.isEmpty {
                    writer.flag(name, true)
                } else {
                    kinds.put(&writer, name, redacted.kinds)
                }
            }, read: part.read)
    }
}

extension FieldSyntax where Value == [ContentKind] {
    fileprivate static var redactedKinds: FieldSyntax {
        FieldSyntax(
            .other(["type": "array", "items": ["$ref": "#/$defs/content"]]),
            put: { $0.json.member($1, $2.map(\.rawValue)) },
            read: { fields, _ in
                let kinds: [ContentKind] = fields.choices()
                return ContentKind.allCases.filter(kinds.contains)
            })
    }
}
