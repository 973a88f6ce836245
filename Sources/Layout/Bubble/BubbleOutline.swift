import Scene
import Themes

/// Each tail is defined once, for a bubble that points right. The left version is its mirror image.
struct BubbleOutline {
    let body: Rect
    /// The corners as drawn, with those next to other bubbles of the run adjusted.
    let corners: Corners
    let tail: Tail.Shape
    let side: Side
    let borderWidth: Double

    var path: Path {
        switch side {
        case .right: pointingRight(corners)
        case .left: pointingRight(corners.mirrored).mirrored(about: body.midX)
        }
    }

    /// The distance by which ink may extend beyond the body on the tail's side.
    static func reach(of tail: Tail.Shape) -> Double {
        switch tail {
        case .none, .bezier, .image: 0
        case .curl: CurlTail.reach
        case .wedgeTop, .wedgeBottom: WedgeTail.reach
        case .hook: HookTail.reach
        case .arrow: ArrowTail.reach
        }
    }

    private func pointingRight(_ corners: Corners) -> Path {
        switch tail {
        case .none, .image: .rounded(body, corners)
        case .curl: CurlTail.outline(body, corners)
        case .wedgeTop: WedgeTail.outline(body, corners, atTop: true)
        case .wedgeBottom: WedgeTail.outline(body, corners, atTop: false)
        case .hook: HookTail.outline(body, corners)
        case .arrow: ArrowTail.outline(body, corners)
        case .bezier: BezierTail.outline(body, border: borderWidth)
        }
    }
}

/// The curl of Messages. The side swings out into a tip at the foot and returns under the body to
/// meet the corner's arc, which leaves a notch between tail and body.
private enum CurlTail {
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

/// WhatsApp's corner: the body's top (or bottom) edge continues into a wedge with a blunt tip, and
/// a straight line returns to the side.
private enum WedgeTail {
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

/// Telegram's hook: the side bends outwards near the foot, and the foot extends under the hook.
private enum HookTail {
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

/// WeChat's triangular tail. It is beside the middle of the first line at any bubble height.
private enum ArrowTail {
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

/// The classic Bézier bubble, whose tail is part of its outline: corner 17, the body 4 points
/// narrower than the box, the border drawn inside.
private enum BezierTail {
    static func outline(_ box: Rect, border: Double) -> Path {
        let left = box.minX + border
        let top = box.minY + border
        let right = box.maxX - border
        let bottom = box.maxY - border
        var path = Path()
        path.move(right - 22, bottom)
        path.line(left + 17, bottom)
        path.curve(left + 7.61, bottom, left, bottom - 7.61, left, bottom - 18)
        path.line(left, top + 17)
        path.curve(left, top + 7.61, left + 7.61, top, left + 17, top)
        path.line(right - 21, top)
        path.curve(right - 11.61, top, right - 4, top + 7.61, right - 4, top + 17)
        path.line(right - 4, bottom - 11)
        path.curve(right - 4, bottom - 1, right, bottom, right, bottom)
        path.line(right + 0.05, bottom - 0.01)
        path.curve(
            right - 4.07, bottom + 0.43, right - 8.16, bottom - 1.06, right - 11.04, bottom - 4.04)
        path.curve(right - 16, bottom, right - 19, bottom, right - 22, bottom)
        path.close()
        return path
    }
}
