import Cairo
import Scene

/// The stamps that a worker has made. A look needs some dozens.
final class StampCache {
    /// At most 16 KB each.
    private static let mostStamps = 256

    private var stamps: [Stamp.Key: Stamp] = [:]

    func stamp(_ key: Stamp.Key) throws(CairoFailure) -> Stamp {
        if let stamp = stamps[key] { return stamp }
        if stamps.count >= StampCache.mostStamps { stamps.removeAll(keepingCapacity: true) }
        let made = try Stamp(key)
        stamps[key] = made
        return made
    }
}
