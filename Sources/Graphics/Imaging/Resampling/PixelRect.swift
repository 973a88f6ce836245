package import Scene

/// A rectangle of whole pixels in a drawing, relative to its top left corner.
package struct PixelRect: Hashable {
    package var x: Range<Int>
    package var y: Range<Int>

    /// Rounds a rectangle in points to whole pixels, at least one each way, so that adjacent
    /// rectangles stay adjacent.
    init(nearest rect: Rect, scale: Double) {
        x = PixelRect.range(rect.minX * scale, rect.maxX * scale, .toNearestOrAwayFromZero, nil)
        y = PixelRect.range(rect.minY * scale, rect.maxY * scale, .toNearestOrAwayFromZero, nil)
    }

    /// All the pixels that a rectangle of points touches.
    package init(covering rect: Rect, scale: Double) {
        x = PixelRect.range(rect.minX * scale, rect.maxX * scale, .down, .up)
        y = PixelRect.range(rect.minY * scale, rect.maxY * scale, .down, .up)
    }

    /// Returns nil if the rectangle's edges are not on whole pixels.
    init?(exactly rect: Rect, scale: Double) {
        let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { $0 * scale }
        // Cairo could not distinguish such edges from whole pixels either.
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

    /// Coordinates come from a caller's numbers, so they are clamped beyond any possible drawing.
    static func whole(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -0x1p40), 0x1p40))
    }
}
