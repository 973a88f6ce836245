import CShipped

/// A file of lines sorted by their first word, which ends with a tab. Lookups search the file in
/// place within the program; nothing else is read.
struct BundledTable: Sendable {
    /// The file's index in the program.
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

    /// Returns the existing part of a range of the file.
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
