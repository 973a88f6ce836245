import Basics
import HTTP
import Model

extension HeaderFields {
    /// Adds the first ten warnings as strings of RFC 9651, and a link to `/validate` if there are
    /// more.
    mutating func append(_ warnings: [Warning], of count: Int) {
        for warning in warnings.prefix(10) {
            append("Chatprint-Warning", Self.string(warning.detail))
        }
        if count > 10 { append("Link", "</validate>; rel=\"describedby\"") }
    }

    /// Returns a string in ASCII (RFC 9651 §3.3.3). Typographic signs are replaced; text with other
    /// characters becomes a display string (§3.3.8), which keeps them.
    private static func string(_ text: String) -> String {
        let plain = signs.reduce(String(text.prefix(300))) { $0.replacing($1.sign, with: $1.plain) }
        guard plain.unicodeScalars.allSatisfy({ (" "..."~").contains($0) }) else {
            let digits = Array("0123456789abcdef".utf8)
            let bytes = plain.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case 0x20...0x7E where byte != 0x22 && byte != 0x25: [byte]
                default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
                }
            }
            return "%\"" + String(decoding: bytes, as: UTF8.self) + "\""
        }
        return "\"" + plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static let signs: [(sign: String, plain: String)] = [
        ("“", "\""), ("”", "\""), ("„", "\""), ("‘", "'"), ("’", "'"), ("–", "-"), ("—", "-"),
        ("…", "..."), ("×", "x"), ("→", "->"),
    ]
}
