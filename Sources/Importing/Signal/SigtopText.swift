import Model

/// sigtop's text: for each message a block of fields, a blank line and the body. It has names, and
/// times with their offset.
struct SigtopText {
    let bytes: [UInt8]

    func fill(
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let lines = Array(Lines(bytes))
        if let head = lines.first, begins(head, "Conversation: ") {
            builder.conversation.title = Self.person(String(text(head).dropFirst(14))).name
        }
        let first = lines.indices.first { isStart($0, in: lines) } ?? lines.endIndex
        builder.warn(
            linesBeforeFirstMessage: lines[..<first].count { line in
                !line.isEmpty && !begins(line, "Conversation: ")
            })
        var start: Int?
        for index in lines.indices where isStart(index, in: lines) {
            if let start {
                try builder.add(Self.record(lines[start..<index].map(text)), from: &sources)
            }
            start = index
        }
        if let start { try builder.add(Self.record(lines[start...].map(text)), from: &sources) }
        builder.setMe(key: "You")
    }

    private func text(_ line: Range<Int>) -> String {
        String(decoding: bytes[line], as: UTF8.self)
    }

    private func begins(_ line: Range<Int>, _ word: StaticString) -> Bool {
        bytes[line].starts(with: word.description.utf8)
    }

    /// Returns whether a message begins at a line. Bodies are not escaped, so a message begins only
    /// with a blank line, a sender and a type together.
    private func isStart(_ index: Int, in lines: [Range<Int>]) -> Bool {
        guard index == 0 || lines[index - 1].isEmpty, index + 1 < lines.count else { return false }
        let next = lines[index + 1]
        if begins(lines[index], "From: ") { return begins(next, "Type: ") }
        return begins(lines[index], "Type: ")
            && (begins(next, "Sent: ") || begins(next, "Received: "))
    }

    private static func record(_ lines: [String]) -> Record {
        var block = Block(lines)
        var record = Record(
            at: block.sent.flatMap(MailTime.moment) ?? block.received.flatMap(MailTime.moment))
        record.sender = block.from.map { from in
            let person = person(from)
            return Record.Person(key: from, name: person.name, handle: person.handle)
        }
        if block.type == "call-history" {
            record.becomeCall(Call())
        } else if block.type != "incoming", block.type != "outgoing" {
            record.becomeNotice(.notice)
        }
        if record.message.kind != .message, block.body.isEmpty {
            block.body = block.type.replacing("-", with: " ")
        }
        record.message.body = Body.plain(block.body)
        record.files = block.attachments.map { RecordFile(attachment($0)) }
        record.message.details.reactions = Reaction.grouped(block.reactions)
        record.message.details.replyTo = block.reply
        record.message.details.edited = block.edited
        return record
    }

    /// Splits `Ben Ito (+49151…)` into name and number.
    private static func person(_ text: String) -> (name: String, handle: String?) {
        let clean = CleanText.line(text)
        guard let (name, handle) = WhatsAppFileLine.parts(clean), !handle.utf8.contains(0x20) else {
            return (clean, nil)
        }
        return (String(name), String(handle))
    }

    /// Parses `photo.jpg (image/jpeg, 1234 bytes)`.
    private static func attachment(_ text: String) -> Attachment {
        guard let (name, rest) = WhatsAppFileLine.parts(text) else {
            return Attachment(kind: .file)
        }
        let parts = rest.split(separator: ",").map { $0.trimmingBlanks() }
        let isNamed = name != "no filename"
        let kind = FileKind.kind(name: isNamed ? String(name) : nil, mime: parts.first)
        var attachment = Attachment(kind: kind)
        attachment.name = isNamed ? CleanText.line(String(name)) : nil
        if parts.count > 1 {
            attachment.size = parts[1].split(separator: " ").first.flatMap { Int($0) }
        }
        return attachment
    }
}

extension SigtopText {
    /// The fields and texts of one message.
    struct Block {
        var from: String?
        var type = ""
        var sent: String?
        var received: String?
        var attachments: [String] = []
        var reactions: [(name: String, emoji: String)] = []
        var body = ""
        var reply: Reply?
        var edited: Edited?

        init(_ lines: [String]) {
            let fields = lines.prefix { !$0.isEmpty }
            var isEdited = false
            for line in fields {
                guard let colon = line.place(of: ": ") else { continue }
                let value = String(line[colon.upperBound...])
                switch line[..<colon.lowerBound] {
                case "From": from = value
                case "Type": type = value
                case "Sent": sent = value
                case "Received": received = value
                case "Attachment": attachments.append(value)
                case "Reaction":
                    guard let middle = value.place(of: " from ") else { continue }
                    let name = SigtopText.person(String(value[middle.upperBound...])).name
                    reactions.append((name, String(value[..<middle.lowerBound])))
                case "Edited": isEdited = true
                default: continue
                }
            }
            let rest = lines.dropFirst(fields.count)
            if isEdited { readVersions(rest) } else { readBody(rest) }
        }

        private mutating func readBody(_ lines: ArraySlice<String>) {
            var lines = lines.drop { $0.isEmpty }
            let quote = lines.prefix { $0.hasPrefix(">") }
            if quote.first?.hasPrefix("> From: ") == true {
                reply = Self.reply(quote.map { String($0.dropFirst(min(2, $0.count))) })
                lines = lines.dropFirst(quote.count)
            }
            body = lines.joined(separator: "\n").trimmingBlanks()
        }

        /// Reads the versions of an edited message. Their lines begin with a bar, and the newest
        /// version is first.
        private mutating func readVersions(_ lines: ArraySlice<String>) {
            var versions: [Edited.Version] = []
            let barred = lines.filter { $0.hasPrefix("|") }.map {
                $0.dropFirst($0.hasPrefix("| ") ? 2 : 1)
            }
            for part in barred.split(whereSeparator: { $0.hasPrefix("Version: ") }) {
                let fields = part.prefix { !$0.isEmpty }
                let sent = fields.first { $0.hasPrefix("Sent: ") }.map { String($0.dropFirst(6)) }
                let text = part.dropFirst(fields.count).filter { !$0.hasPrefix(">") }
                versions.append(
                    Edited.Version(
                        at: sent.flatMap(MailTime.moment),
                        text: CleanText.clean(text.joined(separator: "\n").trimmingBlanks())))
            }
            guard let newest = versions.first else { return }
            body = newest.text
            edited = Edited(at: newest.at, history: versions.dropFirst().reversed())
        }

        private static func reply(_ lines: [String]) -> Reply {
            var reply = Reply()
            let fields = lines.prefix { !$0.isEmpty }
            for line in fields {
                if line.hasPrefix("From: ") {
                    reply.from = SigtopText.person(String(line.dropFirst(6))).name
                } else if line.hasPrefix("Attachment: ") {
                    reply.attachmentKind = SigtopText.attachment(String(line.dropFirst(12))).kind
                }
            }
            let text = lines.dropFirst(fields.count).joined(separator: "\n").trimmingBlanks()
            reply.text = text.isEmpty ? nil : CleanText.clean(text)
            return reply
        }
    }
}
