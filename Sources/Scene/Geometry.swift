/// A position in the drawing, in points; y points down.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(0, 0)

    package func offset(_ dx: Double, _ dy: Double) -> Point { Point(x + dx, y + dy) }
}

/// A width and a height, in points.
package struct Size: Sendable, Hashable {
    package var width: Double
    package var height: Double

    package init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    package static let zero = Size(0, 0)
}

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
    package var center: Point { Point(midX, midY) }
    package var heights: ClosedRange<Double> { minY...max(minY, maxY) }
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

    /// The result is empty if the rectangles have no common area.
    package func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        return Rect(x, y, max(0, min(maxX, other.maxX) - x), max(0, min(maxY, other.maxY) - y))
    }

    package func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    package func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}

package struct Insets: Sendable, Hashable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package init(all inset: Double) {
        self.init(top: inset, left: inset, bottom: inset, right: inset)
    }

    package static let zero = Insets()

    package var horizontal: Double { left + right }
    package var vertical: Double { top + bottom }
    package var mirrored: Insets { Insets(top: top, left: right, bottom: bottom, right: left) }
}

package struct Corners: Sendable, Hashable {
    package var topLeft: Double
    package var topRight: Double
    package var bottomRight: Double
    package var bottomLeft: Double

    package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    package init(all radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    package var mirrored: Corners {
        Corners(
            topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
    }

    /// At most half of the shorter side, so that opposite corners do not overlap.
    package func fitting(_ size: Size) -> Corners {
        let most = max(0, min(size.width, size.height) / 2)
        return Corners(
            topLeft: min(topLeft, most), topRight: min(topRight, most),
            bottomRight: min(bottomRight, most), bottomLeft: min(bottomLeft, most))
    }
}
