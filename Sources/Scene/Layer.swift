/// How nodes are shown as one: scaled around a point, then moved, and partly see-through.
package struct Layer: Sendable, Equatable {
    /// Everything that the nodes draw on, before they are scaled and moved.
    package let bounds: Rect
    /// From 0 for nothing to 1.
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

    /// The place where the scaled drawing has its origin.
    package var shift: Point {
        Point(anchor.x * (1 - scale) + dx, anchor.y * (1 - scale) + dy)
    }

    /// Everything that is drawn on.
    package var shown: Rect {
        Rect(
            shift.x + bounds.minX * scale, shift.y + bounds.minY * scale, bounds.width * scale,
            bounds.height * scale)
    }

    /// The part of the nodes' own drawing that shows within a part of the whole.
    package func source(of visible: Rect) -> Rect {
        guard scale > 0 else { return .zero }
        return Rect(
            (visible.minX - shift.x) / scale, (visible.minY - shift.y) / scale,
            visible.width / scale, visible.height / scale)
    }
}
