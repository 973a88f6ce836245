import Scene

/// A grid of even squares under a pin, for a place without a map. It must not be mistaken for one.
struct MapGrid: Sendable {
    let isDark: Bool

    private var ground: Color { isDark ? Color(44, 46, 50) : Color(242, 242, 240) }
    private var line: Color { isDark ? Color(66, 69, 75) : Color(219, 219, 215) }

    private static let step = 24.0
    /// The maximum number of lines in either direction: more than any theme's frame needs.
    private static let maxLines = 200

    /// The caller clips the nodes to the frame.
    func nodes(in frame: Rect) -> [Node] {
        var path = Path()
        for x in MapGrid.places(from: frame.minX, to: frame.maxX) {
            path.move(x, frame.minY)
            path.line(x, frame.maxY)
        }
        for y in MapGrid.places(from: frame.minY, to: frame.maxY) {
            path.move(frame.minX, y)
            path.line(frame.maxX, y)
        }
        return [
            .fill(.rectangle(frame), ground), .stroke(path, Stroke(line, width: 1)),
        ]
    }

    /// The evenly spaced line positions, symmetrical about the middle.
    private static func places(from start: Double, to end: Double) -> [Double] {
        let middle = (start + end) / 2
        let count = min(Int(max((end - start) / 2, 0) / step + 0.5), maxLines)
        return (-count..<count).map { middle + (Double($0) + 0.5) * step }
    }
}
