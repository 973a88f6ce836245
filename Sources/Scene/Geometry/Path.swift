/// An outline of lines and cubic curves. Arcs are already converted to curves.
package struct Path: Sendable, Hashable {
    package enum Element: Sendable, Hashable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    package var elements: [Element] = []

    package init() {}

    package init(_ elements: [Element]) { self.elements = elements }

    package mutating func move(_ x: Double, _ y: Double) { elements.append(.move(Point(x, y))) }

    package mutating func line(_ x: Double, _ y: Double) { elements.append(.line(Point(x, y))) }

    /// Adds a curve to the last point with the two control points before it.
    package mutating func curve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double
    ) {
        elements.append(.curve(Point(x1, y1), Point(x2, y2), Point(x, y)))
    }

    package mutating func close() { elements.append(.close) }

    /// The bounding box of all points, including control points.
    package var bounds: Rect {
        var low = Point(.infinity, .infinity)
        var high = Point(-.infinity, -.infinity)
        func take(_ point: Point) {
            low = Point(min(low.x, point.x), min(low.y, point.y))
            high = Point(max(high.x, point.x), max(high.y, point.y))
        }
        for element in elements {
            switch element {
            case .move(let point), .line(let point): take(point)
            case .curve(let first, let second, let end):
                take(first)
                take(second)
                take(end)
            case .close: break
            }
        }
        return low.x > high.x ? .zero : Rect(low.x, low.y, high.x - low.x, high.y - low.y)
    }

    package func map(_ transform: (Point) -> Point) -> Path {
        Path(
            elements.map { element in
                switch element {
                case .move(let point): .move(transform(point))
                case .line(let point): .line(transform(point))
                case .curve(let first, let second, let end):
                    .curve(transform(first), transform(second), transform(end))
                case .close: .close
                }
            })
    }

    package func offset(_ dx: Double, _ dy: Double) -> Path { map { $0.offset(dx, dy) } }

    /// The mirror image about the vertical line at `x`.
    package func mirrored(about x: Double) -> Path { map { Point(2 * x - $0.x, $0.y) } }
}
