/// Character references of HTML and XML: numeric references, and the named ones that exporters
/// write.
enum Entities {
    /// The names that XML predefines.
    private static let predefined: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    private static let others: [String: String] = [
        "nbsp": "\u{A0}", "hellip": "\u{2026}", "ndash": "\u{2013}", "mdash": "\u{2014}",
        "copy": "\u{A9}",
    ]

    /// Unknown references stay unchanged.
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
    static func resolve(_ name: ArraySlice<UInt8>, isXML: Bool = false) -> String? {
        let text = String(decoding: name, as: UTF8.self)
        if let known = predefined[text] ?? (isXML ? nil : others[text]) { return known }
        // A number that is not a valid scalar stands for a character that cannot be shown.
        return number(reference: name).map { value in
            value == 0 ? "\u{FFFD}" : Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
        }
    }

    /// Returns the number in `#65` or, hexadecimal, `#x41`.
    static func number(reference: ArraySlice<UInt8>) -> UInt32? {
        guard reference.first == UInt8(ascii: "#") else { return nil }
        let digits = reference.dropFirst()
        let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        return UInt32(text, radix: isHex ? 16 : 10)
    }
}
