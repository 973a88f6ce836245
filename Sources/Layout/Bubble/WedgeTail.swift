import Scene

/// WhatsApp's corner: the body's top (or bottom) edge continues into a wedge with a blunt tip, and
/// a straight line returns to the side.
enum WedgeTail {
    static let reach = 7.5
    private static let height = 11.2

    static func outline(_ body: Rect, _ corners: Corners, atTop: Bool) -> Path {
        let radii = corners.fitting(body.size)
        guard atTop else { return atBottom(body, radii) }
        return .rounded(body, fitted: radii) { path in
            path.line(body.maxX + 5.2, body.minY)
            path.curve(
                body.maxX + 6.9, body.minY, body.maxX + reach, body.minY + 1.2, body.maxX + 6.5,
                body.minY + 2.55)
            path.line(body.maxX, body.minY + min(height, body.height))
            path.line(body.maxX, body.maxY - radii.bottomRight)
            path.corner(body.maxX, body.maxY, dx: -radii.bottomRight, dy: 0)
        }
    }

    private static func atBottom(_ body: Rect, _ radii: Corners) -> Path {
        let upsideDown = Corners(
            topLeft: radii.bottomLeft, topRight: radii.bottomRight,
            bottomRight: radii.topRight, bottomLeft: radii.topLeft)
        return outline(body, upsideDown, atTop: true).map {
            Point($0.x, body.minY + body.maxY - $0.y)
        }
    }
}
