extension Conversation {
    /// Returns the number of marks within messages, by the reason codes on them. A message that is
    /// redacted as a whole counts none.
    package func markCounts() -> [String: Int] {
        // Otherwise, a mark is a text that an author wrote.
        guard isRedacted else { return [:] }
        var counts: [String: Int] = [:]
        func note(_ text: String) -> String {
            for place in RedactionMark.places(in: text) {
                let reason = Array(text.utf8)[place.reason]
                counts[String(decoding: reason, as: UTF8.self), default: 0] += 1
            }
            return text
        }
        for message in messages where !message.hasDetails || message.details.redacted == nil {
            for block in message.body {
                _ = block.mapTexts(
                    rich: { (rich) throws(Never) in
                        _ = note(rich.text)
                        return rich
                    }, plain: note)
            }
            for var attachment in message.attachments { attachment.mapTexts(note) }
            guard message.hasDetails else { continue }
            var details = message.details
            details.mapTexts(note)
            details.mapNames(note)
            if let link = details.link { _ = note(link.url) }
        }
        return counts
    }
}
