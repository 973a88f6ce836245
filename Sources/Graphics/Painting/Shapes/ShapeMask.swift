import Scene

/// A small outline as coverage, rasterized once and reused: bubbles (their corners, and one row and
/// one column for the middle), wallpaper doodles, ticks, circles behind initials.
///
/// A stamp depends only on its key, so it is the same whichever drawing needed it first.
final class ShapeMask {
    struct Key: Hashable {
        /// The outline, relative to a whole pixel of the drawing.
        let outline: FixedPath
        /// The stroke; nil for a fill.
        let stroke: Stroke?
        let width: Int
        let height: Int
    }

    let width: Int
    /// The coverage row by row, 0 to 255.
    let coverage: [UInt8]

    init(_ key: Key) throws(CairoFailure) {
        let mask = try ImageSurface(width: key.width, height: key.height, format: .mask)
        try mask.draw { canvas throws(CairoFailure) in
            canvas.add(key.outline.path)
            if let stroke = key.stroke {
                canvas.stroke(stroke)
            } else {
                canvas.setSource(Color.black)
                canvas.fill()
            }
        }
        width = key.width
        coverage = mask.coverage()
    }
}

/// The stamps that a worker has made. A theme has some dozens of outlines. Most recur at different
/// fractions of a pixel, because bubbles are as wide as their text.
final class ShapeMaskCache {
    /// The maximum memory, for about two thousand stamps. With 256 stamps, a tenth of the painting
    /// time was making them again.
    private static let maxBytes = 3_000_000

    private var stamps: [ShapeMask.Key: ShapeMask] = [:]
    private var byteCount = 0

    func stamp(_ key: ShapeMask.Key) throws(CairoFailure) -> ShapeMask {
        if let stamp = stamps[key] { return stamp }
        let made = try ShapeMask(key)
        if byteCount > Self.maxBytes {
            stamps.removeAll(keepingCapacity: true)
            byteCount = 0
        }
        byteCount += made.coverage.count + key.outline.byteCount + 200
        stamps[key] = made
        return made
    }
}
