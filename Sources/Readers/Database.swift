package import Basics
internal import CSQLite

/// A read-only SQLite database in untrusted bytes.
///
/// Only tables are read, by queries of one table that SQLite cannot run more than the budget
/// allows. Columns are probed: a missing column reads as NULL, a missing table has no rows.
/// https://www.sqlite.org/security.html
@safe package final class Database {
    private let pages: DatabasePages
    private let handle: OpaquePointer
    private var tables: [String: [String]] = [:]

    package static func isDatabase(_ head: [UInt8]) -> Bool {
        head.starts(with: "SQLite format 3\0".utf8)
    }

    /// Whether the `-journal` beside a database has pages to restore.
    package static func isHotJournal(_ head: [UInt8]) -> Bool {
        head.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    }

    /// Whether the log beside the database is of another database, and was not read.
    package var hasForeignLog: Bool { pages.hasForeignLog }

    /// - Parameter log: the file `-wal` beside the database.
    package init(
        _ file: ByteSource, log: ByteSource? = nil, cipher: PageCipher? = nil,
        hasHotJournal: Bool = false, budget: WorkBudget
    ) throws(DatabaseFault) {
        guard !hasHotJournal else { throw .hotJournal }
        guard budget.reserve(Self.memory) else { throw .stopped }
        let pages = try DatabasePages(file, log: log, cipher: cipher, budget: budget)
        guard pages.hasMark else { throw pages.fault ?? .notDatabase }
        unsafe handle = try Self.open(pages)
        self.pages = pages
        for setting in ["temp_store=2", "cell_size_check=1", "cache_size=-\(Self.cache >> 10)"] {
            var statement = try run("PRAGMA \(setting)")
            while try step(&statement) {}
        }
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
        pages.budget.release(Self.memory)
    }

    /// Bytes of SQLite's page cache.
    private static let cache = 4 << 20
    /// The cache, the blocks that were read ahead, and the schema.
    private static let memory = 8 << 20

    private static func open(_ pages: DatabasePages) throws(DatabaseFault) -> OpaquePointer {
        guard DatabasePages.registration == SQLITE_OK else { throw .tooLarge }
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            pages.vfsName, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, database_vfs)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            unsafe sqlite3_close_v2(handle)
            throw Self.fault(code, pages)
        }
        for (option, value) in options {
            unsafe set_database_option(handle, option, value)
        }
        for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, value) }
        // No virtual tables, whose modules parse data of their own.
        unsafe sqlite3_drop_modules(handle, nil)
        let owner = unsafe Unmanaged.passUnretained(pages).toOpaque()
        unsafe sqlite3_progress_handler(
            handle, 2_000,
            { pages in
                guard let pages = unsafe pages else { return 1 }
                let owner = unsafe Unmanaged<DatabasePages>.fromOpaque(pages)
                return unsafe owner.takeUnretainedValue().budget.mayContinue ? 0 : 1
            }, owner)
        unsafe sqlite3_set_authorizer(handle, authorize, nil)
        return unsafe handle
    }

    private static let options: [(Int32, Int32)] = [
        (Int32(SQLITE_DBCONFIG_DEFENSIVE), 1), (Int32(SQLITE_DBCONFIG_TRUSTED_SCHEMA), 0),
        (Int32(SQLITE_DBCONFIG_ENABLE_TRIGGER), 0), (Int32(SQLITE_DBCONFIG_ENABLE_VIEW), 0),
        (Int32(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION), 0),
        (Int32(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER), 0),
        // A misspelled column would be read as a text.
        (Int32(SQLITE_DBCONFIG_DQS_DML), 0),
    ]

    /// Lower than SQLite's own suggestions only where every known database allows it.
    private static let limits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
        (SQLITE_LIMIT_COLUMN, 300), (SQLITE_LIMIT_EXPR_DEPTH, 100),
        (SQLITE_LIMIT_COMPOUND_SELECT, 3), (SQLITE_LIMIT_VDBE_OP, 25_000),
        (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), (SQLITE_LIMIT_VARIABLE_NUMBER, 10),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 10), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    private static let functions: Set<String> = ["coalesce", "length", "max", "min", "substr"]
    private static let pragmas: Set<String> = [
        "cache_size", "cell_size_check", "table_info", "temp_store",
    ]

    private static let authorize:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> Int32 = { _, action, first, second, _, _ in
            switch action {
            case SQLITE_SELECT, SQLITE_READ: return SQLITE_OK
            case SQLITE_FUNCTION:
                guard let second = unsafe second else { return SQLITE_DENY }
                return unsafe functions.contains(String(cString: second)) ? SQLITE_OK : SQLITE_DENY
            case SQLITE_PRAGMA:
                guard let first = unsafe first else { return SQLITE_DENY }
                return unsafe pragmas.contains(String(cString: first)) ? SQLITE_OK : SQLITE_DENY
            default: return SQLITE_DENY
            }
        }

    private static func fault(_ code: Int32, _ pages: DatabasePages) -> DatabaseFault {
        if !pages.budget.mayContinue { return .stopped }
        if let fault = pages.fault { return fault }
        switch code & 0xFF {
        case SQLITE_NOTADB: return .notDatabase
        case SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_FULL: return .tooLarge
        case SQLITE_INTERRUPT: return .stopped
        default: return .damaged
        }
    }

    /// The columns of a table, as it names them, without generated ones. Empty if there is no such
    /// table, or if the name is that of a view or a virtual table.
    package func columns(of table: String) throws(DatabaseFault) -> Set<String> {
        Set(try names(of: table))
    }

    private func names(of table: String) throws(DatabaseFault) -> [String] {
        if let known = tables[table] { return known }
        var names: [String] = []
        if try prepare("SELECT 1 FROM \(Self.quoted(table)) LIMIT 0") != nil {
            var statement = try run("PRAGMA table_info(\(Self.quoted(table)))")
            while try step(&statement) {
                if let name = statement.row.text(1) { names.append(name) }
            }
        }
        tables[table] = names
        return names
    }

    private static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"")
            + "\""
    }

    /// Reads the rows of a table in the order of `order`; without one, in stored order.
    ///
    /// - Parameters:
    ///   - columns: names, of which those that the table lacks read as NULL. `rowid` exists in most
    ///     tables, although it is not listed among the columns.
    ///   - filter: SQL that is never taken from input, of columns that exist.
    ///   - wrap: makes a fault of the database one of the caller.
    package func rows<Fault: Error>(
        of table: String, _ columns: [String], where filter: String? = nil,
        by order: String? = nil, failing wrap: (DatabaseFault) -> Fault,
        _ take: (borrowing Row) throws(Fault) -> Void
    ) throws(Fault) {
        var statement: Statement
        do throws(DatabaseFault) {
            let known = Set(try names(of: table).map { $0.lowercased() })
            guard !known.isEmpty else { return }
            let selected = columns.map { name in
                name.lowercased() == "rowid" || known.contains(name.lowercased())
                    ? Self.quoted(name) : "NULL"
            }
            var sql = "SELECT \(selected.joined(separator: ", ")) FROM \(Self.quoted(table))"
            if let filter { sql += " WHERE \(filter)" }
            if let order { sql += " ORDER BY \(order)" }
            statement = try run(sql)
        } catch {
            throw wrap(error)
        }
        while true {
            do throws(DatabaseFault) {
                guard try step(&statement) else { return }
            } catch {
                throw wrap(error)
            }
            try take(statement.row)
        }
    }

    /// - Parameter sql: a statement that must be valid for the database.
    private func run(_ sql: String) throws(DatabaseFault) -> Statement {
        guard let statement = try prepare(sql) else { throw .damaged }
        return statement
    }

    /// Returns nil if the statement is not valid, or not allowed, for this database.
    private func prepare(_ sql: String) throws(DatabaseFault) -> Statement? {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        if code == SQLITE_OK, let prepared = unsafe prepared { return unsafe Statement(prepared) }
        if code == SQLITE_ERROR || code == SQLITE_AUTH { return nil }
        throw Self.fault(code, pages)
    }

    private func step(_ statement: inout Statement) throws(DatabaseFault) -> Bool {
        switch unsafe sqlite3_step(statement.row.statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Self.fault(code, pages)
        }
    }

    @safe private struct Statement: ~Copyable {
        let row: Row

        init(_ statement: OpaquePointer) { unsafe row = Row(statement) }

        deinit { unsafe sqlite3_finalize(row.statement) }
    }

    /// The current row of a query. A value is converted to the type that is asked for.
    @safe package struct Row: ~Copyable {
        fileprivate let statement: OpaquePointer

        fileprivate init(_ statement: OpaquePointer) { unsafe self.statement = statement }

        package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

        private func type(_ column: Int) -> Int32 {
            unsafe sqlite3_column_type(statement, Int32(column))
        }

        /// Also an integer that is stored as a fraction or a text.
        package func integer(_ column: Int) -> Int? {
            switch type(column) {
            case SQLITE_INTEGER: unsafe Int(sqlite3_column_int64(statement, Int32(column)))
            case SQLITE_FLOAT: real(column).flatMap { Int(exactly: $0.rounded(.towardZero)) }
            case SQLITE_NULL: nil
            default:
                text(column).flatMap { text in
                    Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }
                }
            }
        }

        package func real(_ column: Int) -> Double? {
            switch type(column) {
            case SQLITE_INTEGER, SQLITE_FLOAT:
                unsafe sqlite3_column_double(statement, Int32(column))
            case SQLITE_NULL: nil
            default: text(column).flatMap { Double($0) }
            }
        }

        /// A text of any encoding, a number, or the UTF-8 bytes of a BLOB. Invalid bytes become
        /// U+FFFD.
        package func text(_ column: Int) -> String? {
            switch type(column) {
            case SQLITE_NULL: return nil
            case SQLITE_BLOB: return bytes(column).map { String(decoding: $0, as: UTF8.self) }
            default:
                guard let text = unsafe sqlite3_column_text(statement, Int32(column)) else {
                    return nil
                }
                let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
                return unsafe String(
                    decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
            }
        }

        /// The bytes of a BLOB, or of a text in UTF-8.
        package func bytes(_ column: Int) -> [UInt8]? {
            switch type(column) {
            case SQLITE_NULL: return nil
            case SQLITE_BLOB:
                guard let blob = unsafe sqlite3_column_blob(statement, Int32(column)) else {
                    return []
                }
                let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
                return unsafe [UInt8](UnsafeRawBufferPointer(start: blob, count: count))
            default: return text(column).map { Array($0.utf8) }
            }
        }
    }
}

/// Why a database cannot be read.
package enum DatabaseFault: Error, Sendable, Equatable {
    /// The file does not begin as a SQLite database does. It may be encrypted.
    case notDatabase
    case damaged
    /// A `-journal` with the old contents of pages that a transaction was changing. Only SQLite
    /// itself may undo the transaction, in a file that it can write.
    case hotJournal
    /// A row, or the work that a query needs, exceeds the limits for databases.
    case tooLarge
    case unreadable
    case stopped

    /// A sentence without its subject, the file.
    package var sentence: String {
        switch self {
        case .notDatabase: "is not a SQLite database, or is encrypted"
        case .damaged: "is a damaged or incomplete database"
        case .hotJournal:
            "was copied while a program was writing to it (its -journal is not empty). Close the program and copy the database again"
        case .tooLarge: "has rows that are too large to read"
        case .unreadable: "cannot be read"
        case .stopped: "was not read in time"
        }
    }
}
