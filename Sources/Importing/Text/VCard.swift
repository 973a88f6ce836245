import Model

/// Contact cards (RFC 6350, and version 2.1, which phones still write): the name, numbers and
/// addresses.
enum VCard {
    static func read(_ bytes: [UInt8]) -> Contact? {
        all(Array(bytes.prefix(256 << 10)), most: 1).first
    }

    /// Reads the cards of a file that have a name or a number.
    static func all(_ bytes: [UInt8], most: Int = .max) -> [Contact] {
        var contacts: [Contact] = []
        var contact = Contact()
        for line in unfolded(TextFile.decode(bytes).bytes) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let head = line[..<colon].uppercased().split(separator: ";")
            guard let property = head.first?.split(separator: ".").last else { continue }
            var value = String(line[line.index(after: colon)...])
            if head.contains("ENCODING=QUOTED-PRINTABLE") {
                value = QuotedPrintable.decode(value)
            }
            value = unescaped(value)
            guard !value.isEmpty else { continue }
            switch property {
            case "FN": contact.name = value
            case "N" where contact.name.isEmpty: contact.name = name(value)
            case "TEL" where contact.phones.count < 20: contact.phones.append(value)
            case "EMAIL" where contact.emails.count < 20: contact.emails.append(value)
            case "END":
                if !contact.name.isEmpty || !contact.phones.isEmpty { contacts.append(contact) }
                guard contacts.count < most else { return contacts }
                contact = Contact()
            default: break
            }
        }
        if !contact.name.isEmpty || !contact.phones.isEmpty { contacts.append(contact) }
        return contacts
    }

    /// Converts `Family;Given;Middle;Prefix;Suffix` to a name in speaking order.
    private static func name(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        let order = [3, 1, 2, 0, 4].filter { $0 < parts.count && !parts[$0].isEmpty }
        return order.map { String(parts[$0]) }.joined(separator: " ")
    }

    private static func unfolded(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var isQuoted = false
        for range in Lines(bytes) {
            let isFolded = !range.isEmpty && [0x20, 0x09].contains(bytes[range.lowerBound])
            let text = String(decoding: bytes[range], as: UTF8.self)
            let last = lines.count - 1
            if isFolded, last >= 0 {
                lines[last] += text.dropFirst()
            } else if isQuoted, last >= 0, lines[last].utf8.last == UInt8(ascii: "=") {
                lines[last].removeLast()
                lines[last] += text
            } else {
                lines.append(text)
                isQuoted = text.uppercased().holds("QUOTED-PRINTABLE")
            }
        }
        return lines
    }

    private static func unescaped(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return value.trimmingBlanks() }
        return value.replacing("\\n", with: "\n").replacing("\\,", with: ",")
            .replacing("\\;", with: ";").replacing("\\\\", with: "\\").trimmingBlanks()
    }
}
