/// The `Content-Disposition` field: written for downloads (RFC 6266), parsed in the parts of a form
/// (RFC 7578 §4.2).
package struct ContentDisposition: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case attachment, inline
    }

    /// In lowercase, such as `form-data`.
    package let type: String
    let name: String?
    /// The last part of the path that was sent. Some clients send a whole path, and attackers send
    /// `../../`.
    package let filename: String?
    /// The name by RFC 2231, as mails have it: percent-coded, and in pieces if it is long. A form
    /// must not use it (RFC 7578 §4.2).
    package let mailName: String?

    package init?(_ bytes: ArraySlice<UInt8>) {
        var scanner = FieldScanner(bytes)
        guard let type = scanner.token(), let parameters = scanner.parameters() else { return nil }
        self.type = type.lowercased()
        name = parameters.first { $0.name == "name" }?.value
        filename = parameters.first { $0.name == "filename" }.map { Self.lastPart(of: $0.value) }
        mailName = Self.mailName(in: parameters).map(Self.lastPart)
    }

    private static func mailName(in parameters: [Parameter]) -> String? {
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        var bytes: [UInt8] = []
        if let whole = value("filename*") {
            bytes = decoded(whole, hasCharset: true)
        } else {
            for number in 0..<100 {
                if let coded = value("filename*\(number)*") {
                    bytes += decoded(coded, hasCharset: number == 0)
                } else if let piece = value("filename*\(number)") {
                    bytes += piece.utf8
                } else {
                    break
                }
            }
        }
        guard !bytes.isEmpty else { return nil }
        // Other character sets than UTF-8 and Latin-1 are not in use any more.
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// - Parameter hasCharset: whether the text begins with a character set and a language:
    ///   `utf-8''`.
    private static func decoded(_ text: String, hasCharset: Bool) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        if hasCharset {
            let quote = UInt8(ascii: "'")
            for _ in 0..<2 {
                guard let end = rest.firstIndex(of: quote) else { break }
                rest = rest[(end + 1)...]
            }
        }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(Hexadecimal.value)
            if byte == 0x25, digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Returns the field value that offers a file under this name and ending, such as ".png".
    ///
    /// The name is first made harmless. A name with special characters is sent twice: encoded by
    /// RFC 8187, and as ASCII for old clients.
    package static func field(_ kind: Kind, filename: String, ending: String = "") -> String {
        let name = harmless(filename, ending: ending)
        let plain = String(
            decoding: name.unicodeScalars.map { isPlain($0) ? UInt8($0.value) : 0x5F },
            as: UTF8.self)
        let field = "\(kind.rawValue); filename=\"\(plain)\""
        if name.unicodeScalars.allSatisfy(isPlain) { return field }
        return "\(field); filename*=UTF-8''\(coded(name))"
    }

    /// `%` is excluded because some clients decode it.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return false }
        return scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "%"
    }

    /// Returns a name that is harmless in any file system, cut before the ending to 150 bytes in
    /// all. Separators, control characters and direction-changing characters are replaced (an RTL
    /// override turns `gpj.exe` around), and a leading dot is removed.
    package static func harmless(_ filename: String, ending: String) -> String {
        let most = 150 - ending.utf8.count
        var name = String.UnicodeScalarView()
        var bytes = 0
        for scalar in filename.unicodeScalars {
            if name.isEmpty && (scalar == "." || scalar == " ") { continue }
            let kept = isHarmless(scalar) ? scalar : "_"
            bytes += UTF8.width(kept)
            if bytes > most { break }
            name.append(kept)
        }
        return (name.isEmpty ? "file" : String(name)) + ending
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
            // Joiners are part of emoji and of Persian and Indic spelling.
            return scalar == "\u{200D}" || scalar == "\u{200C}"
        default:
            return true
        }
    }

    /// Encodes a name: `attr-char` unchanged, everything else percent-escaped (RFC 8187 §3.2.1).
    private static func coded(_ name: String) -> String {
        var out: [UInt8] = []
        for byte in name.utf8 {
            if ASCII.isToken(byte), !"*'%".utf8.contains(byte) {
                out.append(byte)
            } else {
                Hexadecimal.appendEscape(byte, to: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func lastPart(of path: String) -> String {
        let cut = path.utf8.lastIndex { $0 == ASCII.slash || $0 == ASCII.backslash }
        return cut.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
}
