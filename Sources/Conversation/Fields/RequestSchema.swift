package import JSON

/// The request schema that `GET /schema.json` returns: `config/schema.json`, with the definitions
/// of `output` and `options` generated from the declarations of their fields.
package struct RequestSchema {
    package let value: JSONValue

    package init(_ file: [UInt8]) throws(JSONError) {
        value = Self.composed(try JSONValue(parsing: file))
    }

    private static func composed(_ source: JSONValue) -> JSONValue {
        guard case .object(var members) = source,
            let index = members.firstIndex(where: { $0.key == "$defs" }),
            case .object(var definitions) = members[index].value
        else { return source }
        for part in SettingsDecoder.parts {
            guard let place = definitions.firstIndex(where: { $0.key == part.name }) else {
                continue
            }
            definitions[place].value = FieldShape.object(part.fields).schema
        }
        members[index].value = .object(definitions)
        return .object(members)
    }
}
