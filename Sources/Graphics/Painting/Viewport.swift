package import Scene

/// The rows of a drawing to paint, and the resolution.
package struct Viewport: Sendable, Hashable {
    /// The whole drawing's width in pixels.
    package let width: Int
    /// The rows of the whole drawing, counted from its top.
    package let rows: Range<Int>
    /// The pixels per point.
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

    /// The factor by which a drawing is painted larger and then reduced. Letters are on whole
    /// pixels, which makes the spacing uneven at low resolutions; after the reduction they are on
    /// half pixels.
    var oversampling: Int { scale < 2 ? 2 : 1 }

    /// The bytes of the surfaces that are painted on and reduced to.
    package var surfaceBytes: Int {
        4 * width * rows.count * (oversampling > 1 ? oversampling * oversampling + 1 : 1)
    }
}
