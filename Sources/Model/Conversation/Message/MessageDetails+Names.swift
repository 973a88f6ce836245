extension MessageDetails {
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

    /// Replaces all IDs and names of participants.
    mutating func mapNames<Failure: Error>(
        _ name: (String) throws(Failure) -> String
    ) throws(Failure) {
        if let from = replyTo?.from { replyTo?.from = try name(from) }
        if let from = forwarded?.from { forwarded?.from = try name(from) }
        if let by = deleted?.by { deleted?.by = try name(by) }
        for index in reactions.indices { reactions[index].by = try reactions[index].by.map(name) }
        if let event = system {
            system?.actors = try event.actors.map(name)
            system?.targets = try event.targets.map(name)
        }
        if var poll {
            for index in poll.options.indices {
                poll.options[index].voters = try poll.options[index].voters.map(name)
            }
            self.poll = poll
        }
    }
}
