import Basics
import Foundation
import Model
import Readers
import Synchronization
import TestBytes
import Testing

@testable import Importing

/// Encrypted backups of Signal whose bytes no app writes. `FixtureTests` reads those that apps do.
@Suite struct SignalBackupTests {
    private static let folder = Fixture.folder.appending(path: "signal")
    private static let recoveryKey =
        "dtjs858asj6tv0jzsqrsmj0ubp335pisj98e9ssnss8myoc08drhtcktyawvx45l"
    private static let passphrase = "123451234512345123451234512345"

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static func secret(_ text: String) -> Secret {
        var bytes = Array(text.utf8)
        return Secret(taking: &bytes)
    }

    private static func files(_ name: String) throws -> [String: [UInt8]] {
        let root = folder.appending(path: name)
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            guard let data = try? Data(contentsOf: root.appending(path: path)) else { continue }
            files[path] = Array(data)
        }
        return files
    }

    private func read(
        _ export: Export, _ password: String?, chat: String? = "Hikers"
    ) throws(ImportError) -> Imported {
        var export = export
        export.password = password.map(Self.secret)
        return try ShippedImport.read(export, options: ImportOptions(chat: chat))
    }

    private func read(
        _ files: [String: [UInt8]], _ password: String?
    ) throws(ImportError) -> Imported {
        try read(Export(folder: FileLookup(files), name: "export"), password)
    }

    // MARK: Keys

    @Test func theKeyIsReadAsTheAppShowsIt() throws {
        let shown = Self.recoveryKey.uppercased().replacing("O", with: "#").replacing(
            "0", with: "=")
        let files = try Self.files("backup-folder.zip")
        #expect(try read(files, shown + " \n").conversation.title == "Hikers")
    }

    @Test func missingAndWrongKeysAreToldApart() throws {
        let main = "SignalBackups/signal-backup-2026-01-03-10-00-00/main"
        let folder = try Self.files("backup-folder.zip")
        let wrong = Self.recoveryKey.replacing("d", with: "e")
        expect(.locked(file: main, .needs(.recoveryKey))) { try read(folder, nil) }
        expect(.locked(file: main, .wrong(.recoveryKey))) { try read(folder, "short") }
        expect(.locked(file: main, .wrong(.recoveryKey))) { try read(folder, wrong) }

        let name = "backup-file.backup"
        let file = Export(try Self.bytes(name), name: name)
        expect(.locked(file: name, .needs(.passphrase))) { try read(file, nil) }
        expect(.locked(file: name, .wrong(.passphrase))) { try read(file, "12345") }
        let other = "00000" + Self.passphrase.dropFirst(5)
        expect(.locked(file: name, .wrong(.passphrase))) { try read(file, other) }

        var desktop = try Self.files("desktop.zip")
        let database = "Signal/sql/db.sqlite"
        let zeros = String(repeating: "0", count: 64)
        expect(.locked(file: database, .wrong(.databaseKey))) { try read(desktop, zeros) }
        expect(.locked(file: database, .wrong(.databaseKey))) { try read(desktop, "00") }
        desktop["Signal/config.json"] = Array(#"{"encryptedKey":"00"}"#.utf8)
        expect(.locked(file: database, .needs(.databaseKey))) { try read(desktop, nil) }
        let key = String(repeating: "000102030405060708090a0b0c0d0e0f", count: 2)
        #expect(try read(desktop, "x'\(key)'").conversation.title == "Hikers")
    }

    private func expect(_ error: ImportError, _ body: () throws -> Imported) {
        #expect(throws: error) { _ = try body() }
    }

    @Test func theCopyOfServersIsRefused() throws {
        let bytes = Array("SBACKUP\u{1}".utf8) + [UInt8](repeating: 7, count: 100)
        expect(
            .refused(
                file: "main", reason: "is the backup of Signal's servers, which only the app opens")
        ) {
            try read(Export(bytes, name: "main"), Self.recoveryKey)
        }
    }

    // MARK: Vectors

    private static let vector =
        "000000380a360a10101112131415161718191a1b1c1d1e1f1220000102030405060708090a0b0c0d0e0f"
        + "101112131415161718191a1b1c1d1e1f18013dd9f7b7bd7cca9707b97d4b44445c5834181f"
        + "9f6f472addf5b6eeeaa3ac2306dc2027"

    /// Two public programs agree on this file, which has no rows.
    @Test func opensThePublicBackupFile() throws {
        let bytes = try #require(Hexadecimal.bytes(of: Self.vector))
        let export = Export(bytes, name: "a.backup")
        expect(.noMessages(importer: "signal")) {
            try read(export, String(repeating: "1", count: 30), chat: nil)
        }
        let cut = Export(Array(bytes.dropLast(16)), name: "a.backup")
        expect(
            .refused(
                file: "a.backup",
                reason: "is damaged or incomplete at byte 79: copy the backup again")
        ) {
            try read(cut, String(repeating: "1", count: 30), chat: nil)
        }
    }

    // MARK: Damage

    /// Encrypts the entries of a backup folder with its own keys.
    private struct Folder {
        static let name = "SignalBackups/signal-backup-2026-01-03-10-00-00/"
        let files: [String: [UInt8]]
        let codeKey: [UInt8]
        let cipherKey: [UInt8]
        let frames: [UInt8]

        init() throws {
            files = try SignalBackupTests.files("backup-folder.zip")
            func key(_ root: [UInt8], _ info: [UInt8], _ count: Int) throws -> [UInt8] {
                try #require(HKDF.key(from: root, info: info, count: count))
            }
            let root = try key(
                Array(recoveryKey.utf8), Array("20240801_SIGNAL_BACKUP_KEY".utf8), 32)
            let id = try #require(Hexadecimal.bytes(of: "8a624fbc45379043f39f1391cddc5fe8"))
            let both = try key(
                root, Array("20241007_SIGNAL_BACKUP_ENCRYPT_MESSAGE_BACKUP:".utf8) + id, 64)
            codeKey = Array(both[..<32])
            cipherKey = Array(both[32...])
            let main = try #require(files[Self.name + "main"])
            let packed = try AES.unchained(
                Array(main[16..<main.count - 32]), key: cipherKey, start: Array(main[..<16]))
            let stream = GzipStream(onceOf(packed))
            var frames: [UInt8] = []
            while case let piece = try stream.read(), !piece.isEmpty { frames += piece }
            self.frames = frames
        }

        func with(frames: [UInt8]) throws -> [String: [UInt8]] {
            var packed = Self.gzip(frames)
            packed += [UInt8](repeating: 0, count: 16 - packed.count % 16)
            let vector = [UInt8](repeating: 5, count: 16)
            let sealed =
                try vector
                + AES.chained(packed, key: cipherKey, start: vector, isPadded: true)
            var files = files
            files[Self.name + "main"] =
                sealed + (try #require(HMAC.code(of: sealed, key: codeKey)))
            return files
        }

        /// A gzip file that is not compressed.
        private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
            var out: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
            var crc = UInt32.max
            for byte in bytes {
                crc = crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
            }
            for start in stride(from: 0, through: bytes.count, by: 60_000) {
                let part = bytes[start..<min(bytes.count, start + 60_000)]
                out.append(start + 60_000 > bytes.count ? 1 : 0)
                out += little(UInt64(part.count), 2) + little(UInt64(~UInt16(part.count)), 2)
                out += part
            }
            return out + little(UInt64(~crc), 4) + little(UInt64(bytes.count), 4)
        }

        private static let crcTable: [UInt32] = (0..<256).map { number in
            (0..<8).reduce(UInt32(number)) { value, _ in value >> 1 ^ (value & 1) * 0xEDB8_8320 }
        }

        private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
    }

    private static func onceOf(_ bytes: [UInt8]) -> () -> [UInt8]? {
        var rest: [UInt8] = bytes
        return {
            defer { rest = [] }
            return rest
        }
    }

    @Test func aBackupFolderCutAnywhereIsReadOrRefused() throws {
        let folder = try Folder()
        let whole = try read(try folder.with(frames: folder.frames), Self.recoveryKey)
        #expect(whole.conversation.messages.count == 58)
        for length in 0..<folder.frames.count where length % 3 == 0 || length < 400 {
            let files = try folder.with(frames: Array(folder.frames.prefix(length)))
            if let read = try? read(files, Self.recoveryKey) {
                Invariants.check(read.conversation)
            }
        }
        let main = Folder.name + "main"
        for length in 0..<(folder.files[main]?.count ?? 0) {
            var files = folder.files
            files[main] = folder.files[main].map { Array($0.prefix(length)) }
            #expect(throws: ImportError.self) { try read(files, Self.recoveryKey) }
        }
    }

    @Test func aDamagedBackupFolderIsReadOrRefused() throws {
        let folder = try Folder()
        var random = SeededRandom(seed: 11)
        for _ in 0..<200 {
            let files = try folder.with(frames: Self.damaged(folder.frames, &random))
            if let read = try? read(files, Self.recoveryKey) {
                Invariants.check(read.conversation)
            }
        }
    }

    private static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) where bytes.count > 1 {
            let place = random.below(bytes.count)
            let length = min(random.below(40) + 1, bytes.count - place)
            switch random.below(5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[place] ^= 1 << UInt8(random.below(8))
            case 2: bytes.removeSubrange(place..<place + length)
            case 3:
                bytes.insert(
                    contentsOf: bytes[place..<place + length], at: random.below(bytes.count))
            default: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], at: place)
            }
        }
        return bytes
    }

    /// A backup file of the version 0, whose lengths are not encrypted.
    private struct File {
        static let name = "backup-old.backup"
        let bytes: [UInt8]
        let keys: SignalBackupFile.Keys
        /// Keeps its keys.
        let password = secret(passphrase)
        let head: Int
        private let vector: [UInt8]
        /// The frames with the file that follows some of them.
        let frames: [(frame: [UInt8], file: [UInt8]?)]

        init() throws {
            let bytes = try SignalBackupTests.bytes(Self.name)
            head = 4 + Int(bytes[3])
            let header = try #require(ProtobufFields(Array(bytes[4..<head]))?.message(1))
            let vector = Array(try #require(header.bytes(1)))
            let salt = Array(try #require(header.bytes(2)))
            let keys = SignalBackupFile.Keys(
                try #require(
                    SignalBackupFile.key(from: Array(passphrase.utf8), salt, .unlimited)))
            var (place, number) = (head, UInt32(0))
            var frames: [(frame: [UInt8], file: [UInt8]?)] = []
            while place < bytes.count {
                let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                let frame = try AES.counted(
                    Array(bytes[place + 4..<place + length - 6]), key: keys.cipher,
                    start: Self.block(vector, number))
                place += 4 + length
                number += 1
                var file: [UInt8]?
                if let kind = [4, 7, 8].first(where: { Int(frame[0]) == $0 << 3 | 2 }) {
                    let count = ProtobufFields(frame)?.message(kind)?.integer(kind == 4 ? 3 : 2)
                    let end = place + (try #require(count))
                    file = try AES.counted(
                        Array(bytes[place..<end]), key: keys.cipher,
                        start: Self.block(vector, number))
                    place = end + 10
                    number += 1
                }
                frames.append((frame, file))
            }
            self.bytes = bytes
            self.keys = keys
            self.vector = vector
            self.frames = frames
        }

        private static func block(_ vector: [UInt8], _ number: UInt32) -> [UInt8] {
            let counter = vector[..<4].reduce(0) { $0 << 8 | UInt32($1) } &+ number
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
                + vector[4...]
        }

        func with(_ frames: [(frame: [UInt8], file: [UInt8]?)]) throws -> [UInt8] {
            var out = Array(bytes[..<head])
            var number: UInt32 = 0
            for (frame, file) in frames {
                let sealed = try AES.counted(
                    frame, key: keys.cipher, start: Self.block(vector, number))
                let length = UInt32(sealed.count + 10)
                out += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
                out += try sealed + #require(HMAC.code(of: sealed, key: keys.code))[..<10]
                number += 1
                guard let file else { continue }
                let block = Self.block(vector, number)
                let hidden = try AES.counted(file, key: keys.cipher, start: block)
                out += hidden
                out += try #require(HMAC.code(of: block + hidden, key: keys.code))[..<10]
                number += 1
            }
            return out
        }

        func read(_ bytes: [UInt8]) throws -> Conversation {
            let sources = ExportFiles(bytes, name: Self.name, beside: .none, limits: Limits())
            sources.password = password
            let backup = try SignalBackupFile(Self.name, sources)
            let options = ImportOptions(chat: "Hikers")
            let clock = try #require(Clock(zone: "UTC"))
            var builder = ConversationBuilder(
                options: options, phrases: ShippedImport.phrases, importer: "signal", clock: clock,
                zone: "UTC", from: sources)
            try backup.read(&builder)
            return try builder.finish().0
        }
    }

    @Test func aBackupFileCutAnywhereIsRefused() throws {
        let file = try File()
        #expect(try file.with(file.frames) == file.bytes)
        #expect(try file.read(file.bytes).messages.count == 5)
        for length in 0..<file.bytes.count {
            #expect(throws: ImportError.self) { try file.read(Array(file.bytes.prefix(length))) }
        }
    }

    @Test func aDamagedBackupFileIsReadOrRefused() throws {
        let file = try File()
        var random = SeededRandom(seed: 12)
        for _ in 0..<200 {
            var frames = file.frames
            for _ in 0...random.below(3) {
                let place = random.below(frames.count)
                switch random.below(4) {
                case 0: frames.insert(frames[place], at: random.below(frames.count))
                case 1: frames.swapAt(place, random.below(frames.count))
                default: frames[place].frame = Self.damaged(frames[place].frame, &random)
                }
            }
            if let read = try? file.read(try file.with(frames)) { Invariants.check(read) }
        }
    }

    @Test func aFileThatStatesFarTooManyBytesIsRefused() throws {
        let file = try File()
        var frames = file.frames
        let place = try #require(frames.firstIndex { $0.file != nil })
        for length in [UInt64(1) << 40, UInt64.max, 1 << 63] {
            var varint: [UInt8] = []
            var rest = length
            repeat {
                varint.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
            let inner: [UInt8] = [0x08, 0x01, 0x18] + varint
            frames[place].frame = [4 << 3 | 2, UInt8(inner.count)] + inner
            #expect(throws: ImportError.self) { try file.read(try file.with(frames)) }
        }
    }

    /// A large file is skipped, and of it only what a chat shows is read.
    @Test func filesOfABackupAreNotReadUnlessAChatShowsThem() throws {
        let file = try File()
        var frames = file.frames
        let place = try #require(frames.firstIndex { $0.file != nil })
        let big = [UInt8](repeating: 0, count: 4 << 20)
        let row: [UInt8] = [0x08, 0x63, 0x18, 0x80, 0x80, 0x80, 0x02]
        frames.insert(([4 << 3 | 2, UInt8(row.count)] + row, big), at: place + 1)
        let bytes = try file.with(frames)
        let count = Mutex(0)
        let lookup = FileLookup(
            names: [File.name], size: { $0 == File.name ? bytes.count : nil },
            read: { name, range in
                guard name == File.name else { return nil }
                let part = bytes[range.clamped(to: bytes.indices)]
                count.withLock { $0 += part.count }
                return Array(part)
            })
        let read = try read(Export(file: File.name, in: lookup), Self.passphrase)
        #expect(read.conversation.media.contains { !$0.bytes.isEmpty })
        #expect(count.withLock { $0 } < 1 << 20)
    }

    // MARK: Statements

    @Test(arguments: [
        ("CREATE TABLE sms (_id INTEGER, body TEXT DEFAULT 'a,b)', UNIQUE (_id, body))", 2, true),
        (
            "create table if not exists \"sms\" ([_id] INTEGER, `body` TEXT CHECK (body IN (1, 2)))",
            2, true
        ),
        ("CREATE TABLE sms (_id INTEGER", 2, false), ("CREATE TABLE sms", 2, false),
        ("CREATE VIRTUAL TABLE sms USING fts5(_id, body)", 2, false),
        ("CREATE VIEW sms AS SELECT 1", 2, false), ("CREATE TABLE other (_id, body)", 2, false),
        ("CREATE TABLE sms (_id INTEGER, body TEXT)", 3, false),
    ])
    func columnsAreThoseOfTheTable(_ sql: String, values: Int, isRead: Bool) {
        var statements = SignalStatements()
        #expect(statements.row(Self.statement(sql, [])) == nil)
        let marks = Array(repeating: "?", count: values).joined(separator: ", ")
        let row = statements.row(
            Self.statement("INSERT INTO sms VALUES (\(marks))", ["7", "hello", "x"].prefix(values)))
        #expect((row?.row.text("body") == "hello") == isRead)
        #expect((row?.row.integer("_id") == 7) == isRead)
    }

    @Test(arguments: [
        "INSERT INTO sms VALUES (?, ?); DROP TABLE sms", "INSERT INTO sms VALUES (1, ?)",
        "INSERT INTO sms SELECT ?, ?", "REPLACE INTO sms VALUES (?, ?)",
        "DELETE FROM sms WHERE _id = ? OR body = ?", "INSERT INTO other VALUES (?, ?)",
        "INSERT INTO sms VALUES (?, ?", "", "INSERT", "INSERT INTO", "INSERT INTO \"sms",
    ])
    func onlyPlainInsertionsAreRead(_ sql: String) {
        var statements = SignalStatements()
        _ = statements.row(Self.statement("CREATE TABLE sms (_id INTEGER, body TEXT)", []))
        #expect(statements.row(Self.statement(sql, ["7", "hello"])) == nil)
    }

    private static func statement(
        _ sql: String, _ values: some Sequence<String>
    ) -> ProtobufFields {
        func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(bytes.count)] + bytes
        }
        let parts = values.map { field(2, field(1, Array($0.utf8))) }
        let fields = ProtobufFields(field(1, Array(sql.utf8)) + parts.flatMap(\.self))
        return fields ?? { preconditionFailure("The statement is too long.") }()
    }
}
