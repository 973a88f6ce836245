/// Character references of HTML and XML: numeric references, and the named ones that exporters
/// write.
enum Entities {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "hellip": "\u{2026}", "ndash": "\u{2013}", "mdash": "\u{2014}", "copy": "\u{A9}",
    ]

    /// Returns the text with its references resolved. Unknown references stay unchanged.
    static func decode(_ bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let text = resolve(bytes[(index + 1)..<end])
            {
                out.append(contentsOf: text.utf8)
                index = end + 1
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Resolves the name or number between `&` and `;`.
    static func resolve(_ name: ArraySlice<UInt8>) -> String? {
        names[String(decoding: name, as: UTF8.self)] ?? number(reference: name)
    }

    /// Returns the character of `#65` or `#x41`.
    static func number(reference: ArraySlice<UInt8>) -> String? {
        guard reference.first == UInt8(ascii: "#") else { return nil }
        return number(reference.dropFirst()).map(String.init)
    }

    /// Returns the character for a decimal or, after `x`, hexadecimal number; U+FFFD if the number
    /// is not a valid scalar.
    private static func number(_ digits: ArraySlice<UInt8>) -> Character? {
        let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        guard let value = UInt32(text, radix: isHex ? 16 : 10) else { return nil }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return Character(scalar)
    }
}
