import Model

extension ConversationBuilder {
    /// Warns of something that occurred a number of times, unless the number is 0.
    mutating func warn(_ kind: Warning.Kind, _ count: Int, _ noun: String, _ rest: String) {
        if count > 0 { warn(kind, "\(WarningText.count(count, noun)) \(rest)") }
    }

    /// Warns of messages whose times are in no known format or language.
    mutating func warn(unreadTimes count: Int) {
        warn(.badTime, count, "message", "with a time in an unknown format")
    }

    /// Warns that the order of days and months is a guess.
    mutating func warn(guessedOrder order: String) {
        warn(
            .importing,
            "dates are ambiguous and are read \(order); set `date_order` to change this")
    }

    mutating func warn(unreadLines count: Int) {
        warn(.unsupported, count, "line", "in an unknown format omitted")
    }

    mutating func warn(linesBeforeFirstMessage count: Int) {
        warn(.importing, count, "line", "before the first message omitted")
    }

    mutating func warn(unknown types: [String: Int], _ noun: String, _ outcome: String) {
        for (type, count) in types.sorted(by: { $0.key < $1.key }).prefix(20) {
            warn(.unsupported, count, noun, "of the type \(type) \(outcome)")
        }
    }

    /// Warns of messages in the time range without content or a sender. A new version of a format
    /// may have them under other names.
    mutating func warnOfGaps() {
        guard !isReviewed else { return }
        var isInside = options.after == nil
        var (empty, senderless) = (0, 0)
        for message in conversation.messages {
            if let time = message.at { isInside = options.includes(time) }
            guard isInside, message.kind == .message else { continue }
            if message.isEmpty { empty += 1 }
            if message.from == nil { senderless += 1 }
        }
        warn(.emptyMessage, empty, "message", "without content")
        warn(.importing, senderless, "message", "without a known sender")
    }
}

extension Message {
    fileprivate var isEmpty: Bool {
        guard !hasBody, attachments.isEmpty else { return false }
        guard hasDetails else { return true }
        return details.subject == nil && details.poll == nil && details.location == nil
            && details.contact == nil && details.link == nil && details.payment == nil
            && details.deleted == nil && details.redacted == nil
    }
}
