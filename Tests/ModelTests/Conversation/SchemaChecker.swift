import Basics

/// Validates the subset of JSON Schema 2020-12 that the schema uses. An unknown keyword is a fault.
struct SchemaChecker {
    let schema: JSONValue

    /// Pointers and keywords.
    func faults(in value: JSONValue) -> [String] { faults(value, schema, at: "") }

    private static let annotations: Set<String> = [
        "$schema", "$id", "$defs", "title", "description", "examples", "default",
    ]

    private func faults(_ value: JSONValue, _ schema: JSONValue, at pointer: String) -> [String] {
        (schema.members ?? []).flatMap { member -> [String] in
            if SchemaChecker.annotations.contains(member.key) { return [] }
            return faults(value, member.key, member.value, schema, at: pointer)
        }
    }

    private func faults(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue,
        at pointer: String
    ) -> [String] {
        func failing(unless holds: Bool) -> [String] { holds ? [] : ["\(pointer) \(keyword)"] }
        switch keyword {
        case "$ref":
            let name = String((rule.string ?? "").split(separator: "/").last ?? "")
            guard let target = self.schema["$defs"]?[name] else { return ["no \(rule)"] }
            return faults(value, target, at: pointer)
        case "anyOf":
            return failing(
                unless: rule.array?.contains { faults(value, $0, at: pointer).isEmpty } == true)
        case "enum": return failing(unless: rule.array?.contains(value) == true)
        case "type":
            let names = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
            return failing(unless: names.contains { isOfType($0, value) })
        case "minimum": return failing(unless: value.double.map { $0 >= rule.double ?? 0 } ?? true)
        case "maximum": return failing(unless: value.double.map { $0 <= rule.double ?? 0 } ?? true)
        case "minItems":
            return failing(unless: value.array.map { $0.count >= rule.int ?? 0 } ?? true)
        case "required":
            let names = rule.array?.compactMap(\.string) ?? []
            return failing(unless: value.members == nil || names.allSatisfy { value[$0] != nil })
        case "pattern":
            guard let text = value.string else { return [] }
            return failing(unless: (try? Regex(rule.string ?? "").firstMatch(in: text)) != nil)
        case "properties":
            return (value.members ?? []).flatMap { member in
                rule[member.key].map { faults(member.value, $0, at: pointer + "/" + member.key) }
                    ?? []
            }
        case "items":
            return (value.array ?? []).enumerated().flatMap {
                faults($1, rule, at: "\(pointer)/\($0)")
            }
        default: return ["unknown keyword \(keyword)"]
        }
    }

    private func isOfType(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "boolean": value.kind == .bool
        case "integer": value.kind == .number && value.int != nil
        default: value.kind.rawValue == name
        }
    }
}
