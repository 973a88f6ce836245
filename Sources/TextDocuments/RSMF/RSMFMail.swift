import Basics

/// The mail around a day's archive (RFC 5322, RFC 2045), with CRLF line ends.
struct RSMFMail {
    /// The fields specific to the format, with their values unencoded.
    let fields: [(name: String, value: String)]
    let text: [UInt8]
    let archive: [UInt8]
    let budget: WorkBudget

    /// The maximum length of a line (RFC 5322, 2.1.1).
    private static let maxLineLength = 998
    private static let end: [UInt8] = [0x0D, 0x0A]
    /// The number of base64 lines written between two checks of the budget.
    private static let linesAtOnce = 4_096

    func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 2 + archive.count * 3 / 2 + 4_096)
        // No text can contain its own digest, and no base64 line begins with these characters.
        let boundary = "=_" + Hexadecimal.text(of: try SHA256.digest(of: text)).prefix(40)
        for field in fields { add(field.name + ": " + field.value, &bytes) }
        add("MIME-Version: 1.0", &bytes)
        add("Content-Type: multipart/mixed; boundary=\"\(boundary)\"", &bytes)
        add("", &bytes)
        add("--" + boundary, &bytes)
        add("Content-Type: text/plain; charset=utf-8", &bytes)
        addText(&bytes)
        add("--" + boundary, &bytes)
        add("Content-Type: application/zip; name=\"rsmf.zip\"", &bytes)
        add("Content-Disposition: attachment; filename=\"rsmf.zip\"", &bytes)
        add("Content-Transfer-Encoding: base64", &bytes)
        add("", &bytes)
        addCoded(archive, &bytes)
        add("--" + boundary + "--", &bytes)
        return bytes
    }

    private func add(_ line: String, _ bytes: inout [UInt8]) {
        bytes += line.utf8
        bytes += Self.end
    }

    /// Adds the text unencoded if every mail server transmits it unchanged.
    private func addText(_ bytes: inout [UInt8]) {
        var length = 0
        var isPlain = true
        for byte in text {
            length = byte == 0x0A ? 0 : length + 1
            guard byte < 0x80, byte != 0x0D, byte != 0, length < Self.maxLineLength else {
                isPlain = false
                break
            }
        }
        guard isPlain else {
            add("Content-Transfer-Encoding: base64", &bytes)
            add("", &bytes)
            return addCoded(text, &bytes)
        }
        add("Content-Transfer-Encoding: 7bit", &bytes)
        add("", &bytes)
        for byte in text {
            if byte == 0x0A { bytes.append(0x0D) }
            bytes.append(byte)
        }
        if text.last != 0x0A { bytes += Self.end }
    }

    /// Adds content in base64, in lines of 76 characters, which encode 57 bytes.
    private func addCoded(_ content: [UInt8], _ bytes: inout [UInt8]) {
        let piece = 57 * Self.linesAtOnce
        for start in stride(from: 0, to: content.count, by: piece) {
            guard budget.mayContinue else { return }
            let code = Base64.encode(Array(content[start..<min(content.count, start + piece)]))
            for line in stride(from: 0, to: code.count, by: 76) {
                bytes += code[line..<min(code.count, line + 76)]
                bytes += Self.end
            }
        }
    }
}
