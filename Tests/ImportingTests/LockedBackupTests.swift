import Basics
import Foundation
import Model
import TestBytes
import Testing

@testable import Importing

/// The encrypted backups of WhatsApp; the fixtures hold the database of `android-database.zip`.
@Suite struct WhatsAppBackupTests {
    private typealias Files = [(path: String, bytes: [UInt8])]

    private static let digits =
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let grouped =
        "00010203-04050607 08090A0B 0C0D0E0F 1011 1213 1415 1617 1819 1A1B 1C1D 1E1F "

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Fixture.folder.appending(path: "whatsapp/" + path)))
    }

    private static var crypt15: [UInt8] {
        get throws { try bytes("crypt15.zip/Databases/msgstore.db.crypt15") }
    }

    private static var crypt14: [UInt8] {
        get throws { try bytes("crypt14.zip/msgstore.db.crypt14") }
    }

    private static var crypt12: [UInt8] {
        get throws { try bytes("crypt12.zip/msgstore.db.crypt12") }
    }

    private static func secret(_ text: String?) -> Secret? {
        guard let text else { return nil }
        var bytes = Array(text.utf8)
        return Secret(file: &bytes)
    }

    private func read(
        _ bytes: [UInt8], _ name: String? = "msgstore.db.crypt15", key: Secret? = nil,
        beside files: [String: [UInt8]] = [:], limits: Limits = Limits(),
        budget: WorkBudget = .unlimited
    ) throws(ImportError) -> Imported {
        var export = Export(bytes, name: name, beside: FileLookup(files))
        export.password = key
        let options = ImportOptions(chat: "4915550100@s.whatsapp.net", limits: limits)
        return try ShippedImport.read(export, options: options, budget: budget)
    }

    private func fault(
        _ bytes: [UInt8], _ name: String = "msgstore.db.crypt15", key: Secret? = nil,
        beside files: [String: [UInt8]] = [:], limits: Limits = Limits()
    ) -> ImportError? {
        importFault { try read(bytes, name, key: key, beside: files, limits: limits) }
    }

    private func reason(_ fault: ImportError?) -> String {
        guard case .refused(_, let reason) = fault else {
            return "not refused: \(String(describing: fault))"
        }
        return reason
    }

    // MARK: Keys

    @Test(arguments: [
        digits, digits.uppercased(), grouped, digits + "\n", "\u{FEFF}" + digits + "\r\nnotes",
    ])
    func digitsOpenABackup(digits: String) throws {
        let imported = try read(try Self.crypt15, key: Self.secret(digits))
        #expect(imported.importer == "whatsapp")
        #expect(imported.conversation.messages.count == 51)
    }

    @Test(arguments: [nil, "", "backup", "msgstore.db.crypt15", "msgstore.db (1).crypt15"])
    func theNameDoesNotMatter(name: String?) throws {
        let imported = try read(try Self.crypt15, name, key: Self.secret(Self.digits))
        #expect(imported.importer == "whatsapp")
    }

    @Test func keyFilesOpenABackup() throws {
        var root = try Self.bytes("crypt15.zip/encrypted_backup.key")
        #expect(try read(try Self.crypt15, key: Secret(file: &root)).importer == "whatsapp")
        for (name, bytes) in [
            ("msgstore.db.crypt14", try Self.crypt14), ("msgstore.db.crypt12", try Self.crypt12),
        ] {
            var key = try Self.bytes("crypt14.zip/key")
            #expect(try read(bytes, name, key: Secret(file: &key)).importer == "whatsapp")
        }
    }

    @Test func keyFilesInTheFolderOpenABackup() throws {
        let files = [
            "encrypted_backup.key": try Self.bytes("crypt15.zip/encrypted_backup.key"),
            "wa.db.crypt15": try Self.bytes("crypt15.zip/Backups/wa.db.crypt15"),
        ]
        let folder = FileLookup(
            names: [], size: { files[$0]?.count },
            read: { name, range in files[name].map { Array($0[range.clamped(to: $0.indices)]) } })
        let export = Export(try Self.crypt15, name: "msgstore.db.crypt15", beside: folder)
        #expect(try ShippedImport.chats(in: export).contains { $0.chat.name == "Ben Ito" })
        #expect(try read(try Self.crypt15, beside: files).importer == "whatsapp")
    }

    @Test func aMissingKeyIsAskedFor() throws {
        let locked = ImportError.locked(file: "msgstore.db.crypt15", .needs(.backupKey))
        #expect(fault(try Self.crypt15) == locked)
        #expect(locked.explanation.type == .locked)
    }

    @Test func aWrongKeyIsReported() throws {
        let wrong = ImportError.locked(file: "msgstore.db.crypt15", .wrong(.backupKey))
        #expect(fault(try Self.crypt15, key: Self.secret(String(Self.digits.reversed()))) == wrong)
        #expect(fault(try Self.crypt15, key: Self.secret(String(Self.digits.dropLast()))) == wrong)
        var old = try Self.bytes("crypt14.zip/key")
        #expect(fault(try Self.crypt15, key: Secret(file: &old)) == wrong)
        let name = "msgstore.db.crypt14"
        let wrongFile = ImportError.locked(file: name, .wrong(.backupKey))
        #expect(fault(try Self.crypt14, name, key: Self.secret(Self.digits)) == wrongFile)
        // Of the salt and the ID, which are compared first.
        for place in [31, 70] {
            var key = try Self.bytes("crypt14.zip/key")
            key[place] ^= 1
            #expect(fault(try Self.crypt14, name, key: Secret(file: &key)) == wrongFile)
        }
    }

    @Test func aPasswordIsNotAKey() throws {
        let given = fault(try Self.crypt15, key: Self.secret("correct horse"))
        #expect(reason(given).contains("64-digit key"))
    }

    @Test func backupsMayHoldAZIP() throws {
        let imported = try read(try Self.bytes("packed.crypt15"), key: Self.secret(Self.digits))
        #expect(imported.importer == "whatsapp")
    }

    // MARK: Files that cannot be read

    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(bytes.count)] + bytes
    }

    @Test func passkeysAreRefused() {
        let head = Self.field(3, Self.field(1, Array(0..<16))) + Self.field(5, [1, 2])
        let bytes = [UInt8(head.count)] + head + [UInt8](repeating: 7, count: 100)
        #expect(reason(fault(bytes, key: Self.secret(Self.digits))).contains("passkey"))
    }

    @Test func filesThatNeedOthersAreRefused() throws {
        let increment = fault(try Self.crypt15, "msgstore-increment-1-2026.db.crypt15")
        #expect(reason(increment).contains("changes"))
        #expect(reason(fault([1, 2, 33], "IMG-1.jpg.mcrypt1")).contains("media file"))
        let zip = ZipBuilder.archive(of: [
            ("Databases/msgstore-increment-1-2026.db.crypt15", try Self.crypt15)
        ])
        #expect(reason(fault(zip, "backup.zip")).contains("changes"))
    }

    @Test func otherFilesAreRefused() {
        let noise = [UInt8](repeating: 0x55, count: 300)
        #expect(reason(fault(noise, key: Self.secret(Self.digits))).contains("damaged"))
    }

    // MARK: Damage

    @Test func truncatedBackupsAreRejected() throws {
        let whole = try Self.crypt15
        for length in stride(from: 0, to: whole.count, by: 97) {
            let cut = Array(whole.prefix(length))
            #expect(fault(cut, key: Self.secret(Self.digits)) != nil, "\(length)")
        }
        var key = try Self.bytes("crypt14.zip/key")
        let secret = Secret(file: &key)
        for (name, whole) in [
            ("msgstore.db.crypt14", try Self.crypt14), ("msgstore.db.crypt12", try Self.crypt12),
        ] {
            for length in stride(from: 200, to: whole.count - 40, by: 501) {
                // The key belongs to the file, and something is missing.
                let cut = fault(Array(whole.prefix(length)), name, key: secret)
                #expect(reason(cut) == "is damaged or incomplete", "\(length)")
            }
        }
    }

    /// Only the checksum after the tag may change unnoticed, and parts of the header that say
    /// nothing of the encryption.
    @Test func changedBackupsAreRejected() throws {
        let whole = try Self.crypt15
        let secret = Self.secret(Self.digits)
        var random = SeededRandom(seed: 15)
        for _ in 0..<400 {
            var damaged = whole
            let place = 200 + random.below(whole.count - 232)
            damaged[place] ^= 1 << UInt8(random.below(8))
            #expect(
                fault(damaged, key: secret)
                    == .locked(file: "msgstore.db.crypt15", .wrong(.backupKey)), "\(place)")
        }
    }

    @Test func damagedBackupsDoNotCrash() throws {
        var key = try Self.bytes("crypt14.zip/key")
        let file = Secret(file: &key)
        let backups: [(String, [UInt8], Secret?)] = [
            ("msgstore.db.crypt15", try Self.crypt15, Self.secret(Self.digits)),
            ("msgstore.db.crypt14", try Self.crypt14, file),
            ("msgstore.db.crypt12", Array(try Self.crypt12.prefix(4_000)), file),
        ]
        var random = SeededRandom(seed: 2_000)
        for number in 0..<200 {
            var (name, bytes, secret) = backups[number % 3]
            for _ in 0...random.below(4) {
                let place = number % 2 == 0 ? random.below(260) : random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(0xFF, at: place)
                default: bytes.removeLast(random.below(64))
                }
            }
            if number % 7 == 0 { secret = nil }
            _ = fault(bytes, name, key: secret)
        }
    }

    // MARK: Limits

    /// Ten megabytes of zeros in ten kilobytes.
    @Test func bombsAreRejected() throws {
        let bomb = try Self.bytes("bomb.crypt15")
        var limits = Limits()
        guard case .limit(.archiveRatio, 250, _, _) = fault(bomb, key: Self.secret(Self.digits))
        else {
            Issue.record("The ratio is not limited")
            return
        }
        limits.archiveRatio = 2_000
        limits.documentBytes = 4 << 20
        guard
            case .limit(.documentBytes, _, let actual, _) = fault(
                bomb, key: Self.secret(Self.digits), limits: limits)
        else {
            Issue.record("The size is not limited")
            return
        }
        #expect(actual < 5 << 20)
        limits.documentBytes = 1 << 30
        let budget = WorkBudget { $0 <= 0 }
        #expect(throws: ImportError.stopped) {
            try read(bomb, key: Self.secret(Self.digits), limits: limits, budget: budget)
        }
        #expect(
            reason(fault(bomb, key: Self.secret(Self.digits), limits: limits))
                == "holds no database")
    }

    // MARK: Folders

    @Test func olderCopiesAndChangesAreCounted() throws {
        let fixture = try #require(
            Fixture.all.first { $0.testDescription == "whatsapp/crypt15.expected" })
        let imported = try ShippedImport.read(
            try fixture.bytes, name: "x.zip", options: try fixture.options)
        let texts = imported.warnings.map(\.detail)
        #expect(texts.contains("1 older encrypted copy of the messages omitted"))
        #expect(texts.contains("1 file of changes since a backup omitted"))
        let plain = try #require(
            Fixture.all.first { $0.testDescription == "whatsapp/android-database.expected" })
        #expect(
            imported.conversation
                == (try ShippedImport.read(
                    try plain.bytes, name: "x.zip", options: try plain.options
                ).conversation))
    }

    @Test func aReadableDatabaseIsPreferred() throws {
        let zip = ZipBuilder.archive(of: [
            ("msgstore.db.crypt15", try Self.crypt15),
            ("msgstore.db", try Self.bytes("android-database.zip/msgstore.db")),
        ])
        #expect(fault(zip, "backup.zip") == nil)
    }

    /// The length of a header may be the first byte of JSON.
    @Test func headersAreRecognizedWithoutAName() throws {
        #expect(Export.isEncrypted(Array(try Self.crypt15.prefix(4_096))))
        #expect(!Export.isEncrypted(Array("{\"messages\":[\"Hi\"]}".utf8)))
    }
}

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
