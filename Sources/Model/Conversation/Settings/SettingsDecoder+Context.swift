import Basics

extension SettingsDecoder {
    func readContext(
        into conversation: inout Conversation, sides: inout Sides, fields: inout FieldReader
    ) {
        let document = JSONValue.object(
            RequestHead.ownFields.map(\.declaration.name).compactMap { name in
                members[name].map { JSONValue.Member(name, $0) }
            })
        var head = RequestHead(conversation: conversation)
        read(document, at: "", into: &head, &fields)
        conversation = head.conversation
        sides.meKey = head.me
    }

    /// Makes `fields` read a part of the request. Returns false if it is not an object.
    @discardableResult
    private func read(
        _ part: JSONValue, at prefix: String, into value: inout some FieldObject,
        _ fields: inout FieldReader
    ) -> Bool {
        let outer = fields.json
        do {
            fields.json = try JSONReader(part.bytes, maxDepth: fields.limits.jsonDepth + 1)
        } catch { fields.stop(.json(error)) }
        fields.prefix = prefix
        fields.parameters = parameters
        defer {
            fields.json = outer
            fields.prefix = ""
            fields.parameters = [:]
        }
        return fields.object(into: &value)
    }

    func readOptions(into options: inout Options, fields: inout FieldReader) {
        guard let part = members["options"] else { return }
        read(part, at: "/options", into: &options, &fields)
    }

    func readOutput(into output: inout Output, fields: inout FieldReader) {
        guard let part = members["output"],
            read(part, at: "/output", into: &output, &fields)
        else { return }
        settleFrame(of: &output, &fields)
        settleCanvas(of: &output, scale: output.ownScale, &fields)
    }
}
