import Scene

/// The round sign with an exclamation mark beside a bubble that was not sent.
struct FailedSign: Sendable {
    let color: Color

    private static let radius = 10.0
    /// The width that the sign takes of the bubble's lane, including a tail's reach and a gap.
    static let room = 2 * radius + 10

    /// - Parameter edge: the lane's edge, where the bubble would be without the sign.
    func draw(at edge: Double, beside bubble: Rect, side: Side, on drawing: inout Drawing) {
        let radius = FailedSign.radius
        let center = Point(side == .left ? edge + radius : edge - radius, bubble.midY)
        drawing.fill(.circle(center: center, radius: radius), color)
        drawing.fill(.rounded(Rect(center.x - 1.2, center.y - 5.6, 2.4, 7.2), 1.2), .white)
        drawing.fill(.circle(center: center.offset(0, 4.4), radius: 1.4), .white)
        drawing.ink = drawing.ink.union(
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius))
    }
}
