/// The transformation of nodes that are drawn together: scaled around a point, then moved, with an
/// opacity.
package struct Layer: Sendable, Equatable {
    /// The area that the nodes cover before the transformation.
    package let bounds: Rect
    /// The opacity, from 0 to 1.
    package let opacity: Double
    package let scale: Double
    package let anchor: Point
    package let dx: Double
    package let dy: Double

    package init(
        of bounds: Rect, opacity: Double = 1, scale: Double = 1, around anchor: Point = .zero,
        dx: Double = 0, dy: Double = 0
    ) {
        self.bounds = bounds
        self.opacity = min(max(opacity, 0), 1)
        self.scale = scale
        self.anchor = anchor
        self.dx = dx
        self.dy = dy
    }

    /// The position of the scaled drawing's origin.
    package var shift: Point {
        Point(anchor.x * (1 - scale) + dx, anchor.y * (1 - scale) + dy)
    }

    /// The area that the transformed nodes cover.
    package var shown: Rect {
        Rect(
            shift.x + bounds.minX * scale, shift.y + bounds.minY * scale, bounds.width * scale,
            bounds.height * scale)
    }

    /// Returns the part of the untransformed drawing that is visible in a part of the transformed
    /// one.
    package func source(of visible: Rect) -> Rect {
        guard scale > 0 else { return .zero }
        return Rect(
            (visible.minX - shift.x) / scale, (visible.minY - shift.y) / scale,
            visible.width / scale, visible.height / scale)
    }
}
