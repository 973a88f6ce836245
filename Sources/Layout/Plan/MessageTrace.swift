import Model

/// The full times of every event in a message's history.
struct MessageTrace: Sendable {
    /// The times of former versions, in order.
    let versions: [String?]
    let forwarded: String?
    let delivered: String?
    let read: String?
    let deleted: String?

    init(_ message: Message, _ words: inout DateWords) {
        guard message.hasDetails else {
            (versions, forwarded, delivered, read, deleted) = ([], nil, nil, nil, nil)
            return
        }
        let details = message.details
        versions = (details.edited?.history ?? []).map { $0.at.map { words.full($0) } }
        forwarded = details.forwarded?.at.map { words.full($0) }
        delivered = details.deliveredAt.map { words.full($0) }
        read = details.readAt.map { words.full($0) }
        deleted = details.deleted?.at.map { words.full($0) }
    }
}
