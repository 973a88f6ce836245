extension MessageDetails {
    /// Replaces all texts that a person wrote or that describe one, except IDs and names of
    /// participants, and link addresses.
    mutating func mapTexts<Failure: Error>(
        _ text: (String) throws(Failure) -> String
    ) throws(Failure) {
        subject = try subject.map(text)
        if let poll {
            self.poll?.question = try text(poll.question)
            for index in poll.options.indices {
                self.poll?.options[index].text = try text(poll.options[index].text)
            }
        }
        if let location {
            self.location?.name = try location.name.map(text)
            self.location?.address = try location.address.map(text)
        }
        if let contact {
            self.contact?.name = try text(contact.name)
            self.contact?.phones = try contact.phones.map(text)
            self.contact?.emails = try contact.emails.map(text)
        }
        if let link {
            self.link?.title = try link.title.map(text)
            self.link?.summary = try link.summary.map(text)
            self.link?.site = try link.site.map(text)
        }
        if let payment {
            self.payment?.amount = try text(payment.amount)
            self.payment?.currency = try payment.currency.map(text)
            self.payment?.note = try payment.note.map(text)
        }
        if let system { self.system?.action = try text(system.action) }
        if let reply = replyTo { replyTo?.text = try reply.text.map(text) }
        if let edited {
            for index in edited.history.indices {
                self.edited?.history[index].text = try text(edited.history[index].text)
            }
        }
        if let deleted { self.deleted?.reason = try deleted.reason.map(text) }
        if let translation { self.translation?.text = try text(translation.text) }
        effect = try effect.map(text)
        for index in reactions.indices { reactions[index].emoji = try text(reactions[index].emoji) }
    }
}

extension Attachment {
    mutating func mapTexts<Failure: Error>(
        _ text: (String) throws(Failure) -> String
    ) throws(Failure) {
        unknownKind = try unknownKind.map(text)
        name = try name.map(text)
        title = try title.map(text)
        performer = try performer.map(text)
        caption = try caption.map(text)
        alt = try alt.map(text)
        transcript = try transcript.map(text)
        missing = try missing.map(text)
        omitted = try omitted.map(text)
        if let card {
            self.card?.text = try card.text.map(text)
            for index in card.buttons.indices {
                self.card?.buttons[index].text = try text(card.buttons[index].text)
            }
        }
    }
}

extension Message {
    /// Replaces all link addresses.
    mutating func mapAddresses<Failure: Error>(
        _ address: (String) throws(Failure) -> String
    ) throws(Failure) {
        for index in attachments.indices {
            guard var card = attachments[index].card else { continue }
            card.url = try card.url.map(address)
            for button in card.buttons.indices {
                card.buttons[button].url = try card.buttons[button].url.map(address)
            }
            attachments[index].card = card
        }
        guard hasDetails, let link = details.link else { return }
        let url = try address(link.url)
        if url != link.url { details.link?.url = url }
    }
}
