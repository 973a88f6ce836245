/// Finds a byte sequence by examining only every n-th byte (Boyer-Moore-Horspool): a form's
/// boundary of 40 bytes is found in 32 MiB of pictures without reading most of them.
struct ByteSearch {
    let needle: [UInt8]
    private let shifts: [Int]

    var count: Int { needle.count }

    init(_ needle: [UInt8]) {
        self.needle = needle
        var shifts = [Int](repeating: needle.count, count: 256)
        for (index, byte) in needle.dropLast().enumerated() {
            shifts[Int(byte)] = needle.count - 1 - index
        }
        self.shifts = shifts
    }

    func first(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        guard let last = needle.last else { return start }
        var end = start + needle.count - 1
        while end < bytes.endIndex {
            let byte = bytes[end]
            if byte == last, matches(bytes, at: end - needle.count + 1) {
                return end - needle.count + 1
            }
            end += shifts[Int(byte)]
        }
        return nil
    }

    private func matches(_ bytes: ArraySlice<UInt8>, at start: Int) -> Bool {
        for index in needle.indices where bytes[start + index] != needle[index] { return false }
        return true
    }
}
