import Basics

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
