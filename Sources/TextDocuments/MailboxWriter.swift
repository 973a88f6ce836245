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

    /// Returns the other of two participants. In larger groups, returns the group's name, to avoid
    /// repeating all names in every mail.
    private func receivers(of message: Message) -> String {
        let conversation = words.conversation
        if conversation.participants.count == 2, let from = message.from {
            return address(of: 1 - from)
        }
        return MailField.text(conversation.title ?? "Conversation") + ":;"
    }
}

/// A text part with the fields that describe its encoding.
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

    /// Returns whether a line begins with "From ", ">From " and so on.
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
