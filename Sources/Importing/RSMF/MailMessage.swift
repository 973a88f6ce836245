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
        let type = headers["content-type"] ?? "text/plain"
        if type.lowercased().hasPrefix("multipart/") {
            guard depth < Self.maxDepth, let boundary = Self.parameter("boundary", of: type) else {
                return nil
            }
            for inner in parts(in: body, boundary: boundary) {
                if let found = part(in: inner, depth: depth + 1) { return found }
            }
            return nil
        }
        let disposition = headers["content-disposition"] ?? ""
        let name =
            Self.parameter("filename", of: disposition) ?? Self.parameter("name", of: type) ?? ""
        let isZip =
            type.lowercased().holds("zip") || Path.fileExtension(name) == "zip"
        guard isZip else { return nil }
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

    /// What stands between the lines of a boundary.
    private func parts(in range: Range<Int>, boundary: String) -> [Range<Int>] {
        let mark = Array("--\(boundary)".utf8)
        var parts: [Range<Int>] = []
        var start: Int?
        var index = range.lowerBound
        while index < range.upperBound, parts.count < 100 {
            let end = bytes[index..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            if bytes[index..<end].starts(with: mark) {
                if let start { parts.append(start..<index) }
                start = min(end + 1, range.upperBound)
                if bytes[index..<end].dropFirst(mark.count).starts(with: "--".utf8) { return parts }
            }
            index = end + 1
        }
        if let start { parts.append(start..<range.upperBound) }
        return parts
    }

    private static func parameter(_ name: String, of field: String) -> String? {
        for part in field.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingBlanks().lowercased() == name else { continue }
            let value = pair[1].trimmingBlanks()
            let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            return isQuoted ? String(value.dropFirst().dropLast()) : value
        }
        return nil
    }
}
