import Scene

/// WeChat's triangular tail. It is beside the middle of the first line at any bubble height.
enum ArrowTail {
    static let reach = 5.5
    /// The distance from the bubble's top to the tip, and half the height of the tail at the side.
    private static let middle = 20.0
    private static let half = 5.5

    static func outline(_ body: Rect, _ corners: Corners) -> Path {
        let radii = corners.fitting(body.size)
        let right = body.maxX
        let tip = body.minY + min(middle, body.height / 2)
        let rise = min(half, tip - body.minY - radii.topRight, body.maxY - radii.bottomRight - tip)
        return .rounded(body, fitted: radii) { path in
            path.line(right - radii.topRight, body.minY)
            path.corner(right, body.minY, dx: 0, dy: radii.topRight)
            if rise > 0 {
                path.line(right, tip - rise)
                path.line(right + reach - 0.8, tip - 0.8)
                path.curve(
                    right + reach, tip - 0.3, right + reach, tip + 0.3, right + reach - 0.8,
                    tip + 0.8)
                path.line(right, tip + rise)
            }
            path.line(right, body.maxY - radii.bottomRight)
            path.corner(right, body.maxY, dx: -radii.bottomRight, dy: 0)
        }
    }
}
