/// The indications of who is on the right.
struct Sides {
    var meKey: String?
    /// The listed participant with `is_me`.
    var declared: ParticipantIndex?
    /// The sender of the first message with `is_me` or `from_me`.
    var flagged: ParticipantIndex?
    /// Whether messages with `is_me` or `from_me` have several senders.
    var isFlaggedTwice = false
    /// The sender of messages with the role `user`.
    var user: ParticipantIndex?
    var hasRoles = false
    /// The participants for messages without a sender's name: the other side and "me".
    var nameless: (other: ParticipantIndex?, mine: ParticipantIndex?) = (nil, nil)
    /// The number of messages that were strings. These alternate between the sides.
    var strings = 0
    /// The senders in the order of their first messages.
    var senders: [ParticipantIndex] = []
    private var isSender: [Bool] = []

    mutating func note(sender: ParticipantIndex) {
        if sender >= isSender.count {
            isSender.append(contentsOf: repeatElement(false, count: sender - isSender.count + 1))
        }
        guard !isSender[sender] else { return }
        isSender[sender] = true
        senders.append(sender)
    }
}
