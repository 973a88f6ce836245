/// Text files as people have them: UTF-8, and UTF-16 where an editor saved it so.
enum TextFile {
    /// The text's UTF-8 bytes, and whether something in it had to be replaced by U+FFFD.
    static func decode(_ bytes: [UInt8]) -> (bytes: [UInt8], wasRepaired: Bool) {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, isLittle: false) }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return (bytes, false)
        } catch {
            return (Array(String(decoding: bytes, as: UTF8.self).utf8), true)
        }
    }

    private static func utf16(_ bytes: [UInt8], isLittle: Bool) -> ([UInt8], Bool) {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        let text = String(decoding: units, as: UTF16.self)
        return (Array(text.utf8), text.unicodeScalars.contains("\u{FFFD}"))
    }
}

/// Text whose UTF-8 bytes were written as if each were a character of Latin-1.
enum Mojibake {
    /// The text as it was meant; as it is where it was not broken that way.
    static func repaired(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard scalar.value <= 0xFF else { return text }
            bytes.append(UInt8(scalar.value))
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
