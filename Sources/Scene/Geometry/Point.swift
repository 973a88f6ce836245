/// A place on the drawing, in points; y grows downwards.
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
