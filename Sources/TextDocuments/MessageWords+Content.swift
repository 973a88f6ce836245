import Basics
import Layout
import Model
import Themes

/// The non-text contents of a message as text: files by name, cards by all of their text.
extension MessageWords {
    func attachments(
        of message: Message, without isShown: (Attachment) -> Bool = { _ in false }
    ) -> [String] {
        budget.checked(message.attachments).compactMap { attachment in
            let isShown = isShown(attachment)
            let isPicture = [.image, .sticker, .gif].contains(attachment.kind)
            if isShown, isPicture, attachment.transcript == nil { return nil }
            return joined(
                [
                    label(of: attachment, withCaption: !isShown),
                    attachment.transcript.map { transcript(of: $0) },
                ], by: "\n")
        }
    }

    /// Returns a label such as "Photo: IMG_1.jpg · 1.2 MB · A dog".
    private func label(of attachment: Attachment, withCaption: Bool) -> String {
        let words = AttachmentWords(phrases)
        var facts = [attachment.name, attachment.title, attachment.performer]
        facts.append(attachment.duration.map { phrases.clock($0) })
        facts.append(attachment.size.map { phrases.size($0) })
        facts += [attachment.alt, attachment.card?.text, attachment.card?.url]
        for button in budget.checked(attachment.card?.buttons ?? []) {
            facts.append(joined(["[" + button.text + "]", button.url], by: " "))
        }
        if withCaption { facts.append(attachment.caption) }
        let missing =
            attachment.availability == .missing ? "(" + words.reason(attachment) + ")" : nil
        let details = joined([joined(facts, by: " · "), missing], by: " ")
        return details.isEmpty ? words.kind(attachment) : words.kind(attachment) + ": " + details
    }

    private func transcript(of words: String) -> String {
        words.isEmpty ? "" : phrases[.transcript] + ": " + words
    }

    func cards(_ details: MessageDetails, isCall: Bool) -> [String] {
        var remarks: [String] = []
        if let call = details.call ?? (isCall ? Call() : nil) {
            remarks.append(joined([phrases.title(of: call), phrases.facts(of: call)], by: ", "))
        }
        if let poll = details.poll { remarks.append(words(of: poll)) }
        if let payment = details.payment {
            remarks.append(joined([phrases.heading(of: payment), payment.note], by: " · "))
        }
        if let location = details.location { remarks.append(phrases.heading(of: location)) }
        if let contact = details.contact {
            let reachable = joined([contact.name] + contact.phones + contact.emails, by: " · ")
            remarks.append(joined([phrases[.contact], reachable], by: ": "))
        }
        if let link = details.link {
            let words = joined([link.site, link.title, link.summary, link.url], by: " · ")
            remarks.append(phrases[.link] + ": " + words)
        }
        return remarks
    }

    /// Returns the question and one line per answer, with the number of votes and the voters.
    private func words(of poll: Poll) -> String {
        var lines = [phrases.heading(of: poll)]
        for option in budget.checked(poll.options) {
            var line = "• " + option.text
            if let votes = option.votes { line += ": " + phrases.counted(.votes, votes) }
            if option.isChosen { line += " (" + phrases[.yourChoice] + ")" }
            if !option.voters.isEmpty { line += " · " + option.voters.joined(separator: ", ") }
            lines.append(line)
        }
        if let voters = poll.totalVoters { lines.append(phrases.counted(.voters, voters)) }
        return lines.joined(separator: "\n")
    }
}
