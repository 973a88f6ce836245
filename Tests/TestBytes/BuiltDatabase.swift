internal import CSQLite

/// Databases that SQLite builds in memory, and logs that are written by hand.
package enum BuiltDatabase {
    package struct Refused: Error { let message: String }

    package static func bytes(_ statements: String...) throws -> [UInt8] {
        try bytes(statements, then: []).before
    }

    /// The bytes after the first statements, and after all of them.
    package static func bytes(
        _ first: [String], then second: [String]
    ) throws -> (before: [UInt8], after: [UInt8]) {
        var database: OpaquePointer?
        unsafe sqlite3_open(":memory:", &database)
        defer { unsafe sqlite3_close(database) }
        unsafe set_database_option(database, Int32(SQLITE_DBCONFIG_WRITABLE_SCHEMA), 1)
        for statement in first { try unsafe run(statement, database) }
        let before = unsafe serialized(database)
        for statement in second { try unsafe run(statement, database) }
        return unsafe (before, serialized(database))
    }

    private static func run(_ statement: String, _ database: OpaquePointer?) throws {
        guard unsafe sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK else {
            throw unsafe Refused(message: String(cString: sqlite3_errmsg(database)))
        }
    }

    private static func serialized(_ database: OpaquePointer?) -> [UInt8] {
        var count: Int64 = 0
        guard let bytes = unsafe sqlite3_serialize(database, "main", &count, 0) else { return [] }
        defer { unsafe sqlite3_free(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}

/// A write-ahead log.
package struct BuiltLog {
    let isBigEndian: Bool
    let pageSize: Int
    package private(set) var bytes: [UInt8] = []
    private var sums: (UInt32, UInt32) = (0, 0)

    package init(pageSize: Int, isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
        self.pageSize = pageSize
        for number: UInt32 in [
            isBigEndian ? 0x377F_0683 : 0x377F_0682, 3_007_000, UInt32(pageSize), 0, 77, 99,
        ] {
            bytes += Self.big(number)
        }
        sum(bytes)
        bytes += Self.big(sums.0) + Self.big(sums.1)
    }

    /// Adds the pages in which two states of a database differ, as one transaction.
    package mutating func add(from before: [UInt8], to after: [UInt8], isCommitted: Bool = true) {
        var pages: [Int] = []
        for page in 0..<(after.count / pageSize) {
            let range = (page * pageSize)..<((page + 1) * pageSize)
            if range.upperBound > before.count || before[range] != after[range] {
                pages.append(page)
            }
        }
        for page in pages {
            let isLast = page == pages.last && isCommitted
            let start = page * pageSize
            add(
                page: page + 1, Array(after[start..<(start + pageSize)]),
                pages: isLast ? after.count / pageSize : 0)
        }
    }

    package mutating func add(
        page: Int, _ content: [UInt8], pages: Int, salts: (UInt32, UInt32) = (77, 99)
    ) {
        let head = Self.big(UInt32(page)) + Self.big(UInt32(pages))
        sum(head)
        sum(content)
        bytes += head + Self.big(salts.0) + Self.big(salts.1)
        bytes += Self.big(sums.0) + Self.big(sums.1) + content
    }

    private mutating func sum(_ bytes: [UInt8]) {
        for place in stride(from: 0, to: bytes.count, by: 8) {
            sums.0 &+= word(bytes, place) &+ sums.1
            sums.1 &+= word(bytes, place + 4) &+ sums.0
        }
    }

    private func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        let four = bytes[place..<(place + 4)]
        return (isBigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
