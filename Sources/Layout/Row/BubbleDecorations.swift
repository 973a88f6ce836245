import Scene

/// What may stand around a message's bubbles; around most there is nothing.
struct BubbleDecorations: Sendable {
    let name: ShapedText?
    let below: ShapedText?
    let avatar: Avatar?
    let thread: ThreadLine?
    /// On the last bubble.
    let reactions: ReactionMarks?
    /// What is answered, above the bubbles.
    let quote: OutsideQuote?
    let failed: FailedSign?

    var isEmpty: Bool {
        name == nil && below == nil && avatar == nil && thread == nil && reactions == nil
            && quote == nil && failed == nil
    }
}
