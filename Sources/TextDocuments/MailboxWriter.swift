import Basics
import Layout
import Model
import Themes

/// Writes one mail per message into an mbox file (RFC 4155). Lines that look like the beginning of
/// a mail are prefixed with `>` ("mboxrd").
///
/// The message's own text is the mail's text. Remarks about the message are a second text part, so
/// that the two cannot be confused.
struct MailboxWriter: MessageWriter {
    var words: MessageWords
    /// The time of the last message that has one, for the separator lines of mails without a time.
    private var last = Moment(milliseconds: 0)

    init(words: MessageWords) { self.words = words }

    func begin(_ bytes: inout [UInt8]) {}

    mutating func write(_ message: Message, to bytes: inout [UInt8]) throws {
        if let at = message.at { last = at }
        bytes.append(line: "From chat@chatprint.invalid " + MailDate.separator(last))
        for field in fields(of: message) { bytes.append(line: field) }
        var said: [UInt8] = []
        PlainBody(words).write(words.body(of: message), "", to: &said)
        let links = words.links(in: message).map { words.phrases[.link] + ": " + $0 }
        let remarks = words.before(message) + links + words.after(message)
        if remarks.isEmpty {
            MailText(said).write(to: &bytes)
        } else {
            try write(said, remarks, to: &bytes)
        }
        bytes.append(0x0A)
    }

    private func write(
        _ said: [UInt8], _ remarks: [String], to bytes: inout [UInt8]
    ) throws {
        var note: [UInt8] = []
        for remark in words.budget.checked(remarks) {
            note.append(remark, after: "· ", then: "  ")
        }
        // No text can contain its own digest.
        let boundary = "=_" + Hexadecimal.text(of: try SHA256.digest(of: said, note)).prefix(40)
        bytes.append(line: "Content-Type: multipart/mixed; boundary=\"\(boundary)\"")
        bytes.append(0x0A)
        bytes.append(line: "--" + boundary)
        MailText(said).write(to: &bytes)
        bytes.append(line: "--" + boundary)
        bytes.append(line: "Content-Disposition: inline")
        MailText(note).write(to: &bytes)
        bytes.append(line: "--" + boundary + "--")
    }

    // MARK: - Fields

    private mutating func fields(of message: Message) -> [String] {
        let conversation = words.conversation
        let details = message.details
        var fields = ["From: " + address(of: message.from), "To: " + receivers(of: message)]
        if let at = message.at {
            fields.append("Date: " + MailDate.field(at, offset: words.offset(at: at)))
        }
        let subject = details.subject ?? conversation.title ?? ""
        fields.append("Subject: " + MailField.line(subject.isEmpty ? "Conversation" : subject))
        fields.append("Message-ID: " + id(message.id, number: message.number))
        if let answered = answered(details) {
            fields.append("In-Reply-To: " + answered)
            fields.append("References: " + answered)
        }
        fields.append("X-Chatprint-Number: \(message.number)")
        fields.append("MIME-Version: 1.0")
        return fields
    }

    private func answered(_ details: MessageDetails) -> String? {
        let place = details.replyTo?.index ?? details.thread?.index
        if let message = place.map({ words.conversation.messages[$0] }) {
            return id(message.id, number: message.number)
        }
        return details.replyTo?.id.map { id($0, number: 0) }
    }

    private func id(_ id: String?, number: Int) -> String {
        let name = id.map { "m." + MailField.word($0) } ?? "n.\(number)"
        return "<\(name)@chatprint.invalid>"
    }

    private func address(of participant: ParticipantIndex?) -> String {
        guard let participant else { return "<notice@chatprint.invalid>" }
        let person = words.conversation.participants[participant]
        let stated = [person.handle, person.id].compactMap { $0 }.first(where: MailField.isAddress)
        let address = stated ?? MailField.word(person.id) + "@chatprint.invalid"
        return MailField.text(person.name) + " <\(address)>"
    }

    /// The other of two participants; in larger groups the group's name, because every mail would
    /// repeat all names otherwise.
    private func receivers(of message: Message) -> String {
        let conversation = words.conversation
        if conversation.participants.count == 2, let from = message.from {
            return address(of: 1 - from)
        }
        return MailField.text(conversation.title ?? "Conversation") + ":;"
    }
}

private struct MailText {
    private let text: [UInt8]

    /// The maximum length of a line (RFC 5322, 2.1.1).
    private static let maxLineLength = 998

    init(_ text: [UInt8]) { self.text = text }

    func write(to bytes: inout [UInt8]) {
        bytes.append(line: "Content-Type: text/plain; charset=utf-8")
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.allSatisfy({ $0.count < Self.maxLineLength }) else { return encode(to: &bytes) }
        bytes.append(line: "Content-Transfer-Encoding: 8bit")
        bytes.append(0x0A)
        for line in text.last == 0x0A ? lines.dropLast() : lines[...] {
            if Self.looksLikeBeginning(line) { bytes.append(UInt8(ascii: ">")) }
            bytes += line
            bytes.append(0x0A)
        }
    }

    private static func looksLikeBeginning(_ line: ArraySlice<UInt8>) -> Bool {
        line.drop { $0 == UInt8(ascii: ">") }.starts(with: "From ".utf8)
    }

    private func encode(to bytes: inout [UInt8]) {
        bytes.append(line: "Content-Transfer-Encoding: base64")
        bytes.append(0x0A)
        let code = Base64.encode(text)
        for start in stride(from: 0, to: code.count, by: 76) {
            bytes += code[start..<min(code.count, start + 76)]
            bytes.append(0x0A)
        }
    }
}

/// The fields of a mail: one ASCII line each, for names in any script.
enum MailField {
    /// A name or subject: unchanged, quoted, or as encoded words (RFC 2047).
    static func text(_ text: String) -> String {
        let bytes = shortened(text)
        let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) } && bytes.count <= 200
        guard isPlain, !text.contains("=?") else { return coded(bytes) }
        if bytes.allSatisfy({ isAtom($0) || $0 == 0x20 }), bytes.first != 0x20, !bytes.isEmpty {
            return text
        }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// A complete field value: unchanged, or as encoded words.
    static func line(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && text.utf8.count <= 400
        guard !isPlain || text.contains("=?") || text.hasPrefix(" ") else { return text }
        return coded(shortened(text))
    }

    private static let maxLength = 400

    /// At most 400 bytes, because the length of lines is limited.
    private static func shortened(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8.prefix(maxLength + 1))
        if bytes.count > maxLength {
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        }
        return bytes
    }

    /// Words of at most 45 bytes, with no character split. Spaces between them are not text.
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

    /// One word of an address; bytes other than letters and digits are in hexadecimal.
    static func word(_ id: String) -> String {
        var word = ""
        for byte in id.utf8.prefix(200) {
            if ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") {
                word.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                word += "_" + Hexadecimal.text(of: [byte])
            }
        }
        return word.isEmpty ? "_" : word
    }

    /// Whether the text may be enclosed in angle brackets.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 250
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { ASCII.isAlphanumeric($0) || "-._+".utf8.contains($0) }
            }
    }

    /// RFC 5322, 3.2.3.
    private static func isAtom(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "!#$%&'*+-/^_`{|}~".utf8.contains(byte)
    }
}

enum MailDate {
    /// "Sun, 31 May 2026 09:40:00 +0200" (RFC 5322, 3.3).
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

    /// In UTC, as in the separator line before a mail: "Sun May 31 07:40:00 2026".
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
