import Basics

/// The tag files of a bag (RFC 8493): digests, counts, and facts about the sender.
struct Bag {
    private var lines: [String] = []
    private var bytes = 0

    static let declaration = Array("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)

    mutating func add(_ path: String, _ content: [UInt8]) throws {
        let digest = Hexadecimal.text(of: try SHA256.digest(of: content))
        lines.append(digest + "  " + Self.encoded(path))
        bytes += content.count
    }

    /// The manifest, sorted by path.
    var manifest: [UInt8] {
        let sorted = lines.sorted { $0.dropFirst(66) < $1.dropFirst(66) }
        return Array(sorted.map { $0 + "\n" }.joined().utf8)
    }

    /// The payload's octets and file count, in the notation of `bag-info.txt` (2.2.2).
    var oxum: String { "\(bytes).\(lines.count)" }

    /// Returns the fields of `bag-info.txt`, one per line.
    static func info(_ fields: [(label: String, value: String)]) -> [UInt8] {
        let lines = fields.map { label, value in
            let text = value.split(whereSeparator: \.isNewline).joined(separator: " ")
            return label + ": " + text + "\n"
        }
        return Array(lines.joined().utf8)
    }

    /// Percent-encodes line ends and the percent sign (2.1.3).
    static func encoded(_ path: String) -> String {
        var encoded = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": encoded += "%25"
            case "\n": encoded += "%0A"
            case "\r": encoded += "%0D"
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return encoded
    }
}
