import Basics

extension ConversationSource: FieldObject {
    init() { self.init(id: "") }

    static let fields: Fields<ConversationSource> = [
        Field("id", \.id, .identifier, "The ID that messages use.", examples: ["a"]),
        Field(
            "name", optional: \.name, .line, "The name of the file or folder.",
            examples: ["Ben may.zip"]),
        Field(
            "format", optional: \.format, .plainLine, "The name of its format.",
            examples: ["whatsapp"]),
        Field(
            "sha256", optional: \.sha256, .plainLine,
            "The SHA-256 digest in hexadecimal, of a folder that of its conversation.",
            examples: [
                .string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            ]),
        Field("messages", optional: \.messages, .count, "Its number of messages.", examples: [120]),
        Field("first", optional: \.first, .moment, ""),
        Field("last", optional: \.last, .moment, ""),
        Field(
            "offsets", \.offsets, .seconds,
            "The seconds that were added to its times: several if its clock was changed.",
            examples: [[7200]]),
    ]
}

extension Difference: FieldObject {
    init() { self.init(.absent, in: "") }

    static let fields: Fields<Difference> = [
        Field(
            "kind", \.kind, .choice,
            "What differs: the source lacks the message although it covers its time (`absent`), deleted or edited it, has another text, time or order, lacks its file, or perhaps has it as the next message (`unsure`)."
        ),
        Field("source", \.source, .identifier, "The ID of the source.", examples: ["b"]),
        Field(
            "text", optional: \.text, .nonEmptyText, "The text in that source.",
            examples: ["See you at 8"]),
        Field("at", optional: \.at, .moment, ""),
    ]
}

extension FieldSyntax where Value == [String] {
    static var sourceIDs: FieldSyntax {
        FieldSyntax(
            .defined("names"),
            put: { if !$2.isEmpty { $0.json.member($1, $2) } },
            read: { fields, _ in fields.lines() })
    }
}

extension FieldSyntax where Value == [Int] {
    static var seconds: FieldSyntax {
        let second = FieldSyntax<Int>.integer(-1_000_000_000...1_000_000_000)
        return FieldSyntax(
            .list(second.shape),
            put: { writer, name, values in
                guard !values.isEmpty else { return }
                writer.openArray(name)
                for value in values { writer.json.value(JSONValue.number(String(value))) }
                writer.closeArray()
            },
            read: { fields, _ in fields.elements { fields in second.read(&fields, nil) } })
    }
}
