import Scene

/// The curl of Messages. The side swings out into a tip at the foot and returns under the body to
/// meet the corner's arc, which leaves a notch between tail and body.
enum CurlTail {
    /// The distance from the body's side to the tip.
    static let reach = 5.6

    /// The point on the corner's arc where the tail returns, as sine and cosine of 51° from the
    /// horizontal.
    private static let notch = (sine: 0.7771, cosine: 0.6293)
    /// 4/3 · tan(39° / 4): the control-point distance for the rest of the quarter circle.
    private static let pull = 0.2289

    static func outline(_ body: Rect, _ corners: Corners) -> Path {
        let radii = corners.fitting(body.size)
        let right = body.maxX
        let foot = body.maxY
        return .rounded(body, fitted: radii) { path in
            path.line(right - radii.topRight, body.minY)
            path.corner(right, body.minY, dx: 0, dy: radii.topRight)
            path.line(right, foot - 8)
            path.curve(right + 0.2, foot - 4.5, right + 2.8, foot - 1.2, right + reach, foot - 0.3)

            // The tail keeps its size; only the point where it meets the body follows the corner.
            let radius = max(min(body.height / 2, body.width / 2, 17.5), 8)
            let landing = Point(
                right - radius * (1 - notch.cosine), foot - radius * (1 - notch.sine))
            path.curve(
                right + 1.3, foot + 0.13, right - 3, landing.y + 2.7, landing.x, landing.y)
            let length = pull * radius
            path.curve(
                landing.x - length * notch.sine, landing.y + length * notch.cosine,
                right - radius + length, foot, right - radius, foot)
        }
    }
}
