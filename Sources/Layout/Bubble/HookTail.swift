import Scene

/// Telegram's hook: the side bends outwards near the foot, and the foot extends under the hook.
enum HookTail {
    static let reach = 6.0
    private static let height = 12.0

    static func outline(_ body: Rect, _ corners: Corners) -> Path {
        let radii = corners.fitting(body.size)
        let right = body.maxX
        let foot = body.maxY
        let rise = min(height, body.height - radii.topRight)
        return .rounded(body, fitted: radii) { path in
            path.line(right - radii.topRight, body.minY)
            path.corner(right, body.minY, dx: 0, dy: radii.topRight)
            path.line(right, foot - rise)
            path.curve(
                right, foot - rise * 0.45, right + 1.9, foot - rise * 0.2, right + reach - 0.5,
                foot - 1.1)
            path.curve(
                right + reach + 0.2, foot - 0.6, right + reach - 0.1, foot, right + reach - 1.1,
                foot)
        }
    }
}
