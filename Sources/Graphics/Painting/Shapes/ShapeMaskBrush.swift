import Scene

/// Draws stamps in one color, pixel by pixel. It bypasses cairo, which would visit every pixel of a
/// bubble's frame to find that most are fully covered.
struct ShapeMaskBrush {
    let color: Color
    /// The premultiplied color.
    private let word: UInt32

    init(_ color: Color) {
        self.color = color
        word = PremultipliedWord.of(color)
    }

    /// - Parameter top: the stamp's first row on the target.
    func lay(_ stamp: ShapeMask, _ place: ShapeMaskPlace, top: Int, on target: PixelTarget) {
        let first = max(0, -top)
        let last = min(place.height, target.height - top)
        guard first < last else { return }
        for row in first..<last {
            let source = place.rows.source(row) * stamp.width
            var x = place.x
            let cut = place.columns
            if cut.count > 0 {
                blend(stamp, source, cut.at, x, top + row, target)
                x += cut.at
                spread(stamp.coverage[source + cut.at], cut.count + 1, x, top + row, target)
                x += cut.count + 1
                blend(
                    stamp, source + cut.at + 1, stamp.width - cut.at - 1, x, top + row, target)
            } else {
                blend(stamp, source, stamp.width, x, top + row, target)
            }
        }
    }

    private func blend(
        _ stamp: ShapeMask, _ source: Int, _ count: Int, _ x: Int, _ y: Int,
        _ target: PixelTarget
    ) {
        let first = max(0, -x)
        let last = min(count, target.width - x)
        guard first < last else { return }
        target.blend(
            word, stamp.coverage, from: source + first, count: last - first, x: x + first, y: y)
    }

    private func spread(
        _ coverage: UInt8, _ count: Int, _ x: Int, _ y: Int, _ target: PixelTarget
    ) {
        let first = max(0, x)
        let last = min(x + count, target.width)
        guard coverage > 0, first < last else { return }
        target.fill(
            PremultipliedWord.scaled(word, UInt32(coverage)), x: first, y: y, count: last - first)
    }
}

extension ShapeMaskPlace.Cut {
    /// Returns the stamp's row (or column) for a row (or column) of the whole outline.
    fileprivate func source(_ place: Int) -> Int {
        place <= at ? place : max(at, place - count)
    }
}
