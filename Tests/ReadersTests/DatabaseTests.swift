import Basics
import Foundation
import Readers
import Synchronization
import TestBytes
import Testing

@Suite struct DatabaseTests {
    private static func open(
        _ bytes: [UInt8], log: [UInt8]? = nil, budget: WorkBudget = .unlimited
    ) throws(DatabaseFault) -> Database {
        try Database(ByteSource(bytes), log: log.map { ByteSource($0) }, budget: budget)
    }

    private static func texts(
        _ database: Database, _ table: String = "notes", _ column: String = "text",
        by order: String? = "id"
    ) throws(DatabaseFault) -> [String?] {
        var texts: [String?] = []
        try database.rows(of: table, [column], by: order) { row in
            texts.append(row.text(0))
        }
        return texts
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Databases")

    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    // MARK: Encryption

    private static func encrypted(_ name: String) throws -> [UInt8] {
        let path = "Imports/signal/desktop.zip/Signal/sql/\(name)"
        return Array(try Data(contentsOf: folder.deletingLastPathComponent().appending(path: path)))
    }

    @Test func pagesOfAnEncryptedDatabaseAndItsLogAreRead() throws {
        let key = [UInt8](0..<16) + [UInt8](0..<16)
        let (bytes, log) = (try Self.encrypted("db.sqlite"), try Self.encrypted("db.sqlite-wal"))
        let file = ByteSource(bytes)
        #expect(PageCipher(key: [UInt8](repeating: 0, count: 32), of: file) == nil)
        #expect(PageCipher(key: [], of: file) == nil)
        let cipher = try #require(PageCipher(key: key, of: file))
        func count(_ file: [UInt8], log: [UInt8]?) throws(DatabaseFault) -> Int {
            let database = try Database(
                ByteSource(file), log: log.map { ByteSource($0) }, cipher: cipher,
                budget: .unlimited)
            return try Self.texts(database, "messages", "id", by: nil).count
        }
        let before = try count(bytes, log: nil)
        #expect(before > 40)
        #expect(try count(bytes, log: log) == before + 1)
        // A changed byte of a page, of the file or of the log, is damage.
        for page in 1..<bytes.count / 4096 {
            var damaged = bytes
            damaged[page * 4096 + 99] ^= 1
            // Pages of other tables are not read.
            if let found = try? count(damaged, log: nil) { #expect(found == before) }
        }
        var damaged = bytes
        damaged[200] ^= 1
        #expect(PageCipher(key: key, of: ByteSource(damaged)) == nil)
        #expect(throws: DatabaseFault.damaged) { try count(damaged, log: nil) }
    }

    // MARK: Values

    @Test func valuesAreConvertedToTheTypeThatIsAskedFor() throws {
        let bytes = try BuiltDatabase.bytes(
            "CREATE TABLE a(i, r, t, b, n)",
            "INSERT INTO a VALUES(7, 2.5, '12', x'C3A9', NULL)",
            "INSERT INTO a VALUES(' 7', 'x', 3, x'FF', -9223372036854775807)",
            "INSERT INTO a VALUES(1e300, -1.5, CAST(x'610062' AS TEXT), x'', 0)")
        var lines: [[String]] = []
        try Self.open(bytes).rows(
            of: "a", ["i", "r", "t", "b", "n", "missing"]
        ) { row in
            lines.append([
                "\(row.integer(0) as Int?)", "\(row.real(0) as Double?)",
                "\(row.integer(1) as Int?)",
                "\(row.real(1) as Double?)", "\(row.integer(2) as Int?)",
                "\(row.text(2) as String?)",
                "\(row.text(3) as String?)", "\(row.bytes(3) as [UInt8]?)",
                "\(row.bytes(2)?.count as Int?)",
                "\(row.integer(4) as Int?)", "\(row.isNull(4)) \(row.isNull(5))",
                "\(row.text(5) as String?)",
            ])
        }
        #expect(
            lines == [
                [
                    "Optional(7)", "Optional(7.0)", "Optional(2)", "Optional(2.5)", "Optional(12)",
                    "Optional(\"12\")", "Optional(\"é\")", "Optional([195, 169])", "Optional(2)",
                    "nil", "true true", "nil",
                ],
                [
                    "nil", "nil", "nil", "nil", "Optional(3)", "Optional(\"3\")",
                    "Optional(\"\u{FFFD}\")", "Optional([255])", "Optional(1)",
                    "Optional(-9223372036854775807)", "false true", "nil",
                ],
                [
                    "nil", "Optional(1e+300)", "Optional(-1)", "Optional(-1.5)", "nil",
                    "Optional(\"a\\0b\")", "Optional(\"\")", "Optional([])", "Optional(3)",
                    "Optional(0)", "false true", "nil",
                ],
            ])
    }

    @Test(arguments: ["UTF-16le", "UTF-16be", "UTF-8"])
    func everyEncodingIsRead(_ encoding: String) throws {
        let bytes = try BuiltDatabase.bytes(
            "PRAGMA encoding='\(encoding)'", "CREATE TABLE notes(id INTEGER PRIMARY KEY, text)",
            "INSERT INTO notes VALUES(1, 'Grüße 👋')",
            "INSERT INTO notes VALUES(2, x'4772C3BCC39F65')")
        #expect(try Self.texts(try Self.open(bytes)) == ["Grüße 👋", "Grüße"])
    }

    @Test func columnsAreThoseOfTablesAlone() throws {
        let database = try Self.open(
            try BuiltDatabase.bytes(
                "CREATE TABLE message(ROWID INTEGER PRIMARY KEY, text, \"odd \"\" name\")",
                "CREATE TABLE made(a, b AS (a || a), c AS (a + 1) STORED)",
                "CREATE VIEW chat AS SELECT text FROM message",
                "CREATE VIRTUAL TABLE found USING fts5(text)",
                "INSERT INTO message VALUES(1, 'one', 'two')",
                "INSERT INTO found VALUES('one')"))
        #expect(try database.columns(of: "message") == ["ROWID", "text", "odd \" name"])
        #expect(try database.columns(of: "MESSAGE").count == 3)
        #expect(try database.columns(of: "made") == ["a"])
        for name in ["chat", "found", "missing", "sqlite_sequence", "a\"b", "pragma_table_list"] {
            #expect(try database.columns(of: name).isEmpty, "\(name)")
            #expect(try Self.texts(database, name, by: nil).isEmpty)
        }
        #expect(try Self.texts(database, "message", "odd \" name", by: nil) == ["two"])
        #expect(try Self.texts(database, "message", "rowid", by: nil) == ["1"])
    }

    @Test func aSchemaThatPosesAsTableRunsNothing() throws {
        // The schema says table, the SQL makes a view, a virtual table or a generated column.
        for sql in [
            "CREATE VIEW notes AS SELECT 1 AS id, 'x' AS text",
            "CREATE VIRTUAL TABLE notes USING fts5(id, text)",
            "CREATE TABLE notes(id, text AS (zeroblob(60000000)))",
        ] {
            let bytes = try BuiltDatabase.bytes(
                "CREATE TABLE notes(id, text)", "INSERT INTO notes VALUES(1, 'a')",
                "CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT load_extension('x'); END",
                "UPDATE sqlite_schema SET sql = '\(sql.replacing("'", with: "''"))' WHERE name = 'notes'"
            )
            let texts = try? Self.texts(try Self.open(bytes))
            #expect(texts ?? [] == [] || texts == [nil], "\(sql)")
        }
    }

    @Test func unknownCollationsAndFunctionsDoNotMatter() throws {
        let bytes = try BuiltDatabase.bytes(
            "CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)",
            "INSERT INTO notes VALUES(1, 'a')", "CREATE INDEX found ON notes(text)",
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX found ON notes(text COLLATE LOCALIZED)' "
                + "WHERE name = 'found'",
            "CREATE TRIGGER t AFTER DELETE ON notes BEGIN SELECT only_apple_knows(old.id); END")
        #expect(try Self.texts(try Self.open(bytes)) == ["a"])
    }

    @Test func sortingNeedsNoFile() throws {
        let bytes = try BuiltDatabase.bytes(
            "CREATE TABLE notes(id INTEGER PRIMARY KEY, text, place)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO notes SELECT i, printf('%0500d', i), (i * 7919) % 20011 FROM n
            """)
        let texts = try Self.texts(try Self.open(bytes), by: "place")
        #expect(texts.count == 20_000)
        #expect(
            texts.first
                == texts.min {
                    ($0.flatMap { Int($0) } ?? 0) * 7919 % 20_011
                        < ($1.flatMap { Int($0) } ?? 0) * 7919 % 20_011
                })
    }

    @Test func queriesThatTheImportersNeverWriteAreForbidden() throws {
        let bytes = try BuiltDatabase.bytes(
            "CREATE TABLE notes(id, text)", "INSERT INTO notes VALUES(1, 'a')")
        let database = try Self.open(bytes)
        for filter in [
            "randomblob(9) > ''", "load_extension('x')",
            "id IN (WITH RECURSIVE n(i) AS "
                + "(SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n)", "\"nothing\" = 1",
        ] {
            #expect(throws: DatabaseFault.damaged) {
                try database.rows(of: "notes", ["id"], where: filter) { _ in }
            }
        }
        #expect(try Self.texts(database) == ["a"])
    }

    // MARK: Logs

    private static let first = [
        "PRAGMA page_size=512", "CREATE TABLE notes(id INTEGER PRIMARY KEY, text)",
        "INSERT INTO notes VALUES(1, 'old')", "INSERT INTO notes VALUES(2, 'kept')",
    ]
    private static let second = [
        "UPDATE notes SET text = 'new' WHERE id = 1",
        "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 60) "
            + "INSERT INTO notes SELECT i, 'added ' || i FROM n",
    ]

    @Test func aLogOfSQLiteIsReadUpToItsLastCommit() throws {
        let file = try Self.fixture("wal.db")
        let log = try Self.fixture("wal.db-wal")
        #expect(file[18] == 2)
        let database = try Self.open(file, log: log)
        let expected =
            (1...20).map { "changed \($0)" } + (21...40).map { "stored \($0)" }
            + (41...50).map { "added \($0)" }
        #expect(try Self.texts(database) == expected)
        #expect(!database.hasForeignLog)
        #expect(try Self.texts(try Self.open(file)) == (1...40).map { "stored \($0)" })
        // Cut within the transaction that was never finished, and within the last commit.
        #expect(try Self.texts(try Self.open(file, log: log.dropLast(700))) == expected)
        let commit = 32 + 536 * 13
        #expect(try Self.texts(try Self.open(file, log: Array(log[..<commit]))) == expected)
        let cut = try Self.texts(try Self.open(file, log: Array(log[..<(commit - 1)])))
        #expect(cut == expected.dropLast())
    }

    @Test(arguments: [false, true])
    func checksumsOfBothByteOrdersAreRead(_ isBigEndian: Bool) throws {
        let (before, after) = try BuiltDatabase.bytes(Self.first, then: Self.second)
        var log = BuiltLog(pageSize: 512, isBigEndian: isBigEndian)
        log.add(from: before, to: after)
        let texts = try Self.texts(try Self.open(before, log: log.bytes))
        #expect(texts == ["new", "kept"] + (3...60).map { "added \($0)" })
        // Every wrong byte of a frame ends the log before it.
        for place in stride(from: 32, to: 32 + 536, by: 7) {
            var wrong = log.bytes
            wrong[place] ^= 1
            #expect(try Self.texts(try Self.open(before, log: wrong)) == ["old", "kept"])
        }
    }

    @Test func aShorterDatabaseOfTheLogIsShorter() throws {
        let (before, after) = try BuiltDatabase.bytes(
            Self.first + Self.second, then: ["DELETE FROM notes WHERE id > 2", "VACUUM"])
        #expect(after.count < before.count)
        var log = BuiltLog(pageSize: 512)
        log.add(from: before, to: after)
        #expect(try Self.texts(try Self.open(before, log: log.bytes)) == ["new", "kept"])
    }

    @Test func framesOfAnEarlierLogAreIgnored() throws {
        let (before, after) = try BuiltDatabase.bytes(Self.first, then: Self.second)
        var log = BuiltLog(pageSize: 512)
        log.add(page: 1, Array(before[..<512]), pages: before.count / 512)
        log.add(page: 2, Array(after[512..<1024]), pages: after.count / 512, salts: (76, 99))
        #expect(try Self.texts(try Self.open(before, log: log.bytes)) == ["old", "kept"])
    }

    @Test func aLogThatIsNotOfTheDatabaseIsReported() throws {
        let (before, after) = try BuiltDatabase.bytes(Self.first, then: Self.second)
        var log = BuiltLog(pageSize: 1024)
        log.add(from: before, to: after)
        for log in [log.bytes, Array("no log at all".utf8)] {
            let database = try Self.open(before, log: log)
            #expect(database.hasForeignLog)
            #expect(try Self.texts(database) == ["old", "kept"])
        }
        #expect(!(try Self.open(before, log: []).hasForeignLog))
    }

    @Test func anEncryptedDatabaseIsNone() throws {
        let (before, _) = try BuiltDatabase.bytes(Self.first, then: Self.second)
        #expect(throws: DatabaseFault.notDatabase) { try Self.open(before.map { $0 ^ 0x5A }) }
    }

    // MARK: Faults

    @Test func aHotJournalIsRefused() throws {
        let bytes = try BuiltDatabase.bytes("CREATE TABLE a(b)")
        #expect(throws: DatabaseFault.hotJournal) {
            try Database(ByteSource(bytes), hasHotJournal: true, budget: .unlimited)
        }
        #expect(Database.isHotJournal([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0]))
        #expect(!Database.isHotJournal([UInt8](repeating: 0, count: 512)))
        #expect(!Database.isHotJournal([]))
    }

    @Test func filesThatAreNoDatabaseAreRejected() throws {
        for bytes in [
            [], Array("hello".utf8), Array("SQLite format 2\0".utf8),
            Array("SQLite format 3\0".utf8),
        ] {
            #expect(throws: DatabaseFault.notDatabase) { try Self.open(bytes) }
        }
    }

    @Test func cutAndMislabeledFilesAreDamaged() throws {
        let bytes = try BuiltDatabase.bytes(Self.first + Self.second, then: []).before
        for count in [100, 511, 512, 1024, bytes.count - 512] {
            #expect(throws: DatabaseFault.damaged, "\(count)") {
                try Self.texts(try Self.open(Array(bytes[..<count])))
            }
        }
        for size: [UInt8] in [[0, 0], [1, 0], [3, 0], [4, 0], [0xFF, 0xFF]] {
            var wrong = bytes
            wrong.replaceSubrange(16..<18, with: size)
            #expect(throws: DatabaseFault.self, "\(size)") {
                try Self.texts(try Self.open(wrong))
            }
        }
    }

    @Test func aSourceThatFailsIsUnreadable() throws {
        let bytes = try BuiltDatabase.bytes(Self.first + Self.second, then: []).before
        #expect(throws: DatabaseFault.unreadable) {
            try Database(ByteSource(count: bytes.count) { _ in nil }, budget: .unlimited)
        }
        // A byte at a time is as good as all of them.
        let slow = ByteSource(count: bytes.count) { Array(bytes[$0.prefix(1)]) }
        #expect(try Self.texts(try Database(slow, budget: .unlimited)).count == 60)
    }

    @Test func aBudgetStopsEveryQuery() throws {
        let bytes = try BuiltDatabase.bytes(
            "CREATE TABLE notes(id INTEGER PRIMARY KEY, text)",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                + "INSERT INTO notes SELECT i, 'added ' || i FROM n")
        let asked = Mutex(0)
        func budget(_ grants: Int) -> WorkBudget {
            asked.withLock { $0 = 0 }
            return WorkBudget { _ in
                asked.withLock { count in
                    count += 1
                    return count <= grants
                }
            }
        }
        _ = try Self.texts(try Self.open(bytes, budget: budget(.max)))
        let needed = asked.withLock { $0 }
        #expect(needed > 40)
        for grants in [0, 1, 2, 5, needed / 2, needed - 2] {
            #expect(throws: DatabaseFault.stopped, "\(grants)") {
                try Self.texts(try Self.open(bytes, budget: budget(grants)))
            }
        }
        // Rows that no filter lets through are work, too.
        let database = try Self.open(bytes, budget: budget(20))
        #expect(throws: DatabaseFault.stopped) {
            try database.rows(of: "notes", ["id"], where: "length(text) > 99") {
                _ in
            }
        }
    }

    @Test func everyMutatedDatabaseIsReadOrRejected() throws {
        let built = try BuiltDatabase.bytes(
            [
                "PRAGMA page_size=512",
                "CREATE TABLE notes(id INTEGER PRIMARY KEY, text, blob BLOB)",
                "CREATE TABLE pairs(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID",
                "CREATE INDEX texts ON notes(text)",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) "
                    + "INSERT INTO notes SELECT i, 'text ' || i, zeroblob(i * 20) FROM n",
                "INSERT INTO pairs SELECT id, text FROM notes",
            ], then: ["UPDATE notes SET text = text || ' again' WHERE id % 3 = 0"])
        var log = BuiltLog(pageSize: 512)
        log.add(from: built.before, to: built.after)
        var random = SeededRandom(seed: 59)
        var read = 0
        for round in 0..<4_000 {
            var bytes = built.before
            let pages = bytes.count / 512
            let page = random.below(pages) * 512
            switch round % 4 {
            case 0:
                for _ in 0...random.below(4) {
                    bytes[page + random.below(512)] = UInt8(random.below(256))
                }
            case 1:
                // The header and the array of cells are where a page can mislead most.
                let start = page == 0 ? 100 : page
                bytes[start + random.below(24)] = UInt8(random.below(256))
            case 2:
                let other = random.below(pages) * 512
                bytes.replaceSubrange(page..<(page + 512), with: bytes[other..<(other + 512)])
            default:
                bytes[random.below(100)] = UInt8(random.below(256))
            }
            do throws(DatabaseFault) {
                let database = try Self.open(bytes, log: round % 8 < 4 ? log.bytes : nil)
                for (table, column) in [("notes", "blob"), ("pairs", "b")] {
                    _ = try database.columns(of: table)
                    var count = 0
                    try database.rows(of: table, ["rowid", column, "text"], by: column) {
                        row in
                        _ = (row.integer(0), row.bytes(1), row.text(2), row.real(1))
                        count += 1
                    }
                    read += count
                }
            } catch {
                #expect(error != .stopped && error != .unreadable)
            }
        }
        // Most mutations hit one page of many.
        #expect(read > 40_000)
    }
}

extension Database {
    fileprivate func rows(
        of table: String, _ columns: [String], where filter: String? = nil,
        by order: String? = nil, _ take: (borrowing Row) -> Void
    ) throws(DatabaseFault) {
        try rows(of: table, columns, where: filter, by: order, failing: { $0 }) {
            (row: borrowing Row) throws(DatabaseFault) in take(row)
        }
    }
}

extension SeededRandom {
    /// Changes, removes, repeats or swaps bytes at up to four places.
    mutating func damage(_ bytes: inout [UInt8]) {
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let length = min(below(16) + 1, bytes.count - place)
            switch below(6) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: below(bytes.count))
            case 4:
                let edge: [UInt8] = [0x00, 0x7F, 0x80, 0xFF]
                for index in place..<place + min(length, 8) { bytes[index] = edge[below(4)] }
            default: bytes.swapAt(place, below(bytes.count))
            }
        }
    }
}
