import Basics
import Readers

// Feeds SQLite, behind our file system and limits, with fuzzer input; script/fuzz runs it. The first
// two bytes are the length of the log, which follows in units of 8 bytes; the rest is the database.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard count > 2 else { return 0 }
    let length = min((Int(bytes[0]) << 8 | Int(bytes[1])) * 8, count - 2)
    let log = Array(bytes[2..<(2 + length)])
    bounded(max(count, 16_384)) {
        read(Array(bytes[(2 + length)...]), log.isEmpty ? nil : log)
    }
    return 0
}

private func read(_ bytes: [UInt8], _ log: [UInt8]?) {
    do throws(DatabaseFault) {
        let database = try Database(
            ByteSource(bytes), log: log.map { ByteSource($0) }, budget: .unlimited)
        var tables: [String] = []
        try database.rows(of: "sqlite_master", ["name", "sql"], failing: { $0 }) {
            (row: borrowing Database.Row) throws(DatabaseFault) in
            if let name = row.text(0), tables.count < 8 { tables.append(name) }
        }
        for table in tables {
            let columns = try database.columns(of: table).sorted()
            for order in [nil, columns.first.map { "\"\($0.split(separator: "\"").joined())\"" }] {
                do throws(DatabaseFault) {
                    try database.rows(of: table, columns, by: order, failing: { $0 }) {
                        (row: borrowing Database.Row) throws(DatabaseFault) in
                        for column in columns.indices {
                            _ = (row.integer(column), row.real(column), row.text(column))
                            _ = row.bytes(column)
                        }
                    }
                } catch {
                    precondition(error != .stopped && error != .unreadable)
                }
            }
        }
    } catch {
        precondition(error != .stopped && error != .unreadable)
    }
}
