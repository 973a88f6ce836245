import Basics
import Model
import Testing

@testable import Importing

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
