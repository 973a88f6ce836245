import Basics

extension SettingsDecoder {
    func readContext(
        into conversation: inout Conversation, sides: inout Sides, fields: inout FieldReader
    ) {
        let document = JSONValue.object(
            RequestHead.ownFields.map(\.declaration.name).compactMap { name in
                members[name].map { JSONValue.Member(name, $0) }
            })
        let outer = enter(document, at: "", &fields)
        defer { leave(outer, &fields) }
        var head = RequestHead(conversation: conversation)
        _ = fields.object(into: &head)
        conversation = head.conversation
        sides.meKey = head.me
    }

    /// Makes `fields` read a part of the request, and returns the reader to restore afterwards.
    func enter(_ part: JSONValue, at prefix: String, _ fields: inout FieldReader) -> JSONReader {
        let outer = fields.json
        do {
            fields.json = try JSONReader(part.bytes, maxDepth: fields.limits.jsonDepth + 1)
        } catch { fields.stop(.json(error)) }
        fields.prefix = prefix
        fields.parameters = parameters
        return outer
    }

    func leave(_ outer: JSONReader, _ fields: inout FieldReader) {
        fields.json = outer
        fields.prefix = ""
        fields.parameters = [:]
    }
}
