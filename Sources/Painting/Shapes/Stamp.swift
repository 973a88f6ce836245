import Cairo
import Scene

/// A small outline as coverage, drawn once and laid down wherever it comes again: bubbles (their
/// corners, and a row and a column for all between), doodles of a wallpaper, ticks, circles behind
/// initials.
///
/// Made from its key alone, so that it is the same whoever drew it first.
final class Stamp {
    struct Key: Hashable {
        /// From a whole pixel of the drawing.
        let outline: FixedPath
        /// Nil for a fill.
        let stroke: Stroke?
        let width: Int
        let height: Int
    }

    let width: Int
    /// Row after row, 0 to 255.
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

/// The stamps that a worker has made. A look has some dozens of outlines; most are needed again and
/// again at other fractions of a pixel, because bubbles are as wide as their text.
final class StampCache {
    /// Some two thousand. With 256 stamps, a tenth of painting was making them again.
    private static let mostBytes = 3_000_000

    private var stamps: [Stamp.Key: Stamp] = [:]
    private var byteCount = 0

    func stamp(_ key: Stamp.Key) throws(CairoFailure) -> Stamp {
        if let stamp = stamps[key] { return stamp }
        let made = try Stamp(key)
        if byteCount > Self.mostBytes {
            stamps.removeAll(keepingCapacity: true)
            byteCount = 0
        }
        byteCount += made.coverage.count + key.outline.byteCount + 200
        stamps[key] = made
        return made
    }
}
