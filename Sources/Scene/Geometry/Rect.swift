/// A rectangle with its origin at the top left, in points.
package struct Rect: Sendable, Hashable {
    package var origin: Point
    package var size: Size

    package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    package static let zero = Rect(0, 0, 0, 0)

    package var minX: Double { origin.x }
    package var minY: Double { origin.y }
    package var maxX: Double { origin.x + size.width }
    package var maxY: Double { origin.y + size.height }
    package var midX: Double { origin.x + size.width / 2 }
    package var midY: Double { origin.y + size.height / 2 }
    package var width: Double { size.width }
    package var height: Double { size.height }
    package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    package func inset(by insets: Insets) -> Rect {
        Rect(
            minX + insets.left, minY + insets.top,
            width - insets.horizontal, height - insets.vertical)
    }

    package func inset(by distance: Double) -> Rect { inset(by: Insets(all: distance)) }

    package func offset(_ dx: Double, _ dy: Double) -> Rect {
        Rect(minX + dx, minY + dy, width, height)
    }

    package func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let x = min(minX, other.minX)
        let y = min(minY, other.minY)
        return Rect(x, y, max(maxX, other.maxX) - x, max(maxY, other.maxY) - y)
    }

    package func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    package func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
