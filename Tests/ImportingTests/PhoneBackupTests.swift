import Basics
import Foundation
import Model
import Readers
import Synchronization
import TestBytes
import Testing

@testable import Importing

/// Backups of phones, from `Fixtures/Databases/phone_backup.py`, and ones that no phone makes.
@Suite struct PhoneBackupTests {
    private static let device = "00008030-000A1B2C3D4E5F60"

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Fixture.folder.appending(path: "backup/\(name)")))
    }

    /// The files of a backup without their folder.
    private static func files(_ name: String) throws -> [String: [UInt8]] {
        let archive = try ZipArchive(ByteSource(bytes(name)), limits: Limits())
        var files: [String: [UInt8]] = [:]
        for entry in archive.entries {
            files[String(entry.name.dropFirst(device.count + 1))] = try archive.bytes(
                of: entry, limits: Limits())
        }
        return files
    }

    private static func secret(_ text: String) -> Secret {
        var bytes = Array(text.utf8)
        return Secret(taking: &bytes)
    }

    private static func export(_ name: String, password: String? = "chatprint") throws -> Export {
        var export = Export(try bytes(name), name: name)
        export.password = password.map(secret)
        return export
    }

    private static func export(
        of files: [String: [UInt8]], password: String? = "chatprint"
    ) -> Export {
        var export = Export(folder: FileLookup(files), name: device)
        export.password = password.map(secret)
        return export
    }

    private static func list(
        _ export: Export, from: String = "auto", budget: WorkBudget = .unlimited
    ) throws(ImportError) -> [ChatSummary] {
        let options = ImportOptions(from: from)
        return try ShippedImport.chats(in: export, options: options, budget: budget)
    }

    private static func read(
        _ export: Export, chat: String?, from: String = "auto"
    ) throws(ImportError) -> Imported {
        let options = ImportOptions(from: from, chat: chat, wantsFiles: true)
        return try ShippedImport.read(export, options: options)
    }

    // MARK: Reading

    @Test(arguments: ["phone.zip", "locked.zip"])
    func chatsOfAllAppsAreListed(name: String) throws {
        let chats = try Self.list(try Self.export(name))
        #expect(
            chats.map(\.chat.name) == [
                "Ben Ito (Messages)", "Lake trip \u{1F6F6}", "Lake House, cleo@example.net",
                "Ben Ito (WhatsApp)", "Hikers",
            ])
        #expect(Set(chats.map(\.chat.id)).count == chats.count)
        #expect(chats.allSatisfy { ($0.messages ?? 0) > 0 && $0.first != nil })
    }

    @Test(arguments: ["phone.zip", "locked.zip"])
    func anAppIsChosenByItsFormat(name: String) throws {
        let export = try Self.export(name)
        #expect(try Self.list(export, from: "imessage").map(\.chat.name)[0] == "Ben Ito")
        #expect(try Self.list(export, from: "whatsapp").map(\.chat.name)[0] == "Ben Ito")
        #expect(try Self.read(export, chat: "Ben Ito", from: "whatsapp").importer == "whatsapp")
        #expect(
            importFault { try Self.list(export, from: "telegram") }
                == .notFound(
                    importer: "telegram",
                    expected: ImporterCatalog.named("telegram")?.summary ?? ""))
    }

    @Test func namesOfTwoAppsAreAmbiguous() throws {
        let export = try Self.export("phone.zip")
        let error = importFault { try Self.read(export, chat: "ben ito") }
        guard case .severalChats(let chats) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(chats.map(\.name) == ["Ben Ito (Messages)", "Ben Ito (WhatsApp)"])
        #expect(
            importFault { try Self.read(export, chat: nil) }.map {
                if case .severalChats(let all) = $0 { all.count == 5 } else { false }
            } == true)
    }

    /// Each chat of the encrypted backup is that of the plain one, with its files.
    @Test func encryptedChatsEqualPlainOnes() throws {
        let (plain, locked) = (try Self.export("phone.zip"), try Self.export("locked.zip"))
        for chat in try Self.list(plain) {
            let one = try Self.read(plain, chat: chat.chat.id).conversation
            let other = try Self.read(locked, chat: chat.chat.id).conversation
            #expect(one.messages.map(\.body) == other.messages.map(\.body))
            #expect(one.participants.map(\.name) == other.participants.map(\.name))
            let bytes = other.media.map(\.bytes).filter { !$0.isEmpty }
            #expect(Set(bytes).isSubset(of: Set(one.media.map(\.bytes))))
            #expect(bytes.count >= 1 || one.media.isEmpty)
        }
    }

    @Test func filesThatCannotBeReadAreNamed() throws {
        let plain = try Self.read(try Self.export("phone.zip"), chat: "Ben Ito (Messages)")
        let locked = try Self.read(try Self.export("locked.zip"), chat: "Ben Ito (Messages)")
        let absent =
            "1 file of the backup absent: Library/SMS/Attachments/0c/12/A-3/gone.pdf"
        #expect(plain.warnings.map(\.detail).filter { $0.holds("of the backup") } == [absent])
        #expect(
            locked.warnings.map(\.detail).filter { $0.holds("of the backup") } == [
                absent,
                "1 file of the backup without a key: Library/SMS/Attachments/0b/11/A-2/lake.png",
                "1 file of the backup with a damaged entry in Manifest.db: Library/SMS/Attachments/0f/15/A-7/star.png",
            ])
        #expect(plain.conversation.messages.flatMap(\.attachments).contains { $0.media != nil })
    }

    @Test func aDatabaseThatIsAbsentIsListedWithoutCounts() throws {
        var files = try Self.files("phone.zip")
        files["3d/3d0d7e5fb2ce288813306e4d4636395e047a3d28"] = nil
        let chats = try Self.list(Self.export(of: files))
        #expect(chats.last?.chat.name == "Messages")
        #expect(chats.last?.messages == nil)
        let read = try Self.read(Self.export(of: files), chat: "Ben Ito")
        #expect(read.importer == "whatsapp")
        #expect(read.warnings.contains { $0.detail.hasPrefix("Messages of the backup is not") })
        #expect(
            importFault { try Self.read(Self.export(of: files), chat: "Lake trip") }
                == .refused(
                    file: "sms.db", reason: "is listed in Manifest.db, but absent from the backup"))
    }

    @Test func anUnfinishedBackupIsReadWithAWarning() throws {
        var files = try Self.files("phone.zip")
        files["Status.plist"] = Array(
            "<plist><dict><key>SnapshotState</key><string>new</string></dict></plist>".utf8)
        let read = try Self.read(Self.export(of: files), chat: "Hikers")
        #expect(read.warnings.contains { $0.detail.holds("was not finished") })
    }

    /// Only files with known paths are asked for: a backup has hundreds of thousands of others.
    @Test func aFolderIsNotListed() throws {
        let files = try Self.files("locked.zip")
        let names = try #require(BackupFolder.files(below: ["x"]) { files[$0] != nil })
        #expect(names == ["Info.plist", "Manifest.db", "Manifest.plist", "Status.plist"])
        let lookup = FileLookup(
            names: names, size: { files[$0]?.count },
            read: { name, range in files[name].map { Array($0[range.clamped(to: $0.indices)]) } })
        var export = Export(folder: lookup, name: Self.device)
        export.password = Self.secret("chatprint")
        #expect(try Self.list(export).count == 5)
        let read = try Self.read(export, chat: "Ben Ito (WhatsApp)")
        #expect(read.conversation.media.contains { !$0.bytes.isEmpty })
        #expect(BackupFolder.files(below: []) { $0 == "Manifest.db" } == nil)
    }

    @Test func backupsBelowAFolderAreFound() throws {
        let files = try Self.files("phone.zip")
        let one = Dictionary(uniqueKeysWithValues: files.map { ("a/\($0)", $1) })
        let two = one.merging(files.map { ("b/\($0)", $1) }) { $1 }
        let holds = { (name: String) in two[name] != nil }
        #expect(BackupFolder.files(below: ["a", "b"], holding: holds)?.count == 8)
        #expect(try Self.list(Self.export(of: one)).count == 5)
        #expect(
            importFault { try Self.list(Self.export(of: two)) }
                == .refused(
                    file: Self.device, reason: "has 2 backups (a, b). Choose the folder of one"))
    }

    @Test func oldBackupsAreRefused() {
        let error = importFault {
            try Self.list(Self.export(of: ["Manifest.mbdb": [1], "Manifest.plist": [2]]))
        }
        #expect(error?.explanation.sentence.text().holds("iOS 10.1 or older") == true)
    }

    // MARK: Passwords

    @Test func aPasswordIsAskedForBeforeAnythingIsRead() throws {
        let files = try Self.files("locked.zip")
        #expect(
            importFault { try Self.list(Self.export(of: files, password: nil)) }
                == .locked(file: Self.device, .needs(.password)))
    }

    @Test func aWrongPasswordIsReported() throws {
        let files = try Self.files("locked.zip")
        #expect(
            importFault { try Self.list(Self.export(of: files, password: "Chatprint")) }
                == .locked(file: Self.device, .wrong(.password)))
    }

    /// The values were made by another program.
    @Test func keysAndFilesEqualTheVectors() throws {
        let wrapped =
            "7a2fafb251a5b26dc1afca8257a98fac6335a4963f713241a6943a16a4ca67f7dd8b7825a2d5ccac"
        let bag = KeyBagBytes(rounds: 1_000, classes: [(3, wrapped)])
        let keys = try BackupKeys(bag.list, of: bag.base)
        let file =
            "0300000039b9eee3cd8ecf6b8eb3ee7dbc93ce3df7912c921cc685d8485249e5169dadecdc01bc4a91f80d24"
        let key = try #require(keys.unwrapped(Self.hex(file)))
        #expect(key == [UInt8](repeating: 0xF1, count: 32))
        let stored = Self.hex("8f638220add788df808639e8298e7e1d8b638164743af00f2d83a958ed1ca683")
        for size in [17, nil] {
            let (bytes, isAsLong) = ByteSource(stored).backedUp(key: key, size: size)
            #expect(isAsLong)
            #expect(bytes.bytes(bytes.count, at: 0) == Array("hello from sms.db".utf8))
            #expect(bytes.bytes(5, at: 12) == Array("ms.db".utf8))
        }
        #expect(!ByteSource(stored).backedUp(key: key, size: 15).isAsLong)
        #expect(!ByteSource(stored).backedUp(key: key, size: 33).isAsLong)
        #expect(keys.unwrapped(Self.hex("04" + file.dropFirst(2))) == nil)
        #expect(keys.unwrapped(Self.hex(file + "00")) == nil)
    }

    private static func hex(_ text: some StringProtocol) -> [UInt8] {
        Hexadecimal.bytes(of: String(text)) ?? []
    }

    /// A list of keys of the vectors, or of a hostile backup.
    private struct KeyBagBytes {
        var bytes: [UInt8] = []

        init(rounds: UInt32, last: UInt32 = 10, classes: [(UInt32, String)]) {
            add("VERS", Self.big(5))
            add("UUID", [1])
            add("WRAP", Self.big(1))
            add("SALT", Array(0x30...0x43))
            add("ITER", Self.big(last))
            add("DPIC", Self.big(rounds))
            add("DPSL", Array(0x10...0x23))
            for (number, key) in classes {
                add("UUID", [2])
                add("CLAS", Self.big(number))
                add("WRAP", Self.big(3))
                add("WPKY", PhoneBackupTests.hex(key))
            }
        }

        static func big(_ number: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }

        mutating func add(_ tag: String, _ data: [UInt8]) {
            bytes += Array(tag.utf8) + Self.big(UInt32(data.count)) + data
        }

        var list: PropertyList {
            .dictionary(["IsEncrypted": .boolean(true), "BackupKeyBag": .data(bytes)])
        }

        var base: ExportFiles {
            let base = ExportFiles(
                folder: FileLookup(["Manifest.plist": [1]]), name: "x", limits: Limits(),
                budget: .unlimited)
            base.password = PhoneBackupTests.secret("chatprint")
            return base
        }

        var error: ImportError? {
            importFault { try BackupKeys(list, of: base) }
        }
    }

    @Test func hostileListsOfKeysAreRefused() {
        let key = String(repeating: "00", count: 40)
        let damaged = ImportError.refused(
            file: "Manifest.plist", reason: "has a damaged list of keys")
        let wrong = ImportError.locked(file: "x", .wrong(.password))
        #expect(KeyBagBytes(rounds: 1, classes: [(3, key)]).error == wrong)
        #expect(KeyBagBytes(rounds: 1, classes: []).error == damaged)
        #expect(KeyBagBytes(rounds: 1, classes: [(3, "00")]).error == damaged)
        for bag in [
            KeyBagBytes(rounds: 20_000_001, classes: [(3, key)]),
            KeyBagBytes(rounds: .max, classes: [(3, key)]),
            KeyBagBytes(rounds: 1, last: 1_000_001, classes: [(3, key)]),
        ] {
            let sentence = bag.error?.explanation.sentence.text() ?? ""
            #expect(sentence.holds("rounds of key derivation"))
        }
        var many = KeyBagBytes(rounds: 1, classes: [(3, key)])
        for _ in 0..<1_000_000 { many.bytes += Array("UUID".utf8) + [0, 0, 0, 0] }
        #expect(many.error == damaged)
        for length in [.max, 0x7FFF_FFFF, 9] as [UInt32] {
            var long = KeyBagBytes(rounds: 1, classes: [(3, key)])
            long.bytes += Array("KTYP".utf8) + KeyBagBytes.big(length) + [0]
            #expect(long.error == damaged)
        }
    }

    @Test func keyDerivationEndsWithTheBudget() {
        let bag = KeyBagBytes(
            rounds: 20_000_000, classes: [(3, String(repeating: "00", count: 40))])
        let budget = WorkBudget { _ in false }
        let base = ExportFiles(folder: .none, name: "x", limits: Limits(), budget: budget)
        base.password = Self.secret("chatprint")
        #expect(importFault { try BackupKeys(bag.list, of: base) } == .stopped)
    }

    @Test func aKeyIsDerivedOncePerPassword() {
        let reports = Mutex(0)
        let password = Self.secret("chatprint")
        func reportsOfRead(rounds: UInt32) -> Int {
            let key = String(repeating: "00", count: 40)
            let bag = KeyBagBytes(rounds: rounds, classes: [(3, key)])
            let base = bag.base
            base.password = password
            base.onProgress = { _, _, _ in reports.withLock { $0 += 1 } }
            _ = try? BackupKeys(bag.list, of: base)
            return reports.withLock { count in
                defer { count = 0 }
                return count
            }
        }
        #expect([20_001, 20_001, 10_001, 20_001].map(reportsOfRead) == [2, 0, 1, 0])
    }

    // MARK: Hostile databases

    private static func plain(_ statements: [String]) throws -> [String: [UInt8]] {
        var files = try Self.files("phone.zip")
        files["Manifest.db"] = try BuiltDatabase.bytes([], then: statements).after
        return files
    }

    private static let table =
        "CREATE TABLE Files(fileID TEXT, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)"
    private static let sms =
        "INSERT INTO Files VALUES('3d0d7e5fb2ce288813306e4d4636395e047a3d28', 'HomeDomain', 'Library/SMS/sms.db', 1, NULL)"

    @Test func rowsOutsideTheBackupAreNotFollowed() throws {
        var files = try Self.plain([
            Self.table, Self.sms,
            "INSERT INTO Files VALUES('../../etc/passwd', 'MediaDomain', 'Library/SMS/Attachments/0c/12/A-3/gone.pdf', 1, NULL)",
            "INSERT INTO Files VALUES('3D0D7E5FB2CE288813306E4D4636395E047A3D28', 'MediaDomain', 'Library/SMS/Attachments/0a/10/A-1/lake.png', 1, NULL)",
            "INSERT INTO Files VALUES('3d0d7e5fb2ce288813306e4d4636395e047a3d28', 'MediaDomain', 'Library/SMS/Attachments/../../x', 1, NULL)",
        ])
        files["../../etc/passwd"] = Array("root".utf8)
        let read = try Self.read(Self.export(of: files), chat: "+15550101")
        let damaged = try #require(
            read.warnings.map(\.detail).first { $0.holds("damaged entry in Manifest.db") })
        #expect(damaged.hasPrefix("3 files"))
        #expect(!read.conversation.media.contains { $0.bytes == Array("root".utf8) })
    }

    @Test func theFirstOfTwoRowsIsRead() throws {
        let files = try Self.plain([Self.table, Self.sms, Self.sms.replacing("3d0d", with: "0000")])
        let read = try Self.read(Self.export(of: files), chat: "+15550101")
        #expect(read.warnings.contains { $0.detail == "sms.db occurs twice; the first is read" })
    }

    @Test(arguments: [
        ["CREATE TABLE Other(x)"],
        ["CREATE TABLE Files(fileID TEXT PRIMARY KEY, domain, relativePath, flags) WITHOUT ROWID"],
        ["CREATE TABLE Files(fileID TEXT)", "INSERT INTO Files VALUES('x')"],
        [table, "INSERT INTO Files VALUES(NULL, NULL, NULL, 1, NULL)"],
        [table, sms.replacing(", 1,", with: ", 2,")],
    ])
    func listsWithoutAppsAreRefused(statements: [String]) throws {
        let files = try Self.plain(statements)
        let error = importFault { try Self.list(Self.export(of: files)) }
        switch error {
        case .refused, .database: return
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func truncatedListsAreRefused() throws {
        for name in ["phone.zip", "locked.zip"] {
            var files = try Self.files(name)
            for file in ["Manifest.db", "Manifest.plist"] {
                let whole = files[file] ?? []
                for length in [0, 1, 100, whole.count / 2, whole.count - 16] {
                    files[file] = Array(whole.prefix(length))
                    #expect(throws: ImportError.self, "\(name) \(file) \(length)") {
                        // A page of an index alone may be lost.
                        let chats = try Self.list(Self.export(of: files))
                        if length == whole.count - 16, chats.count == 5 { throw ImportError.empty }
                    }
                }
                files[file] = whole
            }
        }
    }

    @Test func anAttachmentThatHoldsItselfIsDamaged() throws {
        let archive: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": ["CF$UID": 1]],
            "$objects": ["$null", ["Size": 3, "EncryptionKey": ["CF$UID": 1]] as [String: Any]],
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: archive, format: .xml, options: 0)
        #expect(PropertyList(unarchiving: Array(bytes)) == nil)
    }

    /// The parts that a stranger writes, damaged with a seeded generator.
    @Test(arguments: ["phone.zip", "locked.zip"])
    func damagedBackupsAreReadOrRejected(name: String) throws {
        let count = ProcessInfo.processInfo.environment["CHATPRINT_MUTATIONS"].flatMap(Int.init)
        let files = try Self.files(name)
        let parts = files.keys.sorted()
        var random = SeededRandom(seed: 11)
        for _ in 0..<(count ?? 40) {
            var damaged = files
            let lists = ["Manifest.db", "Manifest.plist"]
            let isList = random.below(3) > 0
            let part = isList ? lists[random.below(2)] : parts[random.below(parts.count)]
            var bytes = damaged[part] ?? []
            for _ in 0...random.below(8) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            damaged[part] = bytes
            guard let chats = try? Self.list(Self.export(of: damaged)),
                let chat = chats.randomElement(using: &random),
                let read = try? Self.read(Self.export(of: damaged), chat: chat.chat.id)
            else { continue }
            Invariants.check(read.conversation)
        }
    }
}
