/// Base64 as RFC 4648 §4 has it: no line breaks, no letters of another alphabet, padding where it
/// belongs. Foundation's decoder takes `AA=A`.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let stranger: UInt8 = 0xFF
    private static let padding = UInt8(ascii: "=")

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: stranger, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        let span = text.span
        guard !span.isEmpty, span.count % 4 == 0 else { return nil }
        let padded =
            (span[span.count - 1] == padding ? 1 : 0) + (span[span.count - 2] == padding ? 1 : 0)
        if span[span.count - 2] == padding, span[span.count - 1] != padding { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count / 4 * 3)
        let values = values.span
        var place = 0
        while place < span.count {
            let isLast = place + 4 == span.count
            var word: UInt32 = 0
            for letter in 0..<4 {
                var value = values[Int(span[place + letter])]
                if isLast, letter >= 4 - padded { value = 0 }
                guard value != stranger else { return nil }
                word = word << 6 | UInt32(value)
            }
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word))
            place += 4
        }
        bytes.removeLast(padded)
        return bytes
    }

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var place = 0
        while place < bytes.count {
            let count = min(3, bytes.count - place)
            var word: UInt32 = 0
            for index in 0..<3 {
                word = word << 8 | (index < count ? UInt32(bytes[place + index]) : 0)
            }
            for letter in 0..<4 {
                let value = Int(word >> UInt32(18 - 6 * letter)) & 0x3F
                text.append(letter <= count ? alphabet[value] : padding)
            }
            place += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
