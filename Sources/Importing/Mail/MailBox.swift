import Basics
import Model

/// Converts each mail to a message.
struct MailBox {
    let bytes: [UInt8]
    /// The subject of the previous mail, without "Re:".
    private var subject: String?
    private var timeless = 0
    private var broken = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func add(
        _ mail: MailMessage, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = mail.fields["date"].flatMap(MailTime.moment)
        if at == nil { timeless += 1 }
        var message = builder.message(at: at)
        message.id = mail.fields["message-id"].flatMap { Self.ids($0).first }
        let sender = mail.fields["from"] ?? mail.fields["sender"]
        if let who = sender.flatMap(MailAddress.init) {
            let index = try builder.participant(who.address, name: who.name)
            builder.conversation.participants[index].handle = CleanText.line(who.address)
            message.from = index
        }
        if let words = mail.fields["subject"].map({ CleanText.line(MailWords.decode($0)) }),
            Self.bare(words) != subject
        {
            let bare = Self.bare(words)
            if subject == nil { builder.conversation.title = bare.isEmpty ? nil : bare }
            if subject != nil, !words.isEmpty { message.details.subject = words }
            subject = bare
        }
        let answered =
            mail.fields["in-reply-to"].flatMap { Self.ids($0).first }
            ?? mail.fields["references"].flatMap { Self.ids($0).last }
        if let answered {
            message.details.replyTo = Reply(id: answered)
        }
        try fill(&message, from: mail, &builder)
        try builder.append(message)
    }

    func end(_ builder: inout ConversationBuilder) {
        if timeless > 0 {
            builder.warn(.badTime, "\(WarningText.count(timeless, "mail")) without a date")
        }
        builder.warn(.importing, broken, "mail", "with a part that cannot be decoded")
    }

    // MARK: Fields

    /// Parses `<a@example.org> <b@example.org>`.
    private static func ids(_ field: String) -> [String] {
        field.split { $0 == "<" || $0 == ">" || $0 == " " || $0 == "\t" }
            .filter { $0.contains("@") }.map { CleanText.line(String($0)) }
    }

    /// Removes the prefixes of replies from a subject.
    private static func bare(_ subject: String) -> String {
        var rest = subject.trimmingBlanks()
        while let opening = ["re:", "aw:", "fwd:", "fw:", "wg:", "sv:", "tr:"].first(
            where: rest.lowercased().hasPrefix)
        {
            rest = rest.dropFirst(opening.count).trimmingBlanks()
        }
        return rest
    }

    // MARK: Parts

    private mutating func fill(
        _ message: inout Message, from mail: MailMessage, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let parts = mail.parts()
        if parts.isEmpty { broken += 1 }
        let limit = builder.options.limits.mediaBytes
        let isText = parts.map { $0.type == nil || $0.type?.type == "text" }
        let words = parts.indices.filter { isText[$0] && !parts[$0].isAttachment }
        let plain = words.first { (parts[$0].type?.subtype ?? "plain") == "plain" }
        let said = plain ?? words.first { parts[$0].type?.subtype == "html" } ?? words.first
        if let said {
            if let bytes = mail.decoded(parts[said], limit: builder.options.limits.documentBytes) {
                let text = MailLetters.text(bytes, parts[said].type?.parameter("charset"))
                    .replacing("\r\n", with: "\n")
                message.body =
                    parts[said].type?.subtype == "html"
                    ? AnswerPage.blocks(HTMLMarkup.root(of: text))
                    // Base64 hides "From " at the beginning of a line, so that such text was not
                    // escaped.
                    : Body.plain(parts[said].coding == "base64" ? text : Self.unquoted(text))
            } else {
                broken += 1
            }
        }
        for (index, part) in parts.enumerated() where index != said {
            // An alternative version of the text is not an attachment.
            if part.name == nil, isText[index], !part.isAttachment { continue }
            try attach(part, of: mail, limit: limit, to: &message, &builder)
        }
    }

    private mutating func attach(
        _ part: MailMessage.Part, of mail: MailMessage, limit: Int, to message: inout Message,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let name = part.name.map { CleanText.line(MailWords.decode($0)) }
        var attachment = Attachment(
            kind: FileKind.kind(name: name, mime: part.type?.essence))
        attachment.name = name
        if let bytes = mail.decoded(part, limit: limit) {
            attachment.size = bytes.count
            let isPicture = FileKind.mayBePicture(attachment.kind, name: name ?? "")
            if isPicture, bytes.count <= limit, FileKind.isPicture(bytes) {
                attachment.media = try builder.store(bytes, name: "")
            }
        } else {
            builder.miss(&attachment, "damaged in the export")
        }
        message.attachments.append(attachment)
    }

    /// Removes the `>` before lines that would have looked like the beginning of a mail.
    private static func unquoted(_ text: String) -> String {
        guard text.holds(">From ") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.drop { $0 == ">" }
            return line.first == ">" && words.hasPrefix("From ") ? line.dropFirst() : line
        }.joined(separator: "\n")
    }
}
