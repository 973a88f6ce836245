import Basics
import Layout
import Model

/// Writes a table of messages (RFC 4180), in UTF-8 with the byte order mark by which spreadsheets
/// detect it.
///
/// Spreadsheets execute cells that begin like a formula. Such a text is prefixed with an
/// apostrophe, so that spreadsheets show it as text. If a text already has apostrophes before such
/// a sign, another one is added, so that removing one apostrophe restores the original.
struct TableWriter: MessageWriter {
    var words: MessageWords

    static let columns = [
        "number", "id", "time", "stated_offset", "sender", "sender_id", "handle", "kind", "text",
        "links", "subject", "reply_to", "reply_to_number", "quoted", "forwarded_from", "thread",
        "status", "delivered_at", "read_at", "edited_at", "former_texts", "deleted_at",
        "deleted_by", "deleted", "reactions", "attachments", "cards", "translation", "effect",
        "pinned", "starred", "redacted", "edited", "quoted_sender", "forwarded_at", "thread_number",
        "replies", "translation_language", "notes", "sources", "differences",
    ]

    func begin(_ bytes: inout [UInt8]) {
        bytes += [0xEF, 0xBB, 0xBF]
        bytes += Self.columns.joined(separator: ",").utf8
        bytes += [0x0D, 0x0A]
    }

    mutating func write(_ message: Message, to bytes: inout [UInt8]) {
        var row = TableRow()
        let details = message.details
        let person = message.from.map { words.conversation.participants[$0] }
        row.add(String(message.number))
        row.add(text: message.id)
        row.add(iso(message.at))
        row.add(message.at?.offset.map { Self.offset($0) })
        row.add(text: person?.name)
        row.add(text: person?.id)
        row.add(text: person?.handle)
        row.add(text: message.kind.name)
        row.add(text: said(message))
        row.add(lines: words.links(in: message))
        row.add(text: details.subject)
        addRelations(details, to: &row)
        row.add(message.status?.rawValue)
        row.add(iso(details.deliveredAt))
        row.add(iso(details.readAt))
        row.add(iso(details.edited?.at))
        row.add(text: formerTexts(details.edited))
        row.add(iso(details.deleted?.at))
        row.add(text: details.deleted?.by)
        row.add(text: details.deleted.map { $0.reason ?? "yes" })
        row.add(lines: details.reactions.map { Phrases.words(of: $0) })
        row.add(lines: words.attachments(of: message))
        row.add(lines: words.cards(details, isCall: message.kind == .call))
        row.add(text: details.translation?.text)
        row.add(text: details.effect)
        row.add(details.isPinned ? "yes" : nil)
        row.add(details.isStarred ? "yes" : nil)
        row.add(
            details.redacted.map { redacted in
                let kinds = redacted.kinds.map(\.rawValue).joined(separator: " ")
                return (kinds.isEmpty ? "yes" : kinds)
                    + (redacted.reason.map { ": " + $0 } ?? "")
            })
        row.add(details.edited == nil ? nil : "yes")
        row.add(text: details.replyTo?.from)
        row.add(iso(details.forwarded?.at))
        row.add(head(of: details).map { String($0.number) })
        row.add(details.thread?.replies.map { String($0) })
        row.add(text: details.translation?.language)
        row.add(lines: words.notes(of: message))
        row.add(text: details.sources.joined(separator: " "))
        row.add(lines: words.differences(details))
        row.write(to: &bytes)
    }

    private func addRelations(_ details: MessageDetails, to row: inout TableRow) {
        let reply = details.replyTo
        let source = reply?.index.map { words.conversation.messages[$0] }
        row.add(text: reply?.id ?? source?.id)
        row.add(source.map { String($0.number) })
        row.add(text: reply?.text ?? reply?.attachmentKind.map { words.phrases.name(of: $0) })
        row.add(text: details.forwarded.map { $0.from ?? "yes" })
        row.add(text: details.thread?.root ?? head(of: details)?.id)
    }

    private func head(of details: MessageDetails) -> Message? {
        details.thread?.index.map { words.conversation.messages[$0] }
    }

    private func said(_ message: Message) -> String {
        var bytes: [UInt8] = []
        PlainBody(words).write(words.body(of: message), "", to: &bytes)
        if bytes.last == 0x0A { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func formerTexts(_ edited: Edited?) -> String? {
        guard let edited, !edited.history.isEmpty else { return nil }
        return words.budget.checked(edited.history).map { version in
            words.joined([iso(version.at), version.text], by: " ")
        }.joined(separator: "\n")
    }

    /// In ISO 8601 with the zone's offset at that time, regardless of its original offset.
    private mutating func iso(_ moment: Moment?) -> String? {
        guard let moment else { return nil }
        return Moment(milliseconds: moment.milliseconds, offset: words.offset(at: moment)).text
    }

    private static func offset(_ seconds: Int32) -> String {
        let text = Moment(milliseconds: 0, offset: seconds).text
        return text.hasSuffix("Z") ? "Z" : String(text.suffix(6))
    }
}

private struct TableRow {
    private var bytes: [UInt8] = []

    /// Adds a word of Chatprint's own, which needs no quoting.
    mutating func add(_ word: String?) {
        bytes += (word ?? "").utf8
        bytes.append(UInt8(ascii: ","))
    }

    mutating func add(lines: [String]) { add(text: lines.joined(separator: "\n")) }

    /// For text that a person may have written.
    mutating func add(text: String?) {
        defer { bytes.append(UInt8(ascii: ",")) }
        guard let text, !text.isEmpty else { return }
        bytes.append(UInt8(ascii: "\""))
        if Self.beginsFormula(text) { bytes.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    func write(to table: inout [UInt8]) {
        table += bytes.dropLast()
        table += [0x0D, 0x0A]
    }

    /// Includes full-width signs, and signs after whitespace, which some spreadsheets remove.
    private static func beginsFormula(_ text: String) -> Bool {
        let first = text.unicodeScalars.first {
            !$0.properties.isWhitespace && $0 != "'" && $0 != "\u{200B}" && $0 != "\u{FEFF}"
        }
        switch first {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠": return true
        default: return false
        }
    }
}
