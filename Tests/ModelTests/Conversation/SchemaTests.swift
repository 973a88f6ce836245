import Basics
import Model
import Testing

@Suite struct SchemaTests {
    private let schema: JSONValue

    init() throws { schema = try RequestSchema(Fixture.file("config/schema.json")).value }

    @Test(arguments: Fixture.conversations)
    func fixturesAndWrittenConversationsAreValid(fixture: Fixture) throws {
        let checker = SchemaChecker(schema: schema)
        #expect(checker.faults(in: try JSONValue(parsing: fixture.bytes)).isEmpty)
        let written = try ConversationDecoder.decode(fixture.bytes).conversation.json()
        #expect(checker.faults(in: try JSONValue(parsing: written)).isEmpty)
    }

    @Test func examplesOfTheSchemaAreValidConversations() throws {
        let checker = SchemaChecker(schema: schema)
        for example in schema["examples"]?.array ?? [] {
            #expect(checker.faults(in: example).isEmpty)
            #expect(try ConversationDecoder.decode(example.bytes).warnings.isEmpty)
        }
    }

    /// The page at `/docs` shows this schema: each field needs a description, and each string an
    /// example.
    @Test func everyFieldIsDescribedWithAnExample() {
        var fields = 0
        func check(_ value: JSONValue, _ path: String) {
            for field in members(value["properties"]) {
                let (place, whole) = (path + "/" + field.key, resolved(field.value))
                fields += 1
                #expect(!descriptions(whole).isEmpty, "\(place) is not described")
                let isText = types(whole).contains("string") && whole["enum"] == nil
                #expect(!isText || hasExample(whole), "\(place) has no example")
            }
            for part in members(value) { check(part.value, path + "/" + part.key) }
            for (at, part) in (value.array ?? []).enumerated() { check(part, path + "/\(at)") }
        }
        check(schema, "")
        #expect(fields > 270)
    }

    /// The keywords beside a reference override its target.
    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let name = value["$ref"]?.string?.split(separator: "/").last,
            let target = schema["$defs"]?[String(name)]
        else { return value }
        // The last of two members with the same name counts.
        return .object(members(target) + members(value).filter { $0.key != "$ref" })
    }

    private func members(_ value: JSONValue?) -> [JSONValue.Member] {
        guard case .object(let members) = value else { return [] }
        return members
    }

    private func descriptions(_ value: JSONValue) -> [String] {
        let own = value["description"]?.string.map { [$0] } ?? []
        return own + (value["anyOf"]?.array ?? []).flatMap { descriptions(resolved($0)) }
    }

    private func types(_ value: JSONValue) -> [String] {
        value["type"]?.array?.compactMap(\.string) ?? value["type"]?.string.map { [$0] } ?? []
    }

    private func hasExample(_ value: JSONValue) -> Bool {
        value["examples"]?.array?.isEmpty == false || value["default"] != nil
    }

    @Test(arguments: [
        "3", "{}", "[]", #"{"messages":[]}"#, "[3]", #"[{"text":3}]"#, #"[{"status":"seen"}]"#,
        #"[{"location":{"lat":91}}]"#, #"[{"attachments":[{"size":-1}]}]"#,
        #"{"output":{"scale":9},"messages":["a"]}"#, #"{"participants":[{}],"messages":["a"]}"#,
        ##"{"participants":[{"id":"a","color":"#12"}],"messages":["a"]}"##,
        #"{"options":{"show":{"times":"often"}},"messages":["a"]}"#,
        #"{"output":{"split_by":"week"},"messages":["a"]}"#,
        #"{"output":{"split_by":0},"messages":["a"]}"#,
        #"[{"entities":[{"type":"bold"}]}]"#, #"[{"reactions":[{"count":1}]}]"#,
    ])
    func schemaRejectsWhatTheDecoderRejects(json: String) throws {
        let value = try JSONValue(parsing: Array(json.utf8))
        #expect(!SchemaChecker(schema: schema).faults(in: value).isEmpty)
        #expect(throws: ConversationError.self) { try ConversationDecoder.decode(Array(json.utf8)) }
    }

    private func words(_ path: [String]) -> Set<String> {
        var value: JSONValue? = schema["$defs"]
        for step in path {
            value = value?[step] ?? value?["anyOf"]?.array?.lazy.compactMap { $0[step] }.first
        }
        return Set((value?["enum"]?.array ?? []).compactMap(\.string))
    }

    @Test func enumValuesMatchTheDecoder() {
        func all<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> Set<String>
        where Choice.RawValue == String {
            Set(Choice.allCases.map(\.rawValue))
        }
        let message = ["messageObject", "properties"]
        #expect(words(["service"]) == all(Service.self))
        #expect(words(message + ["status"]) == all(Message.Status.self))
        #expect(words(message + ["dir"]) == all(Message.Direction.self))
        #expect(words(message + ["format"]) == all(TextFormat.self))
        #expect(words(message + ["call", "properties", "outcome"]) == all(Call.Outcome.self))
        #expect(words(["direction"]) == all(Call.Direction.self))
        #expect(words(["attachmentKind"]) == all(Attachment.Kind.self))
        #expect(words(["content"]) == all(ContentKind.self))
    }
}
