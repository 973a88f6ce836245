/// The past and future changes of a time zone's offset, from a TZif file (RFC 8536).
///
/// The file may come from anyone, so every length in it is checked. A file with any error is
/// rejected as a whole.
package struct ZoneRules: Sendable, Equatable {
    /// The instants of changes in Unix seconds, in order.
    private let changes: [Int64]
    /// The offsets from UTC in seconds, positive in the east: the first before all changes, then
    /// one after each change.
    private let offsets: [Int32]
    /// The rule after the last change, or nil if that change's offset remains.
    private let rest: RepeatingRule?

    init(offset: Int32) {
        changes = []
        offsets = [offset]
        rest = nil
    }

    package static let gmt = ZoneRules(offset: 0)

    /// Returns nil if the bytes are not a TZif file, or are one of version 1, which ends in 2037.
    init?(tzif bytes: [UInt8]) {
        var reader = ZoneReader(bytes[...])
        guard let first = reader.header(), first.version >= UInt8(ascii: "2"),
            reader.skip(first.length(ofTime: 4)), let head = reader.header(),
            let block = reader.block(head)
        else { return nil }
        (changes, offsets) = block
        guard let footer = reader.footer() else { return nil }
        if footer.isEmpty {
            rest = nil
        } else {
            guard let rule = RepeatingRule(footer) else { return nil }
            rest = rule
        }
    }

    /// Returns the offset from UTC in seconds at an instant in Unix seconds.
    package func offset(at seconds: Int64) -> Int64 {
        let count = place(of: seconds)
        if count == changes.count, let rest { return rest.offset(at: seconds) }
        return Int64(offsets[count])
    }

    /// Returns the next instant at which the offset changes, or nil if it never does.
    package func change(after seconds: Int64) -> Int64? {
        var count = place(of: seconds)
        while count < changes.count {
            let next = changes[count]
            if offset(at: next) != offset(at: next &- 1) { return next }
            count += 1
        }
        let start = max(seconds, changes.last ?? seconds)
        return rest?.change(after: start)
    }

    /// Returns the number of changes up to an instant.
    private func place(of seconds: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Parses a TZif file without reading past its end.
private struct ZoneReader {
    /// The version and the counts of a block's contents.
    struct Header {
        let version: UInt8
        let universalMarks, standardMarks, leapSeconds, changes, types, letters: Int

        func length(ofTime bytes: Int) -> Int {
            changes * (bytes + 1) + types * 6 + letters + leapSeconds * (bytes + 4)
                + standardMarks + universalMarks
        }
    }

    private var rest: ArraySlice<UInt8>
    /// The maximum size of a file, enough for any zone in ten thousand years.
    private static let maxFileSize = 1 << 20

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes.count > ZoneReader.maxFileSize ? [] : bytes }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    private mutating func number(_ bytes: Int) -> Int64? {
        guard rest.count >= bytes else { return nil }
        var value: UInt64 = 0
        for byte in rest.prefix(bytes) { value = value << 8 | UInt64(byte) }
        rest = rest.dropFirst(bytes)
        return bytes == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func header() -> Header? {
        guard rest.starts(with: "TZif".utf8), rest.count >= 44 else { return nil }
        let version = rest[rest.startIndex + 4]
        rest = rest.dropFirst(20)
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = number(4), (0...65_536).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, universalMarks: counts[0], standardMarks: counts[1],
            leapSeconds: counts[2], changes: counts[3], types: counts[4], letters: counts[5])
    }

    /// Reads the changes and offsets of a block. Leap seconds are skipped: timestamps of
    /// conversations do not count them.
    mutating func block(_ head: Header) -> (changes: [Int64], offsets: [Int32])? {
        guard head.types > 0, head.types <= 256, head.length(ofTime: 8) <= rest.count else {
            return nil
        }
        var changes: [Int64] = []
        for _ in 0..<head.changes {
            guard let at = number(8), changes.last.map({ $0 < at }) ?? true else { return nil }
            changes.append(at)
        }
        let kinds = Array(rest.prefix(head.changes))
        rest = rest.dropFirst(head.changes)
        var types: [Int32] = []
        for _ in 0..<head.types {
            // RFC 8536 §3.2: no offset exceeds 26 hours.
            guard let offset = number(4), abs(offset) <= 93_599 else { return nil }
            types.append(Int32(offset))
            rest = rest.dropFirst(2)
        }
        guard kinds.allSatisfy({ Int($0) < types.count }) else { return nil }
        rest = rest.dropFirst(
            head.letters + head.leapSeconds * 12 + head.standardMarks + head.universalMarks)
        return (changes, [types[0]] + kinds.map { types[Int($0)] })
    }

    /// Returns the text between two line ends.
    mutating func footer() -> ArraySlice<UInt8>? {
        guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else {
            return nil
        }
        return rest[(rest.startIndex + 1)..<end]
    }
}
