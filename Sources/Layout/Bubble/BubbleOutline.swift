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
