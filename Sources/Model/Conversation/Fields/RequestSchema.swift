package import Basics

/// The request schema that `GET /schema.json` returns: `config/schema.json`, completed by the
/// declarations of the fields.
package struct RequestSchema {
    package let value: JSONValue

    package init(_ file: [UInt8]) throws(JSONError) {
        value = Self.composed(try JSONValue(parsing: file))
    }

    private static func composed(_ source: JSONValue) -> JSONValue {
        var head = FieldShape.part(RequestHead.declarations, or: [], needing: [["messages"]]).schema
        head = ["anyOf": [["$ref": "#/$defs/messages"], head]]
        let described = source["$defs"]?.members ?? []
        let declared = definitions.map { name, shape in
            let description = described.first { $0.key == name }?.value.members ?? []
            return JSONValue.Member(name, .object(description + (shape.schema.members ?? [])))
        }
        let others = described.filter { member in !declared.contains { $0.key == member.key } }
        return .object(
            (source.members ?? []).filter { $0.key != "$defs" } + (head.members ?? [])
                + [.init("$defs", .object(others + declared))])
    }

    package static let names: Set<String> = {
        var (names, rest) = (Set<String>(), [composed([:])])
        while let value = rest.popLast() {
            for member in value.members ?? [] {
                if member.key == "properties" {
                    names.formUnion((member.value.members ?? []).map(\.key))
                }
                rest.append(member.value)
            }
            rest += value.array ?? []
        }
        return names
    }()

    private static let definitions: [(name: String, shape: FieldShape)] =
        [
            ("source", .source),
            ("participant", ParticipantDraft.shape(or: .key)),
            ("sender", ParticipantDraft.shape(or: .identifier)),
            (
                "messageObject",
                .part(
                    MessageDraft.ownFields.declarations(in: MessageDraft())
                        + MessageDetails.fields.declarations(), or: [], needing: [])
            ),
            ("entity", EntityDraft.shape),
            ("attachment", .part(AttachmentDraft.fields.declarations(), or: [], needing: [])),
            ("selected", .part(Options.Criteria.declarations, or: [], needing: [])),
            ("service", words(Service.self)),
            ("direction", words(Call.Direction.self)),
            ("attachmentKind", words(Attachment.Kind.self)),
            (
                "content",
                .other(["enum": .array(ContentKind.allCases.map { .string($0.rawValue) })])
            ),
        ] + SettingsDecoder.parts.map { ($0.name, .object($0.fields)) }

    private static func words<Word: CaseIterable & RawRepresentable>(
        _ type: Word.Type
    ) -> FieldShape where Word.RawValue == String {
        .words(Word.allCases.map(\.rawValue))
    }
}
