import Basics
import Foundation
import Testing

@testable import Importing
@testable import Model

@Suite struct RecordTests {
    /// Reads records whose members are the facts that a test needs.
    private struct Reader: RecordReader {
        static let unknown = (noun: "line", outcome: "omitted")

        var me: String? { "ana" }

        func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
            guard let key = source.text("from") else { return nil }
            let person = Record.Person(
                key: key, name: source.text("name"), handle: source.text("handle"))
            var record = Record(source.text("id"), at: nil, from: person)
            record.message.body = Body.plain(source.text("text") ?? "")
            if let path = source.text("path") {
                record.files.append(RecordFile(.file, at: .path(path)))
            }
            if let path = source.text("beside") {
                record.files.append(RecordFile(.file, at: .beside(path)))
            }
            if let type = source.text("type") { context.pass(type) }
            if source.flag("notice") { record.becomeNotice(.memberJoined, by: [key]) }
            record.isShown = !source.flag("hidden")
            return record
        }
    }

    private func read(
        _ records: [String], document: String = "", beside files: FileLookup = .none
    ) throws -> ConversationBuilder {
        let sources = ExportFiles([], name: "export.json", beside: files, limits: Limits())
        var builder = ConversationBuilder(
            options: ImportOptions(), phrases: ShippedImport.phrases, importer: "test",
            clock: Clock(), zone: "UTC", from: sources)
        var driver = RecordDriver(Reader(), document: document, builder)
        let values = try records.map { try JSONValue(parsing: Array($0.utf8)) }
        try driver.read(values, &builder)
        driver.end(&builder)
        return builder
    }

    @Test func recordsWithTheSameKeyShareAParticipant() throws {
        let builder = try read([
            #"{"from": "ben", "name": "Ben"}"#, #"{"from": "ben", "name": "B.", "handle": "@b"}"#,
            #"{"from": "ana", "name": "Ana"}"#,
        ])
        let people = builder.conversation.participants
        #expect(people.map(\.name) == ["Ben", "Ana"])
        #expect(people[0].handle == "@b")
        #expect(builder.conversation.messages.map(\.from) == [0, 0, 1])
        #expect(builder.conversation.me == 1)
    }

    @Test func aNoticeHasNoSenderButItsPersonTakesPart() throws {
        let builder = try read([#"{"from": "ben", "notice": true}"#])
        #expect(builder.conversation.participants.map(\.id) == ["ben"])
        #expect(builder.conversation.messages.map(\.from) == [nil])
        #expect(builder.conversation.messages[0].details.system?.actors == ["ben"])
    }

    @Test func aHiddenEntryCountsAsEmptyAndOtherRecordsAreNoEntries() throws {
        var builder = try read([#"{"from": "ben", "hidden": true}"#, "{}", #"{"from": "ana"}"#])
        builder.endEntry()
        #expect(builder.conversation.messages.count == 1)
        #expect(builder.entries.read == 2)
        #expect(builder.entries.empty == 1)
    }

    @Test func pathsBesideARecordAreSearchedInTheFolderOfItsFile() throws {
        let files = FileLookup(["one/a.txt": [1], "two/a.txt": [1, 2]])
        let builder = try read(
            [#"{"from": "ben", "path": "a.txt", "beside": "a.txt"}"#],
            document: "two/messages.json", beside: files)
        let attachments = builder.conversation.messages[0].attachments
        #expect(attachments.map(\.size) == [nil, 2])
        #expect(attachments.map(\.missing) == [RecordFile.absent, nil])
    }

    @Test func partsOfUnknownTypesAreCountedInOneWarningEach() throws {
        let builder = try read([
            #"{"from": "ben", "type": "zap"}"#, #"{"from": "ben", "type": "zap"}"#,
            #"{"from": "ben", "type": "buzz"}"#,
        ])
        #expect(
            builder.warnings.map(\.detail) == [
                "1 line of the type buzz omitted", "2 lines of the type zap omitted",
            ])
    }
}

@Suite struct GenericRecordTests {
    private func record(_ text: String) throws -> GenericRecord {
        GenericRecord(try JSONValue(parsing: Array(text.utf8)))
    }

    @Test(
        arguments: [
            (#"{"sender":"Ana"}"#, "Ana", "sender", nil),
            (#"{"author":{"name":"Ana","id":7}}"#, "Ana", "author.name", "7"),
            (#"{"u":{"username":"ana"}}"#, "ana", "u.username", nil),
            (
                #"{"user":{"first_name":"Ana","last_name":"Ruiz"}}"#, "Ana Ruiz",
                "user.first_name + last_name", nil
            ),
            (#"{"user":"U1","user_name":"Ana"}"#, "Ana", "user_name", nil),
            (#"{"user_id":"U1","userName":"Ana"}"#, "Ana", "userName", "U1"),
            (#"{"role":"admin","Sender Name":"Ana"}"#, "Ana", "Sender Name", nil),
            (#"{"from":12,"text":"x"}"#, "12", "from", nil),
            (#"{"sender":null,"name":"Ana"}"#, "Ana", "name", nil),
            (#"{"sender":["Ana"]}"#, nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func senderIsTheMostSpecificName(
        text: String, name: String?, path: String?, id: String?
    ) throws {
        let record = try record(text)
        #expect(record.sender?.value == name && record.sender?.path == path)
        #expect(record.senderID?.value == id)
    }

    @Test(arguments: [
        "1700000000", #""1700000000""#, "1700000000000", "1700000000000000",
        #""2023-11-14T22:13:20Z""#, #"{"$date":"2023-11-14T23:13:20+01:00"}"#,
        #"{"$date":{"$numberLong":"1700000000000"}}"#, #"{"_seconds":1700000000,"_nanoseconds":0}"#,
    ])
    func timesAreReadInAllForms(value: String) throws {
        let record = try record(#"{"created_at":\#(value)}"#)
        guard case .instant(let moment)? = record.time?.value else {
            Issue.record("The record has no time.")
            return
        }
        #expect(moment.milliseconds == 1_700_000_000_000)
        #expect(record.time?.path == "created_at")
    }

    @Test(arguments: ["17", #""2024""#, "true", #""yesterday""#, "[1700000000]", "-1700000000"])
    func countsAndWordsAreNotTimes(value: String) throws {
        #expect(try record(#"{"time":\#(value)}"#).time == nil)
    }

    @Test func dateAndTimeFieldsAreCombined() throws {
        let whole = try record(#"{"date":"2023-11-14","time":"22:13:20"}"#)
        #expect(whole.time?.value == .local(1_700_000_000_000))
        #expect(try record(#"{"date":"2023-11-14","time":"night"}"#).time?.path == "date")
    }

    @Test(
        arguments: [
            (#"{"text":"Hi"}"#, "Hi", "text"),
            (#"{"message":{"content":"Hi"}}"#, "Hi", "message.content"),
            (#"{"content":[{"text":"a"},{"text":"b"}]}"#, "a\nb", "content[].text"),
            (#"{"body":["a ",{"type":"bold","text":"b"}]}"#, "a b", "body[].text"),
            (#"{"parts":["a","b"]}"#, "a\nb", "parts[]"), (#"{"text":"","msg":"Hi"}"#, "Hi", "msg"),
            (#"{"text":{"n":1}}"#, nil, nil), (#"{"value":5}"#, nil, nil),
        ] as [(String, String?, String?)])
    func textIsAStringOrParts(text: String, value: String?, path: String?) throws {
        let record = try record(text)
        #expect(record.text?.value == value && record.text?.path == path)
    }

    @Test func nestingIsLimited() throws {
        let deep =
            String(repeating: #"{"text":"#, count: 40) + #""x""#
            + String(repeating: "}", count: 40)
        #expect(try record(deep).text == nil)
    }
}

/// Each field of a JSON fixture gets a value of another type.
@Suite struct WrongTypeTests {
    private static var values: [Any] {
        [-1e300, "\u{0}x", [Any](), [String: Any](), NSNull(), [[1, "a"], ["b": [true]]]]
    }

    @Test(arguments: Fixture.all)
    func wrongTypesAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        let options = try fixture.options
        for document in Self.documents(bytes) {
            for (place, name) in Self.names(in: document.value).sorted().prefix(80).enumerated() {
                // One other type for each name, in turn.
                for value in [Self.values[place % Self.values.count]] {
                    let changed = Self.replacing(name, with: value, in: document.value)
                    guard let text = try? JSONSerialization.data(withJSONObject: changed) else {
                        continue
                    }
                    let export = document.before + Array(text) + document.after
                    guard
                        let imported = try? ShippedImport.read(
                            export, name: try fixture.name, options: options)
                    else { continue }
                    Invariants.check(imported.conversation)
                }
            }
        }
    }

    private typealias Document = (before: [UInt8], value: Any, after: [UInt8])

    /// The whole file, or each of its lines.
    private static func documents(_ bytes: [UInt8]) -> [Document] {
        if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
            return [([], value, [])]
        }
        return bytes.split(separator: 0x0A).prefix(12).compactMap { line in
            guard let value = try? JSONSerialization.jsonObject(with: Data(line)) else {
                return nil
            }
            return (Array(bytes[..<line.startIndex]), value, Array(bytes[line.endIndex...]))
        }
    }

    private static func names(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { names, member in
                names.insert(member.key)
                names.formUnion(self.names(in: member.value))
            }
        case let array as [Any]: array.reduce(into: []) { $0.formUnion(self.names(in: $1)) }
        default: []
        }
    }

    private static func replacing(_ name: String, with other: Any, in value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { key, inner in
                    (key, key == name ? other : replacing(name, with: other, in: inner))
                })
        case let array as [Any]: array.map { replacing(name, with: other, in: $0) }
        default: value
        }
    }
}

/// A record that its format does not have is shown or reported.
@Suite struct UnknownRecordTests {
    private static let unknown: JSONValue = ["type": "zxq", "zxq": "an unknown record"]

    private static let documents = Fixture.all.filter { fixture in
        (try? fixture.export)?.pathExtension == "json" && (try? fixture.options)?.chat == nil
    }

    @Test(arguments: documents)
    func unknownRecordsAreNeverDroppedSilently(fixture: Fixture) throws {
        // Some fixtures are damaged.
        guard let document = try? JSONValue(parsing: fixture.bytes),
            let before = read(document, fixture)
        else { return }
        var records: [ArraySlice<Int>] = []
        for path in Self.arrays(in: document).map({ $0[...] }) {
            guard !records.contains(where: path.starts) else { continue }
            // The import shows records as messages.
            let without = read(document.changing(path) { $0.removeLast() }, fixture)
            guard without.map({ $0.messages < before.messages }) ?? true else { continue }
            records.append(path)
            guard let after = read(document.changing(path) { $0.append(Self.unknown) }, fixture)
            else { continue }
            #expect(after != before, "\(path)")
        }
    }

    private struct Outcome: Equatable {
        var messages: Int
        var warnings: [String]
    }

    private func read(_ document: JSONValue, _ fixture: Fixture) -> Outcome? {
        guard
            let imported = try? ShippedImport.read(
                document.bytes, name: fixture.name, options: fixture.options)
        else { return nil }
        return Outcome(
            messages: imported.conversation.messages.count,
            warnings: imported.warnings.map(\.detail))
    }

    /// As positions of members and elements. Of an array's elements, only the first is searched.
    private static func arrays(in value: JSONValue) -> [[Int]] {
        if let elements = value.array {
            guard let first = elements.first, first.kind == .object else { return [] }
            return [[]] + arrays(in: first).map { [0] + $0 }
        }
        return (value.members ?? []).enumerated().flatMap { place, member in
            arrays(in: member.value).map { [place] + $0 }
        }
    }
}

extension JSONValue {
    fileprivate func changing(
        _ path: ArraySlice<Int>, _ change: (inout [JSONValue]) -> Void
    ) -> JSONValue {
        if var elements = array {
            if let place = path.first {
                elements[place] = elements[place].changing(path.dropFirst(), change)
            } else {
                change(&elements)
            }
            return .array(elements)
        }
        guard var members, let place = path.first else { return self }
        members[place].value = members[place].value.changing(path.dropFirst(), change)
        return .object(members)
    }
}

/// A line that its format does not have is shown, reported, or makes the import fail.
@Suite struct UnknownLineTests {
    private static let line = "zxq unknown line"

    private static let texts = Fixture.all.filter { fixture in
        ["txt", "log", "csv"].contains((try? fixture.export)?.pathExtension)
            // In others, the line may be part of another chat, or damage the encoding.
            && (try? fixture.options)?.chat == nil
            && (try? fixture.bytes).map { String(validating: $0, as: UTF8.self) != nil } ?? false
    }

    @Test(arguments: texts)
    func unknownLinesAreNeverDroppedSilently(fixture: Fixture) throws {
        let text = String(decoding: try fixture.bytes, as: UTF8.self)
        let separator = text.contains("\r\n") ? "\r\n" : "\n"
        let lines = text.split(separator: separator, omittingEmptySubsequences: false)
        let before = try warnings(fixture, text)
        for place in Set([0, 1, lines.count / 2, lines.count - 1]).sorted() {
            var changed = lines
            changed.insert(Self.line[...], at: min(place, lines.count))
            let changedText = changed.joined(separator: separator)
            guard
                let imported = try? ShippedImport.read(
                    Array(changedText.utf8), name: fixture.name, options: fixture.options)
            else { continue }
            let isShown = ConversationText.of(imported).contains("zxq")
            let isReported = imported.warnings.contains { warning in
                [.unsupported, .importing].contains(warning.kind)
                    && !before.contains(warning.detail)
            }
            #expect(isShown || isReported, "line \(place + 1)")
        }
    }

    private func warnings(_ fixture: Fixture, _ text: String) throws -> [String] {
        try ShippedImport.read(
            Array(text.utf8), name: fixture.name, options: fixture.options
        ).warnings.map(\.detail)
    }
}

/// Every declared field of a message survives if only one of two exports has it, so that a new field
/// is not forgotten in `MessageMerger`.
@Suite struct JoinedFieldsTests {
    private func part(_ member: JSONValue.Member?, name: String) throws -> JoinPart {
        var members: [JSONValue.Member] = [
            .init("from", "Ana"), .init("at", "2026-05-01T10:00:00Z"), .init("text", "Hi there"),
        ]
        if let member { members.append(member) }
        let request = JSONValue.object([.init("messages", .array([.object(members)]))])
        let talk = try ConversationDecoder.decode(request.bytes).conversation
        return JoinPart(talk, name: name, format: "chatprint", sha256: name)
    }

    private func check(_ rich: JSONValue.Member?, _ plain: JSONValue.Member?, _ name: String) throws
    {
        let whole = try part(rich, name: "a")
        // The first of two equally old exports is that with the smaller digest.
        for other in ["0", "b"] {
            let joined = try join([whole, part(plain, name: other)]).conversation.messages
            guard joined.count == 1 else {
                Issue.record("\(name): \(joined.count) messages")
                continue
            }
            var (details, known) = (joined[0].details, whole.conversation.messages[0].details)
            details.sources = []
            if name == "deleted" { details.differences = [] }
            known.sources = []
            #expect(details == known, "\(name), \(other)")
            #expect(joined[0].attachments == whole.conversation.messages[0].attachments, "\(name)")
        }
    }

    /// Events are matched by their action; joining itself sets the sources.
    private static let others: Set = ["system", "sources", "differences", "unread"]

    @Test(arguments: MessageDetails.declarations.map(\.name))
    func everyDetailIsKept(name: String) throws {
        guard !Self.others.contains(name) else { return }
        let field = try #require(MessageDetails.declarations.first { $0.name == name })
        let example = try #require(field.examples.first ?? Self.example(of: field.shape))
        // A call is not the same message as a text.
        try check(.init(name, example), name == "call" ? .init("call", [:]) : nil, name)
    }

    @Test(arguments: AttachmentDraft.declarations.map(\.name))
    func everythingAboutAFileIsKept(name: String) throws {
        let field = try #require(AttachmentDraft.declarations.first { $0.name == name })
        guard let example = field.examples.first ?? Self.example(of: field.shape) else { return }
        func attachment(_ members: JSONValue.Member...) -> JSONValue.Member {
            .init("attachments", .array([.object([.init("kind", "file")] + members)]))
        }
        let isKind = name == "kind" || name == "type"
        try check(
            isKind
                ? .init("attachments", .array([.object([.init(name, example)])]))
                : attachment(.init(name, example)), attachment(), name)
    }

    private static func example(of shape: FieldShape) -> JSONValue? {
        switch shape {
        case .flag: true
        case .number, .integer: 3
        case .words(let words, _): words.first.map { .string($0) }
        case .list(.other): [1, 3]
        case .defined("time"): "2026-05-01T10:00:00Z"
        case .defined("duration"): 3
        case .defined("service"): "sms"
        case .part: true
        default: nil
        }
    }
}
