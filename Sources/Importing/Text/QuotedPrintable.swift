import Basics

/// Quoted-printable (RFC 2045 §6.7). The decoder is lenient: invalid escapes stay text.
enum QuotedPrintable {
    static func decode(_ text: String) -> String {
        String(decoding: decode(Array(text.utf8)), as: UTF8.self)
    }

    static func decode(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "=") else {
                out.append(bytes[index])
                index += 1
                continue
            }
            if index + 2 < bytes.count, let high = Hexadecimal.value(bytes[index + 1]),
                let low = Hexadecimal.value(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else if let length = softBreak(bytes, index + 1) {
                index += 1 + length
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    /// Returns the length in bytes of the line end after an `=`, or nil if there is none.
    private static func softBreak(_ bytes: [UInt8], _ index: Int) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x0A { return 1 }
        return bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : nil
    }
}
