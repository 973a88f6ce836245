import Glibc

/// Reads integers from format headers. Every method returns nil beyond the end, for any offset that
/// a file states.
extension Span where Element == UInt8 {
    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    func big16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    func big32(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
    }

    func little16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) | Int(self[offset + 1]) << 8
    }

    func little32(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }

    func holds(_ text: String, at offset: Int) -> Bool {
        let wanted = text.utf8
        guard offset >= 0, wanted.count <= count - offset else { return false }
        var index = offset
        for byte in wanted {
            guard self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    func next(_ byte: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + offset, Int32(byte), bytes.count - offset)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
