import CShipped
import Synchronization

/// The data of locales, one line each: the name, the parent, and the differences from the parent.
struct LocaleTable: Sendable {
    struct Entry {
        /// The locale of the line, which may be less specific than the requested one.
        var identifier: String
        var fields: [String: String]

        subscript(name: String) -> String { fields[name] ?? "" }

        func list(_ name: String) -> [String] {
            self[name].parted(at: "|")
        }
    }

    let table: BundledTable

    static let dates = LocaleTable(table: .dates)
    static let money = LocaleTable(table: .money)
    static let names = LocaleTable(table: .names)

    static let root = "root"

    /// The maximum length of a chain of parents; a longer chain is a mistake in the table.
    private static let maxSteps = 8

    func entry(for name: LocaleName) -> Entry {
        for identifier in LocaleTable.lines(for: name) {
            if let fields = fields(of: identifier) {
                return Entry(identifier: identifier, fields: fields)
            }
        }
        return Entry(
            identifier: LocaleTable.root, fields: fields(of: LocaleTable.root) ?? [:])
    }

    /// Returns the most specific line for a locale, without the fields of its parents.
    func line(for name: LocaleName) -> [String]? {
        for identifier in LocaleTable.lines(for: name) + [LocaleTable.root] {
            if let line = table.line(identifier) { return line }
        }
        return nil
    }

    /// Returns the candidate lines for a locale, the most specific first. A script says more about
    /// how a language is written than a region does. An unknown script is ignored.
    private static func lines(for name: LocaleName) -> [String] {
        let (language, script, region) = (name.language, name.script, name.region)
        return [
            [language, script, region], [language, script], [language, region], [language],
        ].map { $0.compactMap { $0 }.joined(separator: "_") }
    }

    private func fields(of identifier: String) -> [String: String]? {
        guard var line = table.line(identifier) else { return nil }
        var fields: [String: String] = [:]
        for _ in 0..<LocaleTable.maxSteps {
            for field in line.dropFirst() {
                let parts = field.parted(at: "=", most: 2)
                // Fields of the more specific locale come first.
                if parts.count == 2, fields[parts[0]] == nil { fields[parts[0]] = parts[1] }
            }
            guard let parent = line.first, !parent.isEmpty, let next = table.line(parent) else {
                break
            }
            line = next
        }
        return fields
    }

    /// Returns the locale with its current language code: `iw_IL` is `he_IL`, and `sh` is
    /// `sr_Latn`. The line of an obsolete code contains only its replacement.
    static func present(_ name: LocaleName) -> LocaleName {
        guard let line = BundledTable.dates.line(name.language), line.count == 1,
            let other = line.first, other != root
        else { return name }
        let target = LocaleName(other)
        return LocaleName(
            language: target.language, script: name.script ?? target.script,
            region: name.region ?? target.region, digits: name.digits,
            hours: name.hours)
    }
}

extension String {
    /// Splits at an ASCII character by bytes, so that a combining mark after the separator belongs
    /// to the next part.
    func parted(at separator: Unicode.Scalar, most: Int = .max) -> [String] {
        utf8.split(
            maxSplits: most - 1, omittingEmptySubsequences: false,
            whereSeparator: { $0 == UInt8(truncatingIfNeeded: separator.value) }
        ).map { String(Substring($0)) }
    }
}

/// A file of lines sorted by their first word, which ends with a tab. Lookups search the file in
/// place within the program; nothing else is read.
struct BundledTable: Sendable {
    private let index: Int?

    static let dates = BundledTable("locales/dates.txt")
    static let money = BundledTable("locales/money.txt")
    static let names = BundledTable("locales/names.txt")

    init(_ path: String) {
        index = (0..<shipped_count()).first { index in
            unsafe shipped_file_at(index).map { file in
                unsafe String(cString: file.pointee.path) == path
            } ?? false
        }
    }

    /// Returns the tab-separated fields after a line's first word, or nil if no line begins with
    /// the word.
    func line(_ word: String) -> [String]? {
        guard let index, let file = unsafe shipped_file_at(index)?.pointee else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
        guard let line = unsafe BundledTable.range(of: Array(word.utf8), in: bytes) else {
            return nil
        }
        return unsafe bytes[line].split(separator: 0x09, omittingEmptySubsequences: false)
            .dropFirst().map { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard let index, let file = unsafe shipped_file_at(index)?.pointee else { return [] }
        let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
        return unsafe Array(bytes[range.clamped(to: 0..<bytes.count)])
    }

    /// Performs a binary search: each step reads the line around the middle of the remaining range.
    private static func range(
        of word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        var (low, high) = (0, bytes.count)
        while low < high {
            var start = (low + high) / 2
            while unsafe start > low && bytes[start - 1] != 0x0A { start -= 1 }
            var end = start
            while unsafe end < high && bytes[end] != 0x0A { end += 1 }
            let line = unsafe bytes[start..<end]
            let first = unsafe line.prefix { $0 != 0x09 }
            if unsafe first.elementsEqual(word) { return start..<end }
            if unsafe first.lexicographicallyPrecedes(word) {
                low = end + 1
            } else {
                high = start
            }
        }
        return nil
    }
}

/// A cache of formats by locale. Its size is bounded, because callers choose locales.
final class LocaleCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let kept = Mutex<[Key: Value]>([:])
    private let maxEntries: Int

    init(maxEntries: Int) { self.maxEntries = maxEntries }

    func value(for key: Key, _ make: () -> Value) -> Value {
        kept.withLock { kept in
            if let known = kept[key] { return known }
            let made = make()
            if kept.count >= maxEntries { kept = [:] }
            kept[key] = made
            return made
        }
    }
}
