import Scene

/// A picture divided by its caps: corners of fixed size, edges that stretch along one axis, and a
/// middle that stretches along both.
struct NineSlices {
    struct Slice {
        /// The area in the picture's pixels.
        let source: Rect
        /// The area in the drawing.
        let target: Rect
    }

    let all: [Slice]

    init(of size: Size, caps: Insets, pixelsPerPoint: Double, in frame: Rect) {
        let columns = Self.cuts(
            caps.left, caps.right, length: size.width, pixelsPerPoint, from: frame.minX,
            room: frame.width)
        let rows = Self.cuts(
            caps.top, caps.bottom, length: size.height, pixelsPerPoint, from: frame.minY,
            room: frame.height)
        var all: [Slice] = []
        for row in rows {
            for column in columns {
                all.append(
                    Slice(
                        source: Rect(
                            column.source.lowerBound, row.source.lowerBound,
                            column.source.upperBound - column.source.lowerBound,
                            row.source.upperBound - row.source.lowerBound),
                        target: Rect(
                            column.target.lowerBound, row.target.lowerBound,
                            column.target.upperBound - column.target.lowerBound,
                            row.target.upperBound - row.target.lowerBound)))
            }
        }
        self.all = all.filter { !$0.target.isEmpty && !$0.source.isEmpty }
    }

    /// Caps that do not fit are scaled down together; a middle without pixels repeats the pixel
    /// beside the seam.
    private static func cuts(
        _ low: Double, _ high: Double, length: Double, _ pixelsPerPoint: Double,
        from start: Double, room: Double
    ) -> [(source: Range<Double>, target: Range<Double>)] {
        let first = min((low * pixelsPerPoint).rounded(), length)
        let last = min((high * pixelsPerPoint).rounded(), length - first)
        let shrink = min(1, room / max(low + high, 1e-9))
        let (near, far) = (low * shrink, high * shrink)
        let seam = min(first, length - 1)
        return [
            (0..<first, start..<start + near),
            (seam..<max(length - last, seam + 1), start + near..<start + room - far),
            (length - last..<length, start + room - far..<start + room),
        ]
    }
}
