/// The ways in which a request says who is on the right.
struct Sides {
    /// The request's `me`.
    var meKey: String?
    /// A listed participant with `is_me`.
    var declared: ParticipantIndex?
    /// The sender of the first message with `is_me` or `from_me`.
    var flagged: ParticipantIndex?
    /// Whether such messages had other senders too.
    var isFlaggedTwice = false
    /// Who wrote as `user`.
    var user: ParticipantIndex?
    var hasRoles = false
    /// The two sides of messages without a name: the other's, mine.
    var nameless: (other: ParticipantIndex?, mine: ParticipantIndex?) = (nil, nil)
    /// Messages that were only a string, which alternate.
    var strings = 0
    /// Senders in the order in which they first wrote.
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
