import Glibc

/// Reads the few forms in which cairo writes objects.
struct PDFScanner {
    let bytes: [UInt8]
    var offset: Int

    init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Moves past the text if it comes next.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset >= 0, count <= bytes.count - offset else { return false }
        for index in 0..<count {
            guard unsafe text.utf8Start[index] == bytes[offset + index] else { return false }
        }
        offset += count
        return true
    }

    /// Moves past a number of at most ten digits.
    mutating func number() -> Int? {
        var value = 0
        let start = offset
        while offset < bytes.count, offset - start < 10, (0x30...0x39).contains(bytes[offset]) {
            value = value * 10 + Int(bytes[offset] - 0x30)
            offset += 1
        }
        return offset > start ? value : nil
    }

    /// Where a text comes next, from here on.
    func next(_ text: StaticString) -> Int? {
        let count = text.utf8CodeUnitCount
        guard count > 0 else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var place = offset
            while place <= bytes.count - count {
                let rest = bytes.count - count + 1 - place
                guard
                    let found = unsafe memchr(base + place, Int32(text.utf8Start.pointee), rest)
                else { return nil }
                if unsafe memcmp(found, text.utf8Start, count) == 0 {
                    return unsafe UnsafeRawPointer(found) - base
                }
                place = unsafe UnsafeRawPointer(found) - base + 1
            }
            return nil
        }
    }

    /// Where the line that holds a place begins.
    func line(of place: Int) -> Int {
        var start = place
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        return start
    }
}
