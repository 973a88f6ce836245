import Basics
import Model

/// Encoded words in header fields (RFC 2047), for text that is not ASCII:
/// `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
enum MailWords {
    static func decode(_ text: String) -> String {
        guard text.holds("=?") else { return text }
        var out = ""
        var rest = text[...]
        // Whitespace between two encoded words is not part of the text (§6.2).
        var isAfterWord = false
        while let start = rest.place(of: "=?") {
            let before = rest[..<start.lowerBound]
            let parts = rest[start.upperBound...].split(
                separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, parts[3].hasPrefix("="),
                let word = word(parts[0], parts[1], parts[2])
            else {
                out += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                isAfterWord = false
                continue
            }
            if !isAfterWord || before.contains(where: { $0 != " " && $0 != "\t" }) { out += before }
            out += word
            rest = parts[3].dropFirst()
            isAfterWord = true
        }
        return out + rest
    }

    private static func word(
        _ letters: Substring, _ coding: Substring, _ text: Substring
    ) -> String? {
        let bytes: [UInt8]
        switch coding.lowercased() {
        case "b":
            guard let decoded = try? Base64.decode(Array(text.utf8)[...], limit: 1 << 16) else {
                return nil
            }
            bytes = decoded
        case "q":
            let blanks = text.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
            bytes = QuotedPrintable.decode(blanks)
        default: return nil
        }
        // A language tag may follow the charset (RFC 2231).
        return MailLetters.text(bytes, String(letters.prefix { $0 != "*" }))
    }
}

/// Decodes text by the name of its charset.
enum MailLetters {
    /// The code points of Windows-1252 from 0x80 to 0x9F, which mails label as Latin-1.
    private static let latin: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// Decodes valid UTF-8 as such unless the label says Latin-1; all other bytes as Windows-1252.
    static func text(_ bytes: [UInt8], _ name: String?) -> String {
        let isLatin = ["iso-8859-1", "windows-1252"].contains(name?.lowercased())
        if !isLatin, let text = String(validating: bytes, as: UTF8.self) { return text }
        if name?.lowercased().hasPrefix("utf") == true {
            return String(decoding: bytes, as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let value = (0x80..<0xA0).contains(byte) ? latin[Int(byte) - 0x80] : UInt32(byte)
            scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return String(scalars)
    }
}
