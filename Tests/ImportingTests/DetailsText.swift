import Model

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
