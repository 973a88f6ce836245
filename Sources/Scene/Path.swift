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

    /// The distance of a control point along a quarter circle's tangent: 4/3 · (√2 − 1).
    package static let arc = 0.5522847498

    package static func rectangle(_ rect: Rect) -> Path {
        Path([
            .move(Point(rect.minX, rect.minY)), .line(Point(rect.maxX, rect.minY)),
            .line(Point(rect.maxX, rect.maxY)), .line(Point(rect.minX, rect.maxY)), .close,
        ])
    }

    package static func rounded(_ rect: Rect, _ corners: Corners) -> Path {
        let radii = corners.fitting(rect.size)
        return rounded(rect, fitted: radii) { path in
            path.line(rect.maxX - radii.topRight, rect.minY)
            path.corner(rect.maxX, rect.minY, dx: 0, dy: radii.topRight)
            path.line(rect.maxX, rect.maxY - radii.bottomRight)
            path.corner(rect.maxX, rect.maxY, dx: -radii.bottomRight, dy: 0)
        }
    }

    /// - Parameters:
    ///   - radii: corners that fit the rectangle.
    ///   - rightSide: adds the outline from the top edge to the bottom edge.
    package static func rounded(
        _ rect: Rect, fitted radii: Corners, rightSide: (inout Path) -> Void
    ) -> Path {
        var path = Path()
        path.elements.reserveCapacity(10)
        path.move(rect.minX + radii.topLeft, rect.minY)
        rightSide(&path)
        path.line(rect.minX + radii.bottomLeft, rect.maxY)
        path.corner(rect.minX, rect.maxY, dx: 0, dy: -radii.bottomLeft)
        path.line(rect.minX, rect.minY + radii.topLeft)
        path.corner(rect.minX, rect.minY, dx: radii.topLeft, dy: 0)
        path.close()
        return path
    }

    package static func rounded(_ rect: Rect, _ radius: Double) -> Path {
        rounded(rect, Corners(all: radius))
    }

    package static func circle(center: Point, radius: Double) -> Path {
        rounded(
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), radius)
    }

    /// Adds a quarter turn around the corner (x, y), which ends (dx, dy) from it.
    package mutating func corner(_ x: Double, _ y: Double, dx: Double, dy: Double) {
        let radius = abs(dx) + abs(dy)
        guard radius > 0 else { return line(x, y) }
        guard case .line(let start)? = elements.last else { return line(x + dx, y + dy) }
        let pull = Path.arc
        curve(
            start.x + (x - start.x) * pull, start.y + (y - start.y) * pull,
            x + dx * (1 - pull), y + dy * (1 - pull),
            x + dx, y + dy)
    }

    /// The rectangle, if the outline is an axis-aligned rectangle.
    package var rectangle: Rect? {
        guard elements.count == 5, case .close = elements[4],
            case .move(let first) = elements[0], case .line(let second) = elements[1],
            case .line(let third) = elements[2], case .line(let fourth) = elements[3]
        else { return nil }
        let isClockwise =
            first.y == second.y && second.x == third.x && third.y == fourth.y
            && fourth.x == first.x
        guard isClockwise, third.x >= first.x, third.y >= first.y else { return nil }
        return Rect(first.x, first.y, third.x - first.x, third.y - first.y)
    }
}
