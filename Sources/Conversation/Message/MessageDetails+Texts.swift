extension MessageDetails {
    /// Replaces every text that a person wrote or that tells of one, except ids and names of
    /// participants.
    mutating func mapTexts(_ text: (String) -> String) {
        subject = subject.map(text)
        if let poll {
            self.poll?.question = text(poll.question)
            self.poll?.options = poll.options.map { option in
                var option = option
                option.text = text(option.text)
                return option
            }
        }
        if let location {
            self.location?.name = location.name.map(text)
            self.location?.address = location.address.map(text)
        }
        if let contact {
            self.contact?.name = text(contact.name)
            self.contact?.phones = contact.phones.map(text)
            self.contact?.emails = contact.emails.map(text)
        }
        if let link {
            self.link?.url = text(link.url)
            self.link?.title = link.title.map(text)
            self.link?.summary = link.summary.map(text)
            self.link?.site = link.site.map(text)
        }
        if let payment {
            self.payment?.amount = text(payment.amount)
            self.payment?.note = payment.note.map(text)
        }
        if let system { self.system?.action = text(system.action) }
        if let reply = replyTo { replyTo?.text = reply.text.map(text) }
        if let edited {
            self.edited?.history = edited.history.map { version in
                Edited.Version(at: version.at, text: text(version.text))
            }
        }
        if let deleted { self.deleted?.reason = deleted.reason.map(text) }
        if let translation { self.translation?.text = text(translation.text) }
    }
}

extension Attachment {
    mutating func mapTexts(_ text: (String) -> String) {
        name = name.map(text)
        title = title.map(text)
        performer = performer.map(text)
        caption = caption.map(text)
        alt = alt.map(text)
        transcript = transcript.map(text)
        missing = missing.map(text)
        if let card {
            self.card?.text = card.text.map(text)
            self.card?.url = card.url.map(text)
            self.card?.buttons = card.buttons.map { button in
                Card.Button(text: text(button.text), url: button.url.map(text))
            }
        }
    }
}
