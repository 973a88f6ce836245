import Basics
import Model

/// Uncompressed tar archives (POSIX.1 ustar, with the long names of pax and GNU), of which only the
/// headers are read here.
enum TarArchive {
    struct Entry: Equatable {
        let name: String
        let range: Range<Int>
    }

    private static let block = 512
    /// The maximum size of a long name or of pax records.
    private static let maxHeader = 64 << 10
    /// The approximate memory of an entry's name and place.
    private static let entryCost = 400

    static func isArchive(_ archive: ByteSource) -> Bool {
        archive.bytes(5, at: 257).map { $0.elementsEqual("ustar".utf8) } ?? false
    }

    /// Returns the regular files of the archive, in its order.
    static func entries(
        in archive: ByteSource, limits: Limits, _ budget: WorkBudget
    ) throws(ImportError) -> [Entry] {
        var entries: [Entry] = []
        var offset = 0
        var long: (name: String?, size: Int?) = (nil, nil)
        while offset + block <= archive.count {
            guard let head = archive.bytes(block, at: offset) else { throw .archive(.unreadable) }
            guard head.contains(where: { $0 != 0 }) else { break }
            let start = offset + block
            // A truncated file makes the archive invalid.
            guard let size = long.size ?? size(head), size >= 0, size <= archive.count - start
            else { throw .archive(.unreadable) }
            offset = start + (size + block - 1) / block * block
            func content() -> [UInt8] { archive.bytes(min(size, maxHeader), at: start) ?? [] }
            switch head[156] {
            case UInt8(ascii: "L"): long.name = text(content()[...])
            case UInt8(ascii: "x"):
                let records = records(content())
                long = (records["path"] ?? long.name, records["size"].flatMap { Int($0) })
            case 0, UInt8(ascii: "0"):
                let name = long.name ?? self.name(head)
                long = (nil, nil)
                guard entries.count < limits.archiveEntries else {
                    throw .archive(
                        .limit(
                            .archiveEntries, limit: limits.archiveEntries,
                            actual: entries.count + 1,
                            entry: name))
                }
                guard budget.reserve(entryCost) else { throw .stopped }
                entries.append(Entry(name: name, range: start..<start + size))
            default: long = (nil, nil)
            }
            guard budget.mayContinue else { throw .stopped }
        }
        return entries
    }

    /// Parses a size field: octal digits, or a binary number of which the first bit is set (GNU).
    private static func size(_ head: [UInt8]) -> Int? {
        let field = head[124..<136]
        if field[124] & 0x80 != 0 {
            guard field[124..<129].allSatisfy({ $0 & 0x7F == 0 }) else { return nil }
            return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
        }
        let digits = field.prefix { $0 != 0 && $0 != 0x20 }
        return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    private static func name(_ head: [UInt8]) -> String {
        let name = text(head[..<100])
        let prefix = text(head[345..<500])
        return prefix.isEmpty ? name : prefix + "/" + name
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the records of a pax header that precedes a file: `30 path=media/pond.png`.
    private static func records(_ content: [UInt8]) -> [String: String] {
        var records: [String: String] = [:]
        for line in content.split(separator: 0x0A) {
            guard let blank = line.firstIndex(of: 0x20) else { continue }
            let rest = line[line.index(after: blank)...]
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = text(rest[rest.index(after: equals)...])
            records[String(decoding: rest[..<equals], as: UTF8.self)] = value
        }
        return records
    }
}
