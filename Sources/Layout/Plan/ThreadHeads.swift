import Model

/// The messages that start threads, with the number of their replies.
struct ThreadHeads {
    private var counts: [Int: Int] = [:]

    init(_ conversation: Conversation) {
        for message in conversation.messages {
            guard let head = head(of: message) else { continue }
            counts[head, default: 0] += 1
        }
    }

    func head(of message: Message) -> Int? {
        message.hasDetails ? message.details.thread?.index : nil
    }

    /// The number of replies present or stated, whichever is larger: an export may contain only
    /// some.
    func replies(to message: Message, at index: Int) -> Int {
        guard counts[index] != nil || message.hasDetails else { return 0 }
        let stated = message.details.thread?.index == nil ? message.details.thread?.replies : nil
        return max(counts[index] ?? 0, stated ?? 0)
    }
}
