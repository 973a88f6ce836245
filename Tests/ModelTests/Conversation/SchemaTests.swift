import Basics
import Foundation
import TestBytes
import Testing

@testable import Model

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

@Suite struct RoundTripTests {
    private func again(_ conversation: Conversation, pretty: Bool = false) throws -> Conversation {
        try ConversationDecoder.decode(conversation.json(pretty: pretty)).conversation
    }

    /// Removes the pointers of media, which may differ.
    private func unplaced(_ conversation: Conversation) -> Conversation {
        var conversation = conversation
        for index in conversation.media.indices { conversation.media[index].pointer = "" }
        return conversation
    }

    @Test(arguments: Fixture.conversations)
    func writtenConversationsReadBackEqual(fixture: Fixture) throws {
        let conversation = try ConversationDecoder.decode(fixture.bytes).conversation
        #expect(try unplaced(again(conversation)) == unplaced(conversation))
        #expect(try unplaced(again(conversation, pretty: true)) == unplaced(conversation))
        #expect(try again(conversation).json() == conversation.json())
    }

    @Test func fixturesExist() {
        #expect(Fixture.conversations.count >= 10)
    }

    @Test func mediaCanBeExcluded() throws {
        let conversation = try decode(
            #"[{"attachments":[{"kind":"image","src":"data:;base64,AAEC"}]}]"#
        ).conversation
        let json = String(decoding: conversation.json(includingMedia: false), as: UTF8.self)
        #expect(json.contains(#""attachments":[{"kind":"image"}]"#))
    }
}

@Suite struct WritingTests {
    private struct Full: Error {}

    private let conversation: Conversation = {
        var conversation = Conversation()
        conversation.messages = (0..<50).map { number in
            var message = Message()
            message.body = [.paragraph(RichText("message \(number)"))]
            message.at = Moment(milliseconds: Int64(number) * 1_000_003)
            return message
        }
        return conversation
    }()

    @Test(arguments: [1, 100, 1000, 1 << 18])
    func piecesJoinToTheWhole(size: Int) {
        var pieces: [[UInt8]] = []
        conversation.writeJSON(inPieces: size) { pieces.append($0) }
        #expect(Array(pieces.joined()) == conversation.json(pretty: true))
        // Every piece exceeds the size by at most one message, and only the last piece is smaller.
        #expect(pieces.allSatisfy { $0.count < size + 200 + 300 })
        #expect(pieces.dropLast().allSatisfy { $0.count >= size })
        #expect(size > 1000 || pieces.count > 1)
    }

    @Test func writingStopsAtTheFirstError() {
        var pieces = 0
        #expect(throws: Full.self) {
            try conversation.writeJSON(inPieces: 100) { _ throws(Full) in
                pieces += 1
                if pieces == 2 { throw Full() }
            }
        }
        #expect(pieces == 2)
    }

    /// The fast path writes the same digits as the general formatter; a year beyond four digits is
    /// written as a number.
    @Test(arguments: [
        -62_167_219_200_001, -62_167_219_200_000, -62_135_596_800_000, -1, 0, 1, 999, 1000,
        86_399_999,
        86_400_000, 951_782_399_999, 951_782_400_000, 1_577_836_805_120, 253_402_300_799_999,
        253_402_300_800_000,
    ])
    func timesAreWrittenAsText(milliseconds: Int) throws {
        let moment = Moment(milliseconds: Int64(milliseconds))
        var conversation = Conversation()
        conversation.messages = [Message()]
        conversation.messages[0].at = moment
        let json = String(decoding: conversation.json(), as: UTF8.self)
        let text = String(moment.text.dropLast())
        let isWritten = TimeText(text) == .local(Int64(milliseconds))
        #expect(
            json.contains(isWritten ? "\"at\":\"\(text)\"" : "\"at\":\(milliseconds)"), "\(json)")
        #expect(isWritten == (0...9999 ~= CivilTime(milliseconds: Int64(milliseconds)).year))
    }

    @Test func timesAreWrittenInTheirZone() {
        var conversation = Conversation()
        conversation.timeZone = "Europe/Berlin"
        // Summer, winter, and both occurrences of the repeated hour.
        let times: [Int64] = [
            1_590_915_600_000, 1_577_836_800_000, 1_603_584_000_000, 1_603_587_600_000,
        ]
        conversation.messages = times.map { time in
            var message = Message()
            message.at = Moment(milliseconds: time)
            return message
        }
        let json = String(decoding: conversation.json(), as: UTF8.self)
        for at in [
            "\"2020-05-31T11:00:00\"", "\"2020-01-01T01:00:00\"", "\"2020-10-25T02:00:00\"",
            "1603587600000",
        ] {
            #expect(json.contains("\"at\":" + at), "\(json)")
        }
    }
}

struct Fixture: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: path)))
    }

    static let conversations: [Fixture] = {
        let folder = root.appending(path: "Tests/Fixtures/Conversations")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map {
                Fixture(name: name, bytes: [UInt8]($0))
            }
        }
    }()
}

@Suite struct MutationTests {
    /// Xorshift64*, deterministic.
    private static let pieces: [[UInt8]] = [
        "null", "true", "-1", "1e400", "99999999999999999999", "0.1", "\"\"", "\"x\"", "[]", "{}",
        "[[[[", "}", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\\u202e", "\u{301}\u{301}",
        "\"2026-02-30\"", "\"https://a.b\"", "\"data:;base64,A\"", "\"*_~`|<:[(\"",
        "-9223372036854775808", "9223372036854775807", "{\"data\":\"AAA\"}", "{\"file\":\"../x\"}",
        "\"markdown\"", "\"slack\"", "😀", "\u{0}",
    ].map { Array($0.utf8) }

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) {
            guard !bytes.isEmpty else { break }
            let start = random.below(bytes.count)
            let end = min(bytes.count, start + random.below(random.below(8) == 0 ? 200 : 8))
            switch random.below(5) {
            case 0: bytes[start] = UInt8(truncatingIfNeeded: random.below(256))
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
            case 3:
                bytes.replaceSubrange(
                    start..<end,
                    with: MutationTests.pieces[random.below(MutationTests.pieces.count)]
                )
            default: replaceValue(in: &bytes, from: start, &random)
            }
        }
        return bytes
    }

    /// Most results are still valid JSON.
    private func replaceValue(
        in bytes: inout [UInt8], from start: Int, _ random: inout SeededRandom
    ) {
        guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let stops = Array(",}]".utf8)
        guard let end = bytes[(colon + 1)...].firstIndex(where: { stops.contains($0) }) else {
            return
        }
        bytes.replaceSubrange(colon + 1..<end, with: MutationTests.pieces[random.below(18)])
    }

    /// Every input gives a conversation or an error: nothing traps, and every decoded conversation
    /// can be prepared, written and decoded again.
    @Test(arguments: Fixture.conversations)
    func anyInputGivesAConversationOrAnError(fixture: Fixture) throws {
        var random = SeededRandom(seed: 0x9E37_79B9 ^ UInt64(fixture.bytes.count) | 1)
        var limits = Limits()
        limits.messageCharacters = 5000
        var read = 0
        for _ in 0..<400 {
            let bytes = mutated(fixture.bytes, &random)
            let request: RenderRequest
            do throws(ConversationError) {
                request = try ConversationDecoder.decode(
                    bytes, overrides: [("redact.pattern", "[a-e]+"), ("order", "desc")],
                    limits: limits)
            } catch {
                if case .invalid(let faults) = error { #expect((1...20).contains(faults.count)) }
                continue
            }
            read += 1
            _ = try request.prepared().conversation
            let written = request.conversation.json()
            _ = try JSONValue(parsing: written)
            do throws(ConversationError) {
                let again = try ConversationDecoder.decode(written).conversation
                #expect(again.messages.count == request.conversation.messages.count)
            } catch {
                Testing.Issue.record("\(error): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(read > 10)
    }

    @Test(arguments: Fixture.conversations)
    func everyTruncationIsAnError(fixture: Fixture) {
        let step = max(1, fixture.bytes.count / 150)
        for end in stride(from: 0, to: fixture.bytes.count - 2, by: step) {
            #expect(throws: ConversationError.self) {
                try ConversationDecoder.decode(Array(fixture.bytes.prefix(end)))
            }
        }
    }
}
