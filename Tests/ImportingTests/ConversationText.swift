import Importing
import Model

/// One line for each message, which makes the result of an importer readable.
struct ConversationText {
    private let conversation: Conversation
    private var lines: [String] = []

    static func of(_ imported: Imported) -> String {
        var text = ConversationText(conversation: imported.conversation)
        text.add(imported)
        return text.lines.joined(separator: "\n") + "\n"
    }

    static func lines(of conversation: Conversation) -> [String] {
        let text = ConversationText(conversation: conversation)
        return conversation.messages.map { text.line(of: $0) }
    }

    private init(conversation: Conversation) { self.conversation = conversation }

    private mutating func add(_ imported: Imported) {
        var head = "= \(imported.importer) \(conversation.kind) \(conversation.service)"
        if let title = conversation.title { head += " \"\(title)\"" }
        if let subtitle = conversation.subtitle { head += " (\(subtitle))" }
        lines.append(head)
        for (index, person) in conversation.participants.enumerated() {
            lines.append(line(of: person, isMe: index == conversation.me))
        }
        for emoji in conversation.emoji {
            lines.append("emoji \(emoji.name) @\(conversation.media[emoji.media].bytes.count)")
        }
        for message in conversation.messages { lines.append(line(of: message)) }
        for warning in imported.warnings {
            lines.append("! \(warning.kind.rawValue)\(warning.pointer): \(warning.detail)")
        }
    }

    private func line(of person: Participant, isMe: Bool) -> String {
        var line = "\(isMe ? "me" : "  ") \(person.name)"
        if person.id != person.name { line += " id=\(person.id)" }
        if let handle = person.handle { line += " handle=\(handle)" }
        if let role = person.role { line += " role=\(role)" }
        if let color = person.color { line += " color=" + String(color, radix: 16) }
        if person.avatar != nil { line += " avatar" }
        return line
    }

    private func line(of message: Message) -> String {
        var parts: [String] = [message.at.map(Self.time) ?? "-"]
        switch message.kind {
        case .message: break
        case .system: parts.append("--")
        case .call: parts.append("call")
        case .note: parts.append("note")
        case .typing: parts.append("typing")
        case .unread: parts.append("unread")
        case .unknown(let kind): parts.append("?\(kind)")
        }
        if let from = message.from {
            parts.append(conversation.participants[from].name + ":")
        }
        if let id = message.id { parts.append("#\(id)") }
        if !message.body.isEmpty { parts.append(Self.text(message.body)) }
        parts += message.attachments.map(text)
        if message.hasDetails { parts += DetailsText.parts(of: message.details) }
        if let status = message.status { parts.append("{\(status)}") }
        return parts.joined(separator: " ").replacing("\n", with: "⏎")
    }

    private func text(_ attachment: Attachment) -> String {
        var parts = [attachment.kind.rawValue]
        if let kind = attachment.unknownKind { parts.append("?\(kind)") }
        if let name = attachment.name { parts.append(name) }
        if let size = attachment.size { parts.append("\(size)B") }
        if let width = attachment.width, let height = attachment.height {
            parts.append("\(Int(width))x\(Int(height))")
        }
        if let duration = attachment.duration { parts.append("\(duration)s") }
        if let title = attachment.title { parts.append("title=\(title)") }
        if let performer = attachment.performer { parts.append("by=\(performer)") }
        if let caption = attachment.caption { parts.append("caption=\(caption)") }
        if let alt = attachment.alt { parts.append("alt=\(alt)") }
        if let transcript = attachment.transcript { parts.append("says=\(transcript)") }
        if let media = attachment.media {
            parts.append("@\(conversation.media[media].bytes.count)")
        }
        if let missing = attachment.missing { parts.append("missing=\(missing)") }
        return "[" + parts.joined(separator: " ") + "]"
    }

    /// In UTC, with the offset if one was stated.
    static func time(_ moment: Moment) -> String {
        let seconds = moment.milliseconds.quotientFloor(1000)
        let days = seconds.quotientFloor(86_400)
        let rest = seconds - days * 86_400
        let (year, month, day) = civil(days)
        var text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2)) "
        text += "\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))"
        let milliseconds = moment.milliseconds - seconds * 1000
        if milliseconds != 0 { text += ".\(pad(milliseconds, 3))" }
        if let offset = moment.offset {
            let minutes = Int64(abs(offset) / 60)
            text += (offset < 0 ? "-" : "+") + pad(minutes / 60, 2) + pad(minutes % 60, 2)
        }
        return text
    }

    private static func pad(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = shifted.quotientFloor(146_097)
        let day = shifted - era * 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (
            year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1
        )
    }

    static func text(_ blocks: [TextBlock]) -> String {
        blocks.map { block in
            switch block {
            case .paragraph(let text): inline(text)
            case .heading(let level, let text):
                String(repeating: "#", count: level) + " " + inline(text)
            case .code(let language, let text): "```\(language ?? "")\n\(text)\n```"
            case .quote(let blocks): "> " + self.text(blocks)
            case .list(let start, let items):
                items.enumerated().map { index, item in
                    (start.map { "\($0 + index). " } ?? "- ") + self.text(item.blocks)
                }.joined(separator: "\n")
            case .table(_, let header, let rows):
                ([header] + rows).map { "|" + $0.map(inline).joined(separator: "|") + "|" }
                    .joined(separator: "\n")
            case .rule: "---"
            }
        }.joined(separator: "¶")
    }

    private static func inline(_ text: RichText) -> String {
        var inserts: [Int: (closing: String, opening: String)] = [:]
        for entity in text.entities {
            let (open, close) = tags(entity.kind)
            inserts[entity.range.lowerBound, default: ("", "")].opening += open
            let rest = inserts[entity.range.upperBound]?.closing ?? ""
            inserts[entity.range.upperBound, default: ("", "")].closing = close + rest
        }
        var out = ""
        var offset = 0
        for scalar in text.text.unicodeScalars {
            if let insert = inserts[offset] { out += insert.closing + insert.opening }
            out.unicodeScalars.append(scalar)
            offset += UTF8.width(scalar)
        }
        if let insert = inserts[offset] { out += insert.closing + insert.opening }
        return out
    }

    private static func tags(_ kind: Entity.Kind) -> (String, String) {
        switch kind {
        case .bold: ("<b>", "</b>")
        case .italic: ("<i>", "</i>")
        case .underline: ("<u>", "</u>")
        case .strike: ("<s>", "</s>")
        case .spoiler: ("<spoiler>", "</spoiler>")
        case .code: ("<code>", "</code>")
        case .link(let url): ("<a \(url)>", "</a>")
        case .mention: ("<@>", "</@>")
        case .hashtag: ("<#>", "</#>")
        case .customEmoji(let name): ("<emoji \(name)>", "</emoji>")
        }
    }
}

extension Int64 {
    fileprivate func quotientFloor(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The optional details of a message, in braces.
enum DetailsText {
    static func parts(of details: MessageDetails) -> [String] {
        var parts: [String] = []
        if let subject = details.subject { parts.append("{subject \(subject)}") }
        if let poll = details.poll { parts.append(text(poll)) }
        if let location = details.location { parts.append(text(location)) }
        if let contact = details.contact {
            let all = [contact.name] + contact.phones + contact.emails
            parts.append("{contact \(all.joined(separator: ", "))}")
        }
        if let link = details.link {
            let all = [link.url, link.title, link.summary, link.site].compactMap(\.self)
            parts.append("{link \(all.joined(separator: " | "))}")
        }
        if let call = details.call { parts.append(text(call)) }
        if let system = details.system {
            var text = "{\(system.action)"
            if !system.actors.isEmpty { text += " by \(system.actors.joined(separator: ", "))" }
            if !system.targets.isEmpty { text += " to \(system.targets.joined(separator: ", "))" }
            parts.append(text + "}")
        }
        if let payment = details.payment {
            let all = [payment.amount, payment.currency, payment.note].compactMap(\.self)
            parts.append("{payment \(all.joined(separator: " "))}")
        }
        return parts + more(details)
    }

    private static func more(_ details: MessageDetails) -> [String] {
        var parts: [String] = []
        if let reply = details.replyTo { parts.append(text(reply)) }
        if let thread = details.thread { parts.append(text(thread)) }
        if let forwarded = details.forwarded {
            let time = forwarded.at.map { " " + ConversationText.time($0) } ?? ""
            parts.append("{forwarded \(forwarded.from ?? "?")\(time)}")
        }
        for reaction in details.reactions {
            let by = reaction.by.isEmpty ? "" : " " + reaction.by.joined(separator: ", ")
            let emoji = reaction.emoji + (reaction.picture == nil ? "" : "@")
            parts.append("{\(emoji)×\(reaction.count)\(by)\(reaction.isMine ? " mine" : "")}")
        }
        if let edited = details.edited {
            let at = edited.at.map { " " + ConversationText.time($0) } ?? ""
            let history = edited.history.map { version in
                let at = version.at.map { ConversationText.time($0) + " " } ?? ""
                return "; \(at)\(version.text)"
            }
            parts.append("{edited\(at)\(history.joined())}")
        }
        if let deleted = details.deleted {
            let all = [
                "deleted", deleted.at.map(ConversationText.time), deleted.by, deleted.reason,
            ]
            parts.append("{\(all.compactMap(\.self).joined(separator: " "))}")
        }
        if let at = details.deliveredAt { parts.append("{delivered \(ConversationText.time(at))}") }
        if let at = details.readAt { parts.append("{read \(ConversationText.time(at))}") }
        if let service = details.service { parts.append("{\(service)}") }
        if let effect = details.effect { parts.append("{effect \(effect)}") }
        if let translation = details.translation {
            parts.append("{translation \(translation.text)}")
        }
        if details.isPinned { parts.append("{pinned}") }
        if details.isStarred { parts.append("{starred}") }
        return parts
    }

    private static func text(_ poll: Poll) -> String {
        let options = poll.options.map { option in
            let votes = option.votes.map { " \($0)" } ?? ""
            let voters = option.voters.isEmpty ? "" : " (\(option.voters.joined(separator: ", ")))"
            return "\(option.text)\(votes)\(option.isChosen ? "*" : "")\(voters)"
        }
        let total = poll.totalVoters.map { " of \($0)" } ?? ""
        let state = poll.isClosed ? "closed poll" : "poll"
        return "{\(state)\(total) \(poll.question): \(options.joined(separator: " | "))}"
    }

    private static func text(_ location: Location) -> String {
        var parts = [location.isLive ? "live" : "location"]
        if let latitude = location.latitude, let longitude = location.longitude {
            parts.append("\(latitude),\(longitude)")
        }
        parts += [location.name, location.address].compactMap(\.self)
        return "{\(parts.joined(separator: " "))}"
    }

    private static func text(_ call: Call) -> String {
        var parts = [call.isVideo ? "video call" : "voice call"]
        if let direction = call.direction { parts.append(direction.rawValue) }
        if let outcome = call.outcome { parts.append(outcome.rawValue) }
        if let duration = call.duration { parts.append("\(duration)s") }
        return "{\(parts.joined(separator: " "))}"
    }

    private static func text(_ thread: Thread) -> String {
        var parts = ["thread"]
        if let root = thread.root { parts.append("#\(root)") }
        if let index = thread.index { parts.append("->\(index)") }
        if let replies = thread.replies { parts.append("of \(replies)") }
        return "{\(parts.joined(separator: " "))}"
    }

    private static func text(_ reply: Reply) -> String {
        var parts = ["reply"]
        if let id = reply.id { parts.append("#\(id)") }
        if let index = reply.index { parts.append("->\(index)") }
        if let from = reply.from { parts.append("\(from):") }
        if let text = reply.text { parts.append(text) }
        if let kind = reply.attachmentKind { parts.append("[\(kind)]") }
        return "{\(parts.joined(separator: " "))}"
    }
}
