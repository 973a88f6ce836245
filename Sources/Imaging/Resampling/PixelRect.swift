package import Scene

/// Whole pixels of a drawing, counted from its top left corner.
package struct PixelRect: Hashable {
    package var x: Range<Int>
    package var y: Range<Int>

    /// The pixels that a rectangle of points comes nearest to, at least one each way, so that
    /// rectangles that meet in points meet in pixels.
    package init(nearest rect: Rect, scale: Double) {
        x = PixelRect.range(rect.minX * scale, rect.maxX * scale, .toNearestOrAwayFromZero, nil)
        y = PixelRect.range(rect.minY * scale, rect.maxY * scale, .toNearestOrAwayFromZero, nil)
    }

    /// All the pixels that a rectangle of points touches.
    package init(covering rect: Rect, scale: Double) {
        x = PixelRect.range(rect.minX * scale, rect.maxX * scale, .down, .up)
        y = PixelRect.range(rect.minY * scale, rect.maxY * scale, .down, .up)
    }

    /// Nil for a rectangle that ends within pixels.
    package init?(exactly rect: Rect, scale: Double) {
        let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { $0 * scale }
        // What cairo could not tell from a whole pixel either.
        for edge in edges where (edge - edge.rounded()).magnitude > 1.0 / 512 { return nil }
        guard edges.allSatisfy({ $0.magnitude < 0x1p40 }), !rect.isEmpty else { return nil }
        x = Int(edges[0].rounded())..<Int(edges[2].rounded())
        y = Int(edges[1].rounded())..<Int(edges[3].rounded())
    }

    package init(x: Range<Int>, y: Range<Int>) {
        self.x = x
        self.y = y
    }

    package var isEmpty: Bool { x.isEmpty || y.isEmpty }

    package func clamped(to other: PixelRect) -> PixelRect {
        PixelRect(x: x.clamped(to: other.x), y: y.clamped(to: other.y))
    }

    private static func range(
        _ low: Double, _ high: Double, _ down: FloatingPointRoundingRule,
        _ up: FloatingPointRoundingRule?
    ) -> Range<Int> {
        let start = whole(low.rounded(down))
        return start..<max(whole(high.rounded(up ?? down)), start + 1)
    }

    /// Coordinates come from a caller's numbers: whatever no drawing can reach is cut off.
    static func whole(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -0x1p40), 0x1p40))
    }
}
