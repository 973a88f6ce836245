import Model
import Scene

/// A drawn phone of no particular brand around a screen.
struct PhoneBody: Sendable, Equatable {
    /// The outline of the phone without its buttons.
    let frame: Rect
    let radius: Double
    let screenRadius: Double
    private let screen: Rect

    init(around screen: Rect) {
        self.screen = screen
        let bezel = ScreenFrame.bezel * screen.width
        frame = screen.inset(by: -bezel)
        screenRadius = 0.115 * screen.width
        radius = screenRadius + bezel
    }

    private static let edge = Color(0x3A, 0x3B, 0x3F)
    private static let glass = Color(0x0B, 0x0B, 0x0D)

    /// The body behind the screen.
    var nodes: [Node] {
        let unit = screen.width / ScreenFrame.width
        func button(_ x: Double, _ y: Double, _ height: Double) -> Node {
            .fill(
                .rounded(Rect(x, frame.minY + y * unit, 6 * unit, height * unit), 2 * unit),
                Self.edge)
        }
        return [
            button(frame.minX - 3 * unit, 150, 34), button(frame.minX - 3 * unit, 206, 64),
            button(frame.minX - 3 * unit, 284, 64), button(frame.maxX - 3 * unit, 226, 102),
            .fill(.rounded(frame, radius), Self.edge),
            .fill(.rounded(frame.inset(by: 2.6 * unit), radius - 2.6 * unit), Self.glass),
        ]
    }

    /// The camera's hole, over the status bar.
    var camera: [Node] {
        let unit = screen.width / ScreenFrame.width
        return [
            .fill(
                .circle(
                    center: Point(screen.midX, screen.minY + 24 * unit), radius: 8.5 * unit),
                Self.glass)
        ]
    }
}
