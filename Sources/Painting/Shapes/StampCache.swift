import Cairo
import Scene

/// The stamps that a worker has made. A look has some dozens of outlines; most are needed again and again
/// at other fractions of a pixel, because bubbles are as wide as their text.
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
