import Basics
import Model

/// Several mails in one file (RFC 4155), each after a line that begins with "From ".
enum Mbox {
    static let importer = Importer(
        name: "mbox", title: "mail (mbox)", summary: "an mbox file: several mails in one file",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted { file in
            let lines = Lines(file.head).drop { $0.isEmpty }.prefix(2).map { file.head[$0] }
            // The fields of a mail must follow immediately: "From 10 to 12 we talk" is not a
            // separator.
            return lines.count == 2 && lines[0].starts(with: opening) && isField(lines[1])
        }
    }

    private static let opening = Array("From ".utf8)

    /// Returns whether a line is a field, `Name: value`.
    private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { byte in
            ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
        }
        return !name.isEmpty && name.count < 80 && name.endIndex < line.endIndex
            && line[name.endIndex] == UInt8(ascii: ":")
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let bytes = try builder.sources.document(file)
            builder.needsSorting = true
            var box = MailBox()
            for range in mails(in: bytes) {
                guard builder.budget.mayContinue else { throw .stopped }
                try box.add(MailMessage(bytes, in: range), &builder)
            }
            box.end(&builder)
        }
    }

    /// Returns the ranges of the mails without their separator lines. A separator is the first line
    /// or follows an empty line.
    private static func mails(in bytes: [UInt8]) -> [Range<Int>] {
        var mails: [Range<Int>] = []
        var start: Int?
        var isAfterBlank = true
        for line in Lines(bytes) {
            if isAfterBlank, bytes[line].starts(with: opening) {
                if let start { mails.append(start..<line.lowerBound) }
                let next = bytes[line.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 }
                start = next ?? bytes.count
            }
            isAfterBlank = line.isEmpty
        }
        if let start { mails.append(start..<bytes.count) }
        return mails
    }
}

private struct MailBox {
    /// The subject of the previous mail, without "Re:".
    private var subject: String?
    private var broken = 0

    mutating func add(
        _ mail: MailMessage, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = mail.fields["date"].flatMap(MailTime.moment)
        var record = Record(mail.fields["message-id"].flatMap { Self.ids($0).first }, at: at)
        let sender = mail.fields["from"] ?? mail.fields["sender"]
        record.sender = sender.flatMap(MailAddress.init).map {
            Record.Person(key: $0.address, name: $0.name, handle: $0.address)
        }
        if let words = mail.fields["subject"].map({ CleanText.line(MailWords.decode($0)) }),
            Self.bare(words) != subject
        {
            let bare = Self.bare(words)
            if subject == nil { builder.conversation.title = bare.nonEmpty }
            if subject != nil, !words.isEmpty { record.message.details.subject = words }
            subject = bare
        }
        let answered =
            mail.fields["in-reply-to"].flatMap { Self.ids($0).first }
            ?? mail.fields["references"].flatMap { Self.ids($0).last }
        record.message.details.replyTo = answered.map { Reply(id: $0) }
        fill(&record, from: mail, builder.options.limits)
        try builder.add(record)
    }

    func end(_ builder: inout ConversationBuilder) {
        builder.warn(untimed: "mail", "without a date")
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
        _ record: inout Record, from mail: MailMessage, _ limits: Limits
    ) {
        let parts = mail.parts()
        if parts.isEmpty { broken += 1 }
        let isWords = parts.map { ($0.type == nil || $0.type?.type == "text") && !$0.isAttachment }
        var isText = parts.indices.map { isWords[$0] && parts[$0].name == nil }
        if !isText.contains(true), let first = isWords.firstIndex(of: true) { isText[first] = true }
        var shown = texts(of: parts, isText)
        // Chatprint's own mails have a second text, which describes what is not text.
        if mail.fields["x-chatprint-number"] != nil { shown = Array(shown.prefix(1)) }
        for index in shown {
            let part = parts[index]
            guard let bytes = mail.decoded(part, limit: limits.documentBytes) else {
                broken += 1
                continue
            }
            let text = MailLetters.text(bytes, part.type?.parameter("charset"))
                .replacing("\r\n", with: "\n")
            record.message.body +=
                part.type?.subtype == "html"
                ? AnswerPage.blocks(HTMLMarkup.root(of: text))
                // Base64 hides "From " at the beginning of a line, so that such text was not
                // escaped.
                : Body.plain(part.coding == "base64" ? text : Self.unquoted(text))
        }
        for (index, part) in parts.enumerated() where !isText[index] {
            let name = (part.name ?? Self.subject(of: part, in: mail, limits.mediaBytes)).map {
                CleanText.line(MailWords.decode($0))
            }
            let bytes = mail.decoded(part, limit: limits.documentBytes)
            record.files.append(
                RecordFile(
                    named: name, mime: part.type?.essence,
                    at: bytes.map { .bytes($0) } ?? .missing(HeldFile.damaged)))
        }
    }

    /// Returns the indices of the texts to show: one of each group of alternatives, and all others.
    private func texts(of parts: [MailMessage.Part], _ isText: [Bool]) -> [Int] {
        var groups: Set<Int> = []
        return parts.indices.filter { isText[$0] }.compactMap { index in
            guard let group = parts[index].alternative else { return index }
            guard groups.insert(group).inserted else { return nil }
            let versions = parts.indices.filter { isText[$0] && parts[$0].alternative == group }
            func version(_ subtype: String) -> Int? {
                versions.first { (parts[$0].type?.subtype ?? "plain") == subtype }
            }
            return version("plain") ?? version("html") ?? index
        }
    }

    /// The subject of an attached mail, which has no other name.
    private static func subject(
        of part: MailMessage.Part, in mail: MailMessage, _ limit: Int
    ) -> String? {
        guard part.type?.essence == "message/rfc822", let bytes = mail.decoded(part, limit: limit)
        else { return nil }
        return MailMessage(bytes).fields["subject"].map { $0 + ".eml" }
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
