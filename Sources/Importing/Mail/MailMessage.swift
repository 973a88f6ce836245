import MIME

/// A mail (RFC 5322, RFC 2045), as far as finding an attachment asks.
struct MailMessage {
    private let bytes: [UInt8]

    static let maxDepth = 4

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The coded bytes of the first part that is a ZIP, and whether they are base64.
    func archive() -> (content: Range<Int>, isBase64: Bool)? {
        part(in: bytes.indices, depth: 0)
    }

    private func part(in range: Range<Int>, depth: Int) -> (content: Range<Int>, isBase64: Bool)? {
        let (headers, body) = headers(in: range)
        let type = headers["content-type"].flatMap { MediaType(mail: $0) }
        if let type, type.type == "multipart" {
            // A mail whose parts cannot be told holds no archive: that is what the reader is told.
            guard depth < Self.maxDepth, let boundary = type.parameter("boundary"),
                let parts = try? MultipartReader.parts(ofMail: bytes, in: body, boundary: boundary)
            else { return nil }
            for inner in parts {
                if let found = part(in: inner, depth: depth + 1) { return found }
            }
            return nil
        }
        let disposition = headers["content-disposition"].flatMap {
            ContentDisposition(Array($0.utf8)[...])
        }
        let name = disposition?.filename ?? type?.parameter("name") ?? ""
        guard type?.subtype.holds("zip") == true || Path.fileExtension(name) == "zip" else {
            return nil
        }
        let coding = headers["content-transfer-encoding"]?.lowercased() ?? ""
        return (body, coding.trimmingBlanks() == "base64")
    }

    /// The fields with their folds undone, and where the body is.
    private func headers(in range: Range<Int>) -> ([String: String], Range<Int>) {
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
                // Folds of one field may not add up to more than a mail's whole head.
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
