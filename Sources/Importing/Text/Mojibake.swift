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
