import Scene

/// The line along a thread's replies, which stand further in than its head.
struct ThreadLine: Sendable {
    let color: Color

    static let indent = 20.0

    func node(from top: Double, to bottom: Double, at edge: Double, side: Side) -> Node {
        let x = side == .left ? edge + 6 : edge - 8
        return .fill(.rounded(Rect(x, top, 2, max(bottom - top, 2)), 1), color)
    }
}
