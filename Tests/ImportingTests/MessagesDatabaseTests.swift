import Basics
import Foundation
import Model
import Readers
import Synchronization
import TestBytes
import Testing

@testable import Importing

@Suite struct MessagesDatabaseTests {
    private static let folder = Fixture.folder.appending(path: "imessage/mac")

    /// Reads files of the folder in ranges, as the command reads large files and folders.
    private static func files(_ folder: URL = folder) throws -> FileLookup {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var files: [String: [UInt8]] = [:]
        for name in names where !folder.appending(path: name).hasDirectoryPath {
            files[name] = (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
        }
        let found = files
        return FileLookup(
            names: found.keys.sorted(), size: { found[$0]?.count },
            read: { name, range in
                found[name].map { Array($0[range.clamped(to: $0.indices)]) }
            })
    }

    private static func read(_ export: Export, chat: String?) throws -> Imported {
        return try ShippedImport.read(export, options: ImportOptions(chat: chat))
    }

    @Test(arguments: ["+15550101", "chat100200", "+15550102, cleo@example.net"])
    func folderFileAndArchiveAreTheSame(chat: String) throws {
        let files = try Self.files()
        let names = ["Benno, cleo@example.net": "+15550102, cleo@example.net"]
        let wanted = names.first { $0.value == chat }?.key ?? chat
        let folder = try Self.read(Export(folder: files, name: "mac"), chat: wanted)
        let file = try Self.read(Export(file: "chat.db", in: files), chat: wanted)
        #expect(folder.conversation == file.conversation)
        #expect(folder.importer == "imessage")
        #expect(folder.warnings == file.warnings)
        let archive = ZipBuilder.archive(of: files.names.map { ($0, files[$0] ?? []) })
        let packed = try Self.read(Export(archive, name: "mac.zip"), chat: wanted)
        #expect(packed.conversation == folder.conversation)
    }

    @Test func aDatabaseAloneHasNumbersForNames() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "chat.db")))
        let alone = try Self.read(Export(bytes, name: "3d0d7e5f"), chat: "+15550101")
        #expect(alone.conversation.title == "+15550101")
        #expect(alone.conversation.participants.map(\.name) == ["Me", "+15550101", "+15550102"])
    }

    @Test func aCardFileNamesPeople() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "chat.db")))
        let cards = """
            BEGIN:VCARD
            VERSION:3.0
            FN:Ana from the lake
            TEL:555-0101
            END:VCARD
            BEGIN:VCARD
            VERSION:3.0
            FN:Benno
            TEL;TYPE=CELL:+1 (555) 0102
            END:VCARD
            """
        let files = FileLookup(["people.vcf": Array(cards.utf8)])
        let read = try Self.read(
            Export(bytes, name: "chat.db", beside: files), chat: "Ana from the lake")
        #expect(read.conversation.participants.map(\.name) == ["Me", "Ana from the lake", "Benno"])
    }

    @Test func aHotJournalIsExplained() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "chat.db")))
        let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0]
        let files = FileLookup(["chat.db-journal": journal])
        let fault = #expect(throws: ImportError.self) {
            try Self.read(Export(bytes, name: "chat.db", beside: files), chat: nil)
        }
        #expect(fault == .database(file: "chat.db", .hotJournal))
    }

    @Test func aLogBesideTheFileIsRead() throws {
        let files = try Self.files(Fixture.folder.appending(path: "imessage/log"))
        let read = try Self.read(Export(file: "chat.db", in: files), chat: nil)
        #expect(read.conversation.messages.count == 3)
        let damaged = FileLookup([
            "chat.db-wal": Array("not a log".utf8), "chat.db": files["chat.db"] ?? [],
        ])
        let without = try Self.read(Export(file: "chat.db", in: damaged), chat: nil)
        #expect(without.conversation.messages.count == 1)
        #expect(without.warnings.contains { $0.detail.hasPrefix("chat.db-wal is damaged") })
    }

    /// A list reads each page of the database about once, and a chat only its own messages.
    @Test func aListIsOnePass() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "chat.db")))
        let total = Mutex(0)
        let files = FileLookup(
            names: [], size: { $0 == "chat.db" ? bytes.count : nil },
            read: { name, range in
                guard name == "chat.db" else { return nil }
                let range = range.clamped(to: bytes.indices)
                total.withLock { $0 += range.count }
                return Array(bytes[range])
            })
        #expect(try ShippedImport.chats(in: Export(file: "chat.db", in: files)).count == 3)
        // The head is read for recognition, too.
        #expect(total.withLock { $0 } < 3 * bytes.count)
    }

    @Test func numbersMatchWithAndWithoutTheirCountryCode() {
        var book = ContactBook()
        book.add(Contact(name: "Ana", phones: ["(030) 5550 101"], emails: ["Ana@example.org"]))
        book.add(Contact(name: "Ben", phones: ["+1 555 010 2222"]))
        book.add(Contact(name: "Cleo", phones: ["+44 555 010 2222"]))
        book.add(Contact(name: "Short", phones: ["101"]))
        #expect(book.person("+49305550101")?.name == "Ana")
        #expect(book.person("ana@EXAMPLE.org")?.name == "Ana")
        #expect(book.person("+15550102222")?.name == "Ben")
        // Two people end with these digits.
        #expect(book.person("5550102222") == nil)
        #expect(book.person("101") == nil)
        #expect(book.person("+4930555010") == nil)
    }
}

/// Databases whose values no phone writes.
@Suite struct HostileDatabaseTests {
    // MARK: Messages

    private static let messages = [
        "CREATE TABLE handle(id TEXT)", "INSERT INTO handle VALUES('+4915550100')",
        "CREATE TABLE chat(guid TEXT, style INTEGER, chat_identifier TEXT)",
        "INSERT INTO chat VALUES('iMessage;-;+4915550100', 45, '+4915550100')",
        "CREATE TABLE chat_message_join(chat_id INTEGER, message_id INTEGER)",
        "CREATE TABLE chat_handle_join(chat_id INTEGER, handle_id INTEGER)",
        "INSERT INTO chat_handle_join VALUES(1, 1)",
    ]

    private func messages(_ statements: [String]) throws -> Conversation {
        let (_, bytes) = try BuiltDatabase.bytes(
            [],
            then: Self.messages + statements
                + ["INSERT INTO chat_message_join SELECT 1, rowid FROM message"])
        return try ShippedImport.read(bytes, name: "chat.db", options: ImportOptions()).conversation
    }

    @Test func timesAtTheEndsOfTheirRangeAreRead() throws {
        let read = try messages([
            "CREATE TABLE message(guid TEXT, text TEXT, date INTEGER, handle_id INTEGER, date_read INTEGER)",
            "INSERT INTO message VALUES('a', 'first', \(Int.min), 1, \(Int.max))",
            "INSERT INTO message VALUES('b', 'second', \(Int.max), 1, \(Int.min))",
        ])
        #expect(read.messages.map { $0.body.first?.plainText } == ["first", "second"])
    }

    private static func poll(_ options: Int) throws -> String {
        let items = (0..<options).map { #"{"optionIdentifier":"o\#($0)","text":"\#($0)"}"# }
        return try archive(
            #"{"item":{"title":"?","orderedPollOptions":[\#(items.joined(separator: ","))]}}"#)
    }

    /// The address `data:,` with JSON in Base64, in an archive of a URL, as a literal of SQL.
    private static func archive(_ json: String) throws -> String {
        let url = "data:,\(Data(json.utf8).base64EncodedString())"
        let archive: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["URL": url],
            "$objects": ["$null"],
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: archive, format: .binary, options: 0)
        return "x'" + Hexadecimal.text(of: Array(bytes)) + "'"
    }

    @Test func pollsWithTheSameIDAreReadApart() throws {
        let bundle =
            "'com.apple.messages.MSMessageExtensionBalloonPlugin:0:com.apple.messages.Polls'"
        let vote = #"{"item":{"votes":[{"voteOptionIdentifier":"o3"}]}}"#
        let read = try messages([
            "CREATE TABLE message(guid TEXT, text TEXT, date INTEGER, handle_id INTEGER, balloon_bundle_id TEXT, payload_data BLOB, associated_message_guid TEXT, associated_message_type INTEGER)",
            "INSERT INTO message VALUES('a', NULL, 1, 1, \(bundle), \(try Self.poll(1)), NULL, 0)",
            "INSERT INTO message VALUES('a', NULL, 2, 1, \(bundle), \(try Self.poll(5)), NULL, 0)",
            "INSERT INTO message VALUES('v', NULL, 3, 1, \(bundle), \(try Self.archive(vote)), 'a', 4000)",
        ])
        #expect(read.messages.compactMap { $0.details.poll?.options.count } == [1, 5])
        #expect(read.messages.last?.details.poll?.options[3].votes == 1)
    }

    @Test func voteThatCannotBeReadIsCounted() throws {
        let bundle =
            "'com.apple.messages.MSMessageExtensionBalloonPlugin:0:com.apple.messages.Polls'"
        let (_, bytes) = try BuiltDatabase.bytes(
            [],
            then: Self.messages + [
                "CREATE TABLE message(guid TEXT, text TEXT, date INTEGER, handle_id INTEGER, balloon_bundle_id TEXT, payload_data BLOB, associated_message_guid TEXT, associated_message_type INTEGER)",
                "INSERT INTO message VALUES('a', NULL, 1, 1, \(bundle), \(try Self.poll(2)), NULL, 0)",
                "INSERT INTO message VALUES('v', NULL, 2, 1, \(bundle), x'00', 'a', 4000)",
                "INSERT INTO chat_message_join VALUES(1, 1), (1, 2)",
            ])
        let read = try ShippedImport.read(bytes, name: "chat.db", options: ImportOptions())
        #expect(
            read.warnings.contains {
                $0.detail == "1 vote or change of a poll that cannot be read omitted"
            })
    }

    // MARK: WhatsApp

    private static let android = [
        "CREATE TABLE jid(_id INTEGER PRIMARY KEY, raw_string TEXT)",
        "INSERT INTO jid VALUES(1, '4915550100@s.whatsapp.net'), (2, '111@lid')",
        "CREATE TABLE chat(_id INTEGER PRIMARY KEY, jid_row_id INTEGER)",
        "INSERT INTO chat VALUES(1, 1)",
        "CREATE TABLE message(_id INTEGER PRIMARY KEY, chat_row_id INTEGER, from_me INTEGER, timestamp INTEGER, text_data TEXT, message_type INTEGER)",
    ]

    private func android(_ statements: [String]) throws -> Conversation {
        let (_, bytes) = try BuiltDatabase.bytes([], then: Self.android + statements)
        return try ShippedImport.read(bytes, name: "msgstore.db", options: ImportOptions())
            .conversation
    }

    @Test func callsAndAlbumsMayStateAnyNumber() throws {
        let read = try android([
            "INSERT INTO message VALUES(1, 1, 0, \(Int.max), 'late', 0), (2, 1, 0, \(Int.min), '', 99), (3, 1, 0, \(Int.max), '', 90)",
            "CREATE TABLE message_album(message_row_id INTEGER, image_count INTEGER, video_count INTEGER)",
            "INSERT INTO message_album VALUES(2, \(Int.max), \(Int.max))",
            "CREATE TABLE call_log(_id INTEGER PRIMARY KEY, jid_row_id INTEGER, from_me INTEGER, timestamp INTEGER)",
            "INSERT INTO call_log VALUES(1, 1, 0, \(Int.min)), (2, 1, 0, \(Int.max))",
        ])
        #expect(read.messages.contains { $0.body.first?.plainText == "late" })
        #expect(read.messages.count { $0.kind == .call } == 3)
    }

    @Test func mentionsAreNamedWhereTheyStand() throws {
        let read = try android([
            "INSERT INTO message VALUES(1, 1, 0, 1, 'a@b @111, @1110 @4915550100', 0)",
            "CREATE TABLE message_mentions(message_row_id INTEGER, jid_row_id INTEGER)",
            "INSERT INTO message_mentions VALUES(1, 1), (1, 2), (1, 2)",
            "CREATE TABLE lid_display_name(lid_row_id INTEGER, display_name TEXT)",
            "INSERT INTO lid_display_name VALUES(2, 'Cleo')",
        ])
        #expect(read.messages[0].body.first?.plainText == "a@b @Cleo, @1110 @+4915550100")
    }

    @Test func aSubjectThatOnlyLooksLikeJSONIsShown() throws {
        let (_, bytes) = try BuiltDatabase.bytes(
            [],
            then: [
                "CREATE TABLE ZWACHATSESSION(Z_PK INTEGER PRIMARY KEY, ZCONTACTJID TEXT, ZPARTNERNAME TEXT)",
                "INSERT INTO ZWACHATSESSION VALUES(1, '1-2@g.us', 'Group')",
                "CREATE TABLE ZWAMESSAGE(Z_PK INTEGER PRIMARY KEY, ZCHATSESSION INTEGER, ZSORT REAL, ZTEXT TEXT, ZMESSAGETYPE INTEGER, ZGROUPEVENTTYPE INTEGER)",
                #"INSERT INTO ZWAMESSAGE VALUES(1, 1, 1, '{no} JSON', 6, 1), (2, 1, 2, '{"subject":"Lake"}', 6, 1)"#,
            ])
        let read = try ShippedImport.read(
            bytes, name: "ChatStorage.sqlite", options: ImportOptions())
        #expect(
            read.conversation.messages.map { $0.details.system?.targets }
                == [["{no} JSON"], ["Lake"]])
    }

    // MARK: Contacts

    @Test func manyAlikeNumbersAreNotCompared() {
        var book = ContactBook()
        for number in 0..<10_000 {
            var contact = Contact(name: "N\(number)")
            contact.phones = ["+\(10 + number)5550100"]
            book.add(contact)
        }
        #expect(book.person("+105550100")?.name == "N0")
        #expect(book.person("+99995550100") == nil)
    }
}
