/// Distances from the four edges of a rectangle.
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
