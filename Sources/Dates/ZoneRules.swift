/// When the clocks of a time zone were set and will be, and by how much: what a TZif file says (RFC
/// 8536).
///
/// A file may be of anybody's making, so every length in it is checked, and one that is not as it
/// should be is no file at all.
package struct ZoneRules: Sendable, Equatable {
    /// Seconds since 1970, in order.
    private let changes: [Int64]
    /// Seconds east of UTC from each change on; the first before all of them.
    private let offsets: [Int32]
    /// The rule after the last change; nil if that change's offset remains.
    private let rest: RepeatingRule?

    /// Never changed.
    package init(offset: Int32) {
        changes = []
        offsets = [offset]
        rest = nil
    }

    package static let gmt = ZoneRules(offset: 0)

    /// Returns nil if the bytes are not such a file, or one of the first version, which ends in
    /// 2037.
    package init?(tzif bytes: [UInt8]) {
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

    /// Seconds east of UTC at an instant, in seconds since 1970.
    package func offset(at seconds: Int64) -> Int64 {
        let count = place(of: seconds)
        if count == changes.count, let rest { return rest.offset(at: seconds) }
        return Int64(offsets[count])
    }

    /// The next instant at which the offset becomes another one; nil where it stays.
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

    /// The number of changes up to an instant.
    private func place(of seconds: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Takes a TZif file apart, never past its end.
private struct ZoneReader {
    /// Counts of what a block holds.
    struct Header {
        let version: UInt8
        let universalMarks, standardMarks, leapSeconds, changes, types, letters: Int

        func length(ofTime bytes: Int) -> Int {
            changes * (bytes + 1) + types * 6 + letters + leapSeconds * (bytes + 4)
                + standardMarks + universalMarks
        }
    }

    private var rest: ArraySlice<UInt8>
    /// As large as any zone's file could be in ten thousand years.
    private static let most = 1 << 20

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes.count > ZoneReader.most ? [] : bytes }

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

    /// Leap seconds are passed over: the seconds that conversations count have none.
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
            // RFC 8536 §3.2: no offset is beyond a day and two hours.
            guard let offset = number(4), abs(offset) <= 93_599 else { return nil }
            types.append(Int32(offset))
            rest = rest.dropFirst(2)
        }
        guard kinds.allSatisfy({ Int($0) < types.count }) else { return nil }
        rest = rest.dropFirst(
            head.letters + head.leapSeconds * 12 + head.standardMarks + head.universalMarks)
        return (changes, [types[0]] + kinds.map { types[Int($0)] })
    }

    /// The text between two line ends.
    mutating func footer() -> ArraySlice<UInt8>? {
        guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else {
            return nil
        }
        return rest[(rest.startIndex + 1)..<end]
    }
}
