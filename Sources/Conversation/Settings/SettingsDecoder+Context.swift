import JSON
import Markup

extension SettingsDecoder {
    /// Reads the small members of the request itself.
    func readContext(
        into conversation: inout Conversation, sides: inout Sides, fields: inout FieldReader
    ) throws(ConversationError) {
        let names = [
            "title", "subtitle", "kind", "me", "service", "timezone", "locale", "redacted",
        ]
        let document = JSONValue.object(
            names.compactMap { name in members[name].map { JSONValue.Member(name, $0) } })
        let outer = try enter(document, at: "", &fields)
        defer { leave(outer, &fields) }
        guard try fields.beginObject() else { return }
        while let key = try fields.nextKey() {
            switch key {
            case "title": conversation.title = try fields.line()
            case "subtitle": conversation.subtitle = try fields.line()
            case "kind": conversation.kind = try fields.choice() ?? conversation.kind
            case "me": sides.meKey = try fields.identifier()
            case "service": conversation.service = try fields.choice() ?? conversation.service
            case "redacted": conversation.isRedacted = try fields.flag()
            case "timezone": try readZone(into: &conversation, &fields)
            default: try readLocale(into: &conversation, &fields)
            }
        }
    }

    private func readZone(
        into conversation: inout Conversation, _ fields: inout FieldReader
    ) throws(ConversationError) {
        // An empty name is not a valid zone: times must not be shown in a zone that nobody chose.
        guard let name = try fields.string([.string]).map(CleanText.line) else { return }
        if let clock = Clock(zone: name) {
            fields.clock = clock
            conversation.timeZone = name
        } else {
            try fields.reject(.unknownTimeZone(FieldReader.excerpt(name)))
        }
    }

    private func readLocale(
        into conversation: inout Conversation, _ fields: inout FieldReader
    ) throws(ConversationError) {
        guard let name = try fields.string([.string]).map(CleanText.line) else { return }
        guard let tag = FieldReader.languageTag(name) else {
            return try fields.reject(.malformedLocale(FieldReader.excerpt(name)))
        }
        conversation.locale = tag
    }

    /// Makes `fields` read a part of the request, and returns the reader to restore afterwards.
    func enter(
        _ part: JSONValue, at prefix: String, _ fields: inout FieldReader
    ) throws(ConversationError) -> JSONReader {
        let outer = fields.json
        do {
            fields.json = try JSONReader(part.bytes, maxDepth: fields.limits.jsonDepth + 1)
        } catch { throw .json(error) }
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
