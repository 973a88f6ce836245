import Scene

/// A small icon, drawn in a square of 24 points and scaled as needed.
struct Mark: Sendable {
    var fills: [Path] = []
    /// The shapes drawn with a line about two points wide.
    var lines: [Path] = []

    func nodes(in frame: Rect, _ color: Color) -> [Node] {
        let scale = min(frame.width, frame.height) / 24
        let left = frame.midX - 12 * scale
        let top = frame.midY - 12 * scale
        func placed(_ path: Path) -> Path {
            path.map { Point(left + $0.x * scale, top + $0.y * scale) }
        }
        return nodes(color, lineWidth: 2 * scale, placed)
    }

    /// - Parameter placed: returns a shape of the square where it is drawn.
    func nodes(_ color: Color, lineWidth: Double, _ placed: (Path) -> Path) -> [Node] {
        let stroke = Stroke(color, width: lineWidth, roundEnds: true)
        return fills.map { .fill(placed($0), color) } + lines.map { .stroke(placed($0), stroke) }
    }

    /// Draws the mark in the center of a circle.
    func disc(center: Point, radius: Double, fill: Color, ink: Color) -> [Node] {
        let side = radius * 1.1
        let frame = Rect(center.x - side / 2, center.y - side / 2, side, side)
        return [.fill(.circle(center: center, radius: radius), fill)] + nodes(in: frame, ink)
    }
}
