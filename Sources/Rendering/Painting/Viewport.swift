import Imaging
package import Scene

/// Which rows of a drawing are painted, and how large.
package struct Viewport: Sendable, Hashable {
    /// Pixels of the whole drawing's width.
    package let width: Int
    /// Rows of the whole drawing, counted from its top.
    package let rows: Range<Int>
    /// Pixels per point.
    package let scale: Double

    package init(width: Int, rows: Range<Int>, scale: Double) {
        self.width = width
        self.rows = rows
        self.scale = scale
    }

    /// What can be seen, in points.
    package var bounds: Rect {
        Rect(
            0, Double(rows.lowerBound) / scale, Double(width) / scale, Double(rows.count) / scale)
    }

    var pixels: PixelRect { PixelRect(x: 0..<width, y: rows) }

    /// Cairo 1.16 sets glyphs on whole pixels, which makes spacing uneven where pixels are large: such
    /// drawings are painted twice as large and reduced, so that glyphs stand on half pixels.
    var oversampling: Int { scale < 2 ? 2 : 1 }
}
