import Scene

/// Optional elements around a message's bubbles, which most messages do not have.
struct BubbleDecorations: Sendable {
    let head: MessageHead?
    let below: ShapedText?
    /// The time and status outside the last bubble, at its foot.
    let beside: ShapedText?
    let avatar: Avatar?
    let thread: ThreadLine?
    /// The reactions on the last bubble.
    let reactions: ReactionMarks?
    /// The quoted message, above the bubbles.
    let quote: OutsideQuote?
    let failed: FailedSign?

    var isEmpty: Bool {
        head == nil && below == nil && beside == nil && avatar == nil && thread == nil
            && reactions == nil && quote == nil && failed == nil
    }
}

/// The line along a thread's replies, which are indented more than its head.
struct ThreadLine: Sendable {
    let color: Color

    static let indent = 20.0

    func node(from top: Double, to bottom: Double, at edge: Double, side: Side) -> Node {
        let x = side == .left ? edge + 6 : edge - 8
        return .fill(.rounded(Rect(x, top, 2, max(bottom - top, 2)), 1), color)
    }
}
