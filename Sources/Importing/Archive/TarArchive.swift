import Basics
import Model

/// Uncompressed tar archives (POSIX.1 ustar, with the long names of pax and GNU). Skype exports
/// them.
enum TarArchive {
    private static let block = 512

    static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.count >= block && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    /// Returns the regular files of the archive by name.
    static func files(
        in bytes: [UInt8], limits: Limits, _ budget: WorkBudget
    ) throws(ImportError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var offset = 0
        var longName: String?
        guard budget.reserve(bytes.count) else { throw .stopped }
        while offset + block <= bytes.count {
            let head = bytes[offset..<offset + block]
            guard head.contains(where: { $0 != 0 }) else { break }
            guard let size = size(head) else { throw .archive(.unreadable) }
            let start = offset + block
            // A truncated file makes the archive invalid.
            guard size <= bytes.count - start else { throw .archive(.unreadable) }
            let content = bytes[start..<start + size]
            offset = start + (size + block - 1) / block * block
            switch head[head.startIndex + 156] {
            case UInt8(ascii: "L"): longName = text(content)
            case UInt8(ascii: "x"): longName = path(in: content) ?? longName
            case 0, UInt8(ascii: "0"):
                let name = longName ?? self.name(head)
                longName = nil
                guard files.count < limits.archiveEntries else {
                    throw .archive(
                        .limit(
                            .archiveEntries, limit: limits.archiveEntries, actual: files.count + 1,
                            entry: name))
                }
                if Path.isPlain(name), files[name] == nil { files[name] = Array(content) }
            default: longName = nil
            }
        }
        return files
    }

    /// Parses a size field: octal digits.
    private static func size(_ head: ArraySlice<UInt8>) -> Int? {
        let field = head.dropFirst(124).prefix(12).prefix { $0 != 0 && $0 != 0x20 }
        guard !field.isEmpty else { return 0 }
        return Int(String(decoding: field, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
    }

    private static func name(_ head: ArraySlice<UInt8>) -> String {
        let name = text(head.prefix(100))
        let prefix = text(head.dropFirst(345).prefix(155))
        return prefix.isEmpty ? name : prefix + "/" + name
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the path of a pax header that precedes a file: `30 path=media/pond.png`.
    private static func path(in records: ArraySlice<UInt8>) -> String? {
        for line in records.prefix(64 << 10).split(separator: 0x0A) {
            guard let blank = line.firstIndex(of: 0x20) else { continue }
            let rest = line[line.index(after: blank)...]
            if rest.starts(with: "path=".utf8) { return text(rest.dropFirst(5)) }
        }
        return nil
    }
}
