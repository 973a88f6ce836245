import Foundation
import Model
import Readers
import Synchronization
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
        var options = ImportOptions()
        options.chat = chat
        return try Importing.read(export, phrases: ShippedImport.phrases, options: options)
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
        let archive = ZipBuilder.archive(
            of: files.names.map { ($0, files[$0] ?? []) })
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
        #expect(
            read.conversation.participants.map(\.name) == ["Me", "Ana from the lake", "Benno"])
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
        let summaries = try chats(
            in: Export(file: "chat.db", in: files), phrases: ShippedImport.phrases,
            options: ImportOptions())
        #expect(summaries.count == 3)
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
