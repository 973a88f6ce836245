/// Along which seams a conversation is cut into several outputs.
package enum Division: Sendable, Equatable {
    case day, month, year
    /// So many messages each.
    case count(Int)
}
