extension MessageDetails {
    /// Replaces all texts that a person wrote or that describe one, except IDs and names of
    /// participants, and link addresses.
    mutating func mapTexts<Failure: Error>(
        _ text: (String) throws(Failure) -> String
    ) throws(Failure) { try map(.texts, text) }

    /// Replaces all IDs and names of participants.
    package mutating func mapNames<Failure: Error>(
        _ name: (String) throws(Failure) -> String
    ) throws(Failure) { try map(.people, name) }

    /// Marks the reactions and votes of "me".
    package mutating func markOwn(_ isMe: (String) -> Bool) {
        for index in reactions.indices where reactions[index].by.contains(where: isMe) {
            reactions[index].isMine = true
        }
        guard var poll else { return }
        for index in poll.options.indices where poll.options[index].voters.contains(where: isMe) {
            poll.options[index].isChosen = true
        }
        self.poll = poll
    }
}

extension Attachment {
    mutating func mapTexts<Failure: Error>(
        _ text: (String) throws(Failure) -> String
    ) throws(Failure) { try map(.texts, text) }

    fileprivate mutating func map<Failure: Error>(
        _ contents: FieldContents, _ change: (String) throws(Failure) -> String
    ) throws(Failure) {
        var draft = AttachmentDraft(self)
        try draft.map(contents, change)
        let card = card == nil ? nil : draft.card
        self = draft.attachment
        self.card = card
    }
}

extension Message {
    mutating func mapAddresses<Failure: Error>(
        _ address: (String) throws(Failure) -> String
    ) throws(Failure) {
        for index in attachments.indices where attachments[index].card != nil {
            try attachments[index].map(.addresses, address)
        }
        guard hasDetails else { return }
        var details = details
        try details.map(.addresses, address)
        if details != self.details { self.details = details }
    }
}
