extension Path {
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

    /// Returns a rounded rectangle with another right side.
    ///
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
}

extension Path {
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
