extension MessageDetails {
    /// Replaces every id or name of a participant, wherever one stands.
    mutating func mapNames(_ name: (String) -> String) {
        if let from = replyTo?.from { replyTo?.from = name(from) }
        if let from = forwarded?.from { forwarded?.from = name(from) }
        if let by = deleted?.by { deleted?.by = name(by) }
        for index in reactions.indices { reactions[index].by = reactions[index].by.map(name) }
        if let event = system {
            system?.actors = event.actors.map(name)
            system?.targets = event.targets.map(name)
        }
        if let options = poll?.options {
            poll?.options = options.map { option in
                var option = option
                option.voters = option.voters.map(name)
                return option
            }
        }
    }
}
