import Digests

/// The digests of contents over which processes ended. They are not tried again for a while.
struct Quarantine: Sendable {
    private var until: [String: UInt64] = [:]

    private static let nanoseconds: UInt64 = 15 * 60 * 1_000_000_000
    /// More are known only where somebody makes them by the thousand; the oldest is forgotten.
    private static let maxDigests = 1_000

    var isEmpty: Bool { until.isEmpty }

    mutating func add(_ digest: String, now: UInt64) {
        if until.count >= Self.maxDigests, let oldest = until.min(by: { $0.value < $1.value })?.key
        {
            until[oldest] = nil
        }
        until[digest] = now + Self.nanoseconds
    }

    mutating func holds(_ digest: String, now: UInt64) -> Bool {
        guard let end = until[digest] else { return false }
        if end > now { return true }
        until[digest] = nil
        return false
    }

    /// Returns nil if it cannot be computed.
    static func digest(_ bytes: [UInt8]) -> String? {
        guard let hash = try? SHA256() else { return nil }
        do throws(DigestFailure) {
            try hash.update(bytes)
            return try hash.finish()
        } catch {
            return nil
        }
    }
}
