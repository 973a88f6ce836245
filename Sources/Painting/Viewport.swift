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

    /// The visible area in points.
    package var bounds: Rect {
        Rect(
            0, Double(rows.lowerBound) / scale, Double(width) / scale, Double(rows.count) / scale)
    }

    var pixels: PixelRect { PixelRect(x: 0..<width, y: rows) }

    /// Letters stand on whole pixels, which makes spacing uneven where pixels are large: such
    /// drawings are painted twice as large and reduced, so that letters stand on half pixels.
    var oversampling: Int { scale < 2 ? 2 : 1 }

    /// Bytes of what it is painted on, and reduced to.
    package var surfaceBytes: Int {
        4 * width * rows.count * (oversampling > 1 ? oversampling * oversampling + 1 : 1)
    }
}
