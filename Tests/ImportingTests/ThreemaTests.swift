import Basics
import Foundation
import Model
import TestBytes
import Testing

@testable import Importing

/// ZIPs with a password: backups of Threema, and others.
@Suite struct ThreemaTests {
    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Fixture.folder.appending(path: "threema/" + path)))
    }

    private static func secret(_ text: String) -> Secret {
        var bytes = Array(text.utf8)
        return Secret(file: &bytes)
    }

    private static let password = secret("harbour lights 7\n")

    private func export(
        _ bytes: [UInt8], _ name: String? = nil, _ password: Secret? = password
    ) -> Export {
        var export = Export(bytes, name: name)
        export.password = password
        return export
    }

    private func read(
        _ export: Export, chat: String? = nil
    ) throws(ImportError) -> Imported {
        return try ShippedImport.read(export, options: ImportOptions(chat: chat))
    }

    private func fault(_ export: Export) -> ImportError? {
        importFault { try read(export) }
    }

    // MARK: Backups

    @Test func thePasswordOpensABackup() throws {
        let export = export(try Self.bytes("threema-backup.zip"), "threema-backup.zip")
        let chats = try ShippedImport.chats(in: export)
        #expect(chats.map(\.chat.name) == ["Ben Ito", "Hikers", "News"])
        #expect(chats.map(\.chat.id) == ["BEN4TEST", "g1", "42"])
        let sealed = try read(export, chat: "News")
        let plain = try #require(
            Fixture.all.first { $0.testDescription == "threema/list.expected" })
        let open = try ShippedImport.read(try plain.bytes, name: try plain.name)
        let texts = open.conversation.messages.map(\.plainWords)
        #expect(sealed.conversation.messages.map(\.plainWords) == texts)
        // The backup has a picture of its owner as well.
        let media = Set(sealed.conversation.media.map(\.bytes))
        #expect(media.isSuperset(of: open.conversation.media.map(\.bytes)))
    }

    // MARK: Passwords of archives

    private static let archives = [
        "threema-backup.zip", "whatsapp.zip", "whatsapp-crc.zip", "whatsapp-old.zip",
    ]

    @Test(arguments: archives)
    func aMissingPasswordIsAskedFor(name: String) throws {
        let locked = ImportError.locked(file: name, .needs(.password))
        #expect(fault(export(try Self.bytes(name), name, nil)) == locked)
    }

    /// The old cipher checks one byte of a password, which fits one of 256 wrong ones.
    @Test(arguments: archives, (0..<40).map { "wrong \($0)" } + ["harbour lights 7 "])
    func aWrongPasswordIsReported(name: String, password: String) throws {
        guard name == "whatsapp-old.zip" || password.count < 8 || password.hasPrefix("h") else {
            return
        }
        let wrong = ImportError.locked(file: name, .wrong(.password))
        #expect(fault(export(try Self.bytes(name), name, Self.secret(password))) == wrong)
    }

    @Test(arguments: archives.dropFirst())
    func thePasswordOpensOtherExports(name: String) throws {
        let imported = try read(export(try Self.bytes(name), name))
        #expect(imported.importer == "whatsapp")
        #expect(imported.conversation.messages.count == 2)
    }

    /// The directory states the size of the chat, in its entry of 46 bytes and a name.
    @Test(arguments: [0, 1, 62, 64, 65, 5_000, 1 << 30, UInt32.max])
    func wrongSizesAreDamage(size: UInt32) throws {
        for name in Self.archives.dropFirst() {
            var bytes = try Self.bytes(name)
            let mark: [UInt8] = [0x50, 0x4B, 1, 2]
            let found = bytes.span.offset(of: mark)
            let place = try #require(found) + 24
            for index in 0..<4 { bytes[place + index] = UInt8(size >> (8 * index) & 0xFF) }
            #expect(fault(export(bytes, name)) != nil, "\(name) \(size)")
        }
    }

    /// The codes of the entries are checked.
    @Test func changedContentsAreRejected() throws {
        for name in Self.archives.dropFirst() {
            let whole = try Self.bytes(name)
            let mark: [UInt8] = [0x50, 0x4B, 1, 2]
            let found = whole.span.offset(of: mark)
            let end = try #require(found)
            // The contents of the second are proved by their CRC alone.
            for place in (end - 50)..<(name == "whatsapp-crc.zip" ? end - 10 : end) {
                var bytes = whole
                bytes[place] ^= 4
                #expect(fault(export(bytes, name)) != nil, "\(name) \(place)")
            }
        }
    }

    @Test func truncatedArchivesAreRejected() throws {
        for name in Self.archives {
            let whole = try Self.bytes(name)
            for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 150)) {
                #expect(
                    fault(export(Array(whole.prefix(length)), name)) != nil, "\(name) \(length)")
            }
        }
    }

    @Test func damagedArchivesDoNotCrash() throws {
        var random = SeededRandom(seed: 7)
        for number in 0..<200 {
            let name = Self.archives[number % 20 == 0 ? 0 : 1 + number % 3]
            var bytes = try Self.bytes(name)
            for _ in 0...random.below(3) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(0xFF, at: place)
                }
            }
            guard
                let imported = try? read(
                    export(bytes, name), chat: number % 20 == 0 ? "Ben Ito" : nil)
            else { continue }
            Invariants.check(imported.conversation)
        }
    }

    /// Values of the tables that no backup has.
    @Test func damagedTablesAreReadOrRejected() throws {
        let fixture = try #require(
            Fixture.all.first { $0.testDescription == "threema/direct.expected" })
        let files = try fixture.files
        var random = SeededRandom(seed: 8)
        let pieces = [
            "\"", "\\", ",", "\n", "[", "]", "{", "}", "-1", "99999999999999999999", "null", "@[",
            "> ", "1e999", "\u{0}",
        ]
        for _ in 0..<300 {
            let damaged = files.map { file in
                guard file.path.hasSuffix(".csv") else { return file }
                var bytes = file.bytes
                for _ in 0..<4 {
                    let place = random.below(bytes.count)
                    let piece = Array(pieces[random.below(pieces.count)].utf8)
                    let end = min(bytes.count, place + random.below(4))
                    bytes.replaceSubrange(place..<end, with: piece)
                }
                return (file.path, bytes)
            }
            guard
                let imported = try? read(
                    export(ZipBuilder.archive(of: damaged), nil, nil), chat: "BEN4TEST")
            else { continue }
            Invariants.check(imported.conversation)
        }
    }
}
