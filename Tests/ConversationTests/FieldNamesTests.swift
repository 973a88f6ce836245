import JSON
import Testing

@testable import Conversation

@Suite struct FieldNamesTests {
    private let schema: JSONValue

    init() throws { schema = try JSONValue(parsing: Fixture.file("config/schema.json")) }

    private func resolved(_ node: JSONValue) -> JSONValue {
        guard let reference = node["$ref"]?.string else { return node }
        let steps = reference.split(separator: "/").dropFirst()
        return resolved(steps.reduce(schema) { $0[String($1)] ?? .null })
    }

    /// Visits every object of the schema with the pointer of an unknown member in it.
    private func walk(
        _ node: JSONValue, at pointer: String, depth: Int = 0, _ visit: (String, [String]) -> Void
    ) {
        guard depth < 10 else { return }
        let node = resolved(node)
        for word in ["anyOf", "oneOf", "allOf"] {
            for choice in node[word]?.array ?? [] {
                walk(choice, at: pointer, depth: depth + 1, visit)
            }
        }
        if let members = node["properties"]?.members {
            visit(pointer, members.map(\.key))
            for member in members {
                walk(member.value, at: pointer + "/" + member.key, depth: depth + 1, visit)
            }
        }
        if let items = node["items"] { walk(items, at: pointer + "/0", depth: depth + 1, visit) }
    }

    /// Settings are missing from the file and are known by their declarations.
    @Test func everyFieldOfTheSchemaIsKnownInItsObject() throws {
        let conversations = (schema["anyOf"]?.array ?? []).map(resolved)
            .filter { $0["properties"]?["messages"] != nil }
        #expect(!conversations.isEmpty)
        var count = 0
        for conversation in conversations {
            walk(conversation, at: "") { pointer, names in
                count += 1
                let known = Set(FieldNames.beside(pointer + "/unknown"))
                #expect(known.isSuperset(of: names), "\(pointer)")
            }
        }
        #expect(count > 25)
        let all = FieldNames.names.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(FieldNames.beside("/0/unknown") == FieldNames.names["messages"])
        #expect(all.count > 100)
    }
}
