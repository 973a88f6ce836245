import Basics
import Model

/// The fields of a mail: one ASCII line each, for names in any script.
enum MailField {
    /// Returns a name or subject unchanged, quoted, or as encoded words (RFC 2047).
    static func text(_ text: String) -> String {
        let bytes = shortened(text)
        let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) } && bytes.count <= 200
        guard isPlain, !text.contains("=?") else { return coded(bytes) }
        if bytes.allSatisfy({ isAtom($0) || $0 == 0x20 }), bytes.first != 0x20, !bytes.isEmpty {
            return text
        }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Returns a complete field value unchanged, or as encoded words.
    static func line(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && text.utf8.count <= 400
        guard !isPlain || text.contains("=?") || text.hasPrefix(" ") else { return text }
        return coded(shortened(text))
    }

    private static let maxLength = 400

    /// Returns at most 400 bytes of a text, because the length of lines is limited.
    private static func shortened(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8.prefix(maxLength + 1))
        if bytes.count > maxLength {
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        }
        return bytes
    }

    /// Returns encoded words of at most 45 bytes, splitting no character. Spaces between them are
    /// not part of the text.
    private static func coded(_ bytes: [UInt8]) -> String {
        var words: [String] = []
        var start = 0
        while start < bytes.count {
            var end = min(start + 45, bytes.count)
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            let code = Base64.encode(Array(bytes[start..<end]))
            words.append("=?utf-8?B?" + String(decoding: code, as: UTF8.self) + "?=")
            start = end
        }
        return words.joined(separator: " ")
    }

    /// Returns an ID as one word of an address. Bytes other than letters and digits are written in
    /// hexadecimal.
    static func word(_ id: String) -> String {
        var word = ""
        for byte in id.utf8.prefix(200) {
            if isLetter(byte) || byte == UInt8(ascii: "-") {
                word.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                word += "_" + Hexadecimal.text(of: [byte])
            }
        }
        return word.isEmpty ? "_" : word
    }

    /// Returns whether a text is an address that may be enclosed in angle brackets.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 250
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isLetter($0) || "-._+".utf8.contains($0) }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// Returns whether a byte is an atom character (RFC 5322, 3.2.3).
    private static func isAtom(_ byte: UInt8) -> Bool {
        isLetter(byte) || "!#$%&'*+-/^_`{|}~".utf8.contains(byte)
    }
}

enum MailDate {
    /// Returns a date such as "Sun, 31 May 2026 09:40:00 +0200" (RFC 5322, 3.3).
    static func field(_ moment: Moment, offset: Int32) -> String {
        // Offsets in mail are whole minutes.
        let minutes = Int64(offset) / 60
        let time = CivilTime(milliseconds: moment.milliseconds + minutes * 60_000)
        let sign = minutes < 0 ? "-" : "+"
        let (hours, rest) = Int(minutes.magnitude).quotientAndRemainder(dividingBy: 60)
        let zone = String(hours * 100 + rest, digits: 4)
        return "\(day(of: time)), \(time.day) \(month(of: time)) "
            + String(time.year, digits: 4) + " " + clock(time) + " " + sign + zone
    }

    /// Returns a date in UTC as in the separator line before a mail: "Sun May 31 07:40:00 2026".
    static func separator(_ moment: Moment) -> String {
        let time = CivilTime(milliseconds: moment.milliseconds)
        let day = time.day < 10 ? " \(time.day)" : "\(time.day)"
        return "\(self.day(of: time)) \(month(of: time)) \(day) \(clock(time)) "
            + String(time.year, digits: 4)
    }

    private static func day(of time: CivilTime) -> String {
        let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
        return CivilDate.weekdayNames[CivilDate.weekday(daysSinceEpoch: days)]
    }

    private static func month(of time: CivilTime) -> String {
        CivilDate.monthNames[time.month - 1]
    }

    private static func clock(_ time: CivilTime) -> String {
        [time.hour, time.minute, time.second].map { String($0, digits: 2) }.joined(separator: ":")
    }
}
