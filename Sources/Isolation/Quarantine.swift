import Basics

/// The digests of requests that crashed render processes. Equal requests are rejected for 15
/// minutes.
struct Quarantine: Sendable {
    private var until: [String: UInt64] = [:]

    private static let nanoseconds: UInt64 = 15 * 60 * 1_000_000_000
    /// The maximum number of digests. Only an attack produces more; the oldest is then dropped.
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

    /// Returns the digest of a request's head and body, or nil if libcrypto fails.
    static func digest(_ request: PendingRequest) -> String? {
        guard let hash = try? SHA256() else { return nil }
        do throws(DigestFailure) {
            try hash.update(request.head)
            try hash.update(request.body)
            return try hash.finish()
        } catch {
            return nil
        }
    }
}
