import JSON
import Resources

extension ConversationWriter {
    mutating func write(_ details: MessageDetails, of message: Message) {
        json.member("subject", optional: details.subject)
        if let poll = details.poll { write(poll) }
        if let location = details.location { write(location) }
        if let contact = details.contact { write(contact) }
        if let link = details.link { write(link) }
        if let call = details.call { write(call) }
        if let event = details.system {
            open("system")
            json.member("action", event.action)
            names("actors", event.actors)
            names("targets", event.targets)
            close()
        }
        if let payment = details.payment {
            open("payment")
            json.member("amount", payment.amount)
            json.member("currency", optional: payment.currency)
            json.member("note", optional: payment.note)
            json.member("direction", optional: payment.direction?.rawValue)
            close()
        }
        writeRelations(details)
        time("delivered_at", details.deliveredAt)
        time("read_at", details.readAt)
        json.member("service", optional: details.service?.rawValue)
        json.member("effect", optional: details.effect)
        json.member("unread", optional: details.unread)
        if let translation = details.translation {
            open("translation")
            json.member("lang", optional: translation.language)
            json.member("text", translation.text)
            close()
        }
        flag("pinned", details.isPinned)
        flag("starred", details.isStarred)
        if let redacted = details.redacted {
            if let reason = redacted.reason {
                open("redacted")
                json.member("kinds", redacted.kinds.map(\.rawValue))
                json.member("reason", reason)
                close()
            } else if redacted.kinds.isEmpty {
                json.member("redacted", true)
            } else {
                json.member("redacted", redacted.kinds.map(\.rawValue))
            }
        }
    }

    private mutating func write(_ contact: Contact) {
        open("contact")
        json.member("name", contact.name)
        texts("phones", contact.phones)
        texts("emails", contact.emails)
        close()
    }

    private mutating func write(_ poll: Poll) {
        open("poll")
        json.member("question", poll.question)
        flag("closed", poll.isClosed)
        json.member("total_voters", optional: poll.totalVoters)
        openArray("options")
        for option in poll.options {
            open()
            json.member("text", option.text)
            json.member("votes", optional: option.votes)
            names("voters", option.voters)
            flag("chosen", option.isChosen)
            close()
        }
        closeArray()
        close()
    }

    private mutating func write(_ location: Location) {
        open("location")
        json.member("lat", optional: location.latitude)
        json.member("lon", optional: location.longitude)
        json.member("name", optional: location.name)
        json.member("address", optional: location.address)
        flag("live", location.isLive)
        media("picture", location.picture)
        close()
    }

    private mutating func write(_ link: LinkPreview) {
        open("link")
        json.member("url", link.url)
        json.member("title", optional: link.title)
        json.member("description", optional: link.summary)
        json.member("site", optional: link.site)
        media("image", link.picture)
        close()
    }

    private mutating func write(_ call: Call) {
        open("call")
        flag("video", call.isVideo)
        json.member("direction", optional: call.direction?.rawValue)
        json.member("outcome", optional: call.outcome?.rawValue)
        json.member("duration", optional: call.duration)
        close()
    }

    private mutating func writeRelations(_ details: MessageDetails) {
        if let reply = details.replyTo { write(reply) }
        if let thread = details.thread, thread != Thread() {
            open("thread")
            let found = thread.index.flatMap { conversation.messages[$0].id }
            json.member("root", optional: thread.root ?? found)
            json.member("replies", optional: thread.replies)
            close()
        }
        if let forwarded = details.forwarded {
            openFact("forwarded", forwarded == Forwarded()) { writer in
                writer.name("from", forwarded.from)
                writer.time("at", forwarded.at)
            }
        }
        if !details.reactions.isEmpty {
            openArray("reactions")
            for reaction in budget.checked(details.reactions) { write(reaction) }
            closeArray()
        }
        if let edited = details.edited {
            openFact("edited", edited == Edited()) { writer in
                writer.time("at", edited.at)
                guard !edited.history.isEmpty else { return }
                writer.openArray("history")
                for version in writer.budget.checked(edited.history) {
                    writer.open()
                    writer.time("at", version.at)
                    writer.json.member("text", version.text)
                    writer.close()
                }
                writer.closeArray()
            }
        }
        if let deleted = details.deleted {
            openFact("deleted", deleted == Deleted()) { writer in
                writer.time("at", deleted.at)
                writer.name("by", deleted.by)
                writer.json.member("reason", optional: deleted.reason)
            }
        }
    }

    /// Writes `true` if no details are known.
    private mutating func openFact(
        _ key: String, _ isBare: Bool, _ members: (inout ConversationWriter) -> Void
    ) {
        guard !isBare else { return json.member(key, true) }
        open(key)
        members(&self)
        close()
    }

    private mutating func write(_ reply: Reply) {
        open("reply_to")
        let found = reply.index.flatMap { conversation.messages[$0].id }
        json.member("id", optional: reply.id ?? found)
        name("from", reply.from)
        json.member("text", optional: reply.text)
        json.member("attachment_kind", optional: reply.attachmentKind?.rawValue)
        close()
    }

    private mutating func write(_ reaction: Reaction) {
        open()
        json.member("emoji", reaction.emoji)
        media("image", reaction.picture)
        json.member("count", reaction.count)
        names("by", reaction.by)
        let mine = conversation.me.map { conversation.participants[$0].name }
        flag("mine", reaction.isMine && !(mine.map(reaction.by.contains) ?? false))
        close()
    }
}
