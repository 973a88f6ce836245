/// Clears what cairo 1.16 writes twice: a picture drawn twice on a page is named twice in the page's
/// resources, which no dictionary may hold (ISO 32000-1, 7.3.7) and which `qpdf --check` warns of.
///
/// Spaces take the place of the second name, so that no offset in the file moves.
enum RepeatedResources {
    private static let opening = Array("\n   /XObject <<".utf8)

    static func clear(in bytes: inout [UInt8]) {
        var start = 0
        while let found = index(of: opening, in: bytes, from: start) {
            start = found + opening.count
            clearEntries(in: &bytes, from: start)
        }
    }

    /// Reads ` /x1 1 0 R` again and again until something else comes, such as the closing `>>`.
    private static func clearEntries(in bytes: inout [UInt8], from start: Int) {
        var seen: Set<Int> = []
        var offset = start
        while let entry = entry(in: bytes, at: offset) {
            if !seen.insert(entry.number).inserted {
                for index in offset..<entry.end { bytes[index] = 0x20 }
            }
            offset = entry.end
        }
    }

    private static func entry(in bytes: [UInt8], at start: Int) -> (number: Int, end: Int)? {
        var offset = start
        func take(_ text: String) -> Bool {
            for byte in text.utf8 {
                guard offset < bytes.count, bytes[offset] == byte else { return false }
                offset += 1
            }
            return true
        }
        func number() -> Int? {
            var value = 0
            let begin = offset
            while offset < bytes.count, offset - begin < 10, (0x30...0x39).contains(bytes[offset]) {
                value = value * 10 + Int(bytes[offset] - 0x30)
                offset += 1
            }
            return offset > begin ? value : nil
        }
        guard take(" /x"), let name = number(), take(" "), let object = number(), name == object,
            take(" 0 R")
        else { return nil }
        return (name, offset)
    }

    private static func index(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        var offset = start
        while offset <= bytes.count - pattern.count {
            var length = 0
            while length < pattern.count, bytes[offset + length] == pattern[length] { length += 1 }
            if length == pattern.count { return offset }
            offset += 1
        }
        return nil
    }
}
