import Basics
import Model

/// A mail (RFC 5322, RFC 2045): its fields and its leaf parts.
struct MailMessage {
    /// A part that is not a `multipart`.
    struct Part {
        let type: MediaType?
        /// The transfer encoding in lowercase; empty if the part does not state one.
        let coding: String
        let name: String?
        let isAttachment: Bool
        /// The number of the `multipart/alternative` that the part is in, if any.
        let alternative: Int?
        /// The range of the encoded content.
        let content: Range<Int>
    }

    private let bytes: [UInt8]
    /// The fields by lowercase name, unfolded, with their values as written.
    let fields: [String: String]
    private let body: Range<Int>

    static let maxDepth = 4
    /// The maximum number of parts in a mail; further parts are ignored.
    private static let maxParts = 1000

    init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        (fields, body) = Self.headers(bytes, in: range)
    }

    /// Returns the encoded bytes of the first part that is a ZIP, and whether they are base64.
    func archive() -> (content: Range<Int>, isBase64: Bool)? {
        let part = parts().first { part in
            part.type?.subtype.holds("zip") == true || Path.fileExtension(part.name ?? "") == "zip"
        }
        return part.map { ($0.content, $0.coding == "base64") }
    }

    /// Returns the parts in order. The result is empty if a multipart body cannot be split.
    func parts() -> [Part] {
        var parts: [Part] = []
        add(fields, body, depth: 0, in: nil, to: &parts)
        return parts
    }

    private func add(
        _ fields: [String: String], _ body: Range<Int>, depth: Int, in alternative: Int?,
        to found: inout [Part]
    ) {
        let type = fields["content-type"].flatMap { MediaType(mail: $0) }
        if let type, type.type == "multipart" {
            guard depth < Self.maxDepth, let boundary = type.parameter("boundary"),
                // The only error is a body that cannot be split. Callers report an empty result as
                // a missing body.
                let parts = try? MultipartReader.parts(ofMail: bytes, in: body, boundary: boundary)
            else { return }
            let group = alternative ?? (type.subtype == "alternative" ? found.count : nil)
            for inner in parts where found.count < Self.maxParts {
                let (fields, body) = Self.headers(bytes, in: inner)
                add(fields, body, depth: depth + 1, in: group, to: &found)
            }
            return
        }
        let disposition = fields["content-disposition"].flatMap {
            ContentDisposition(Array($0.utf8)[...])
        }
        found.append(
            Part(
                type: type,
                coding: fields["content-transfer-encoding"]?.lowercased().trimmingBlanks() ?? "",
                name: disposition?.mailName ?? disposition?.filename ?? type?.parameter("name"),
                isAttachment: disposition?.type == "attachment", alternative: alternative,
                content: body))
    }

    /// Returns the decoded content of a part, or nil if the encoding is invalid or the content
    /// exceeds the limit.
    func decoded(_ part: Part, limit: Int) -> [UInt8]? {
        let content = bytes[part.content]
        switch part.coding {
        case "base64": return try? Base64.decode(content, limit: limit)
        case "quoted-printable": return QuotedPrintable.decode(Array(content))
        default: return Array(content)
        }
    }

    /// Returns the unfolded fields and the range of the body.
    private static func headers(
        _ bytes: [UInt8], in range: Range<Int>
    ) -> ([String: String], Range<Int>) {
        var fields: [String: String] = [:]
        var last = ""
        var index = range.lowerBound
        while index < range.upperBound {
            let end = bytes[index..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            let line = bytes[index..<end].filter { $0 != 0x0D }
            index = min(end + 1, range.upperBound)
            if line.isEmpty { break }
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix(" ") || text.hasPrefix("\t") {
                // A folded field is limited to 64 KiB, the size of a whole header section.
                if fields[last, default: ""].utf8.count < 1 << 16 {
                    fields[last, default: ""] += " " + text.trimmingBlanks()
                }
            } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                last = text[..<colon].lowercased()
                if fields[last] == nil {
                    fields[last] = text[text.utf8.index(after: colon)...].trimmingBlanks()
                }
            }
        }
        return (fields, index..<range.upperBound)
    }
}

/// The person in a field such as `From`: `Ana Ruiz <ana@example.org>`, `ana@example.org (Ana
/// Ruiz)`.
struct MailAddress {
    let address: String
    let name: String

    /// Returns the first person in the field, or nil if there is none.
    init?(_ field: String) {
        let text = field.trimmingBlanks()
        if let open = text.lastIndex(of: "<"), let close = text[open...].firstIndex(of: ">") {
            address = text[text.index(after: open)..<close].trimmingBlanks().lowercased()
            let words = text[..<open].trimmingBlanks()
            let isQuoted = words.count >= 2 && words.hasPrefix("\"") && words.hasSuffix("\"")
            let bare = isQuoted ? String(words.dropFirst().dropLast()) : words
            let said = MailWords.decode(bare.replacing("\\\"", with: "\"")).trimmingBlanks()
            name = said.nonEmpty ?? address
        } else {
            let words = text.prefix { $0 != "(" && $0 != "," }.trimmingBlanks()
            let comment = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
            address = words.lowercased()
            let said = MailWords.decode(String(comment)).trimmingBlanks()
            name = said.nonEmpty ?? words
        }
        guard !address.isEmpty else { return nil }
    }
}

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
