package import HTTP
import Synchronization

/// The rate limit of clients: a bucket of requests for each address, refilled steadily.
///
/// Time comes in with each question. The table is bounded: it forgets clients that have not asked
/// since it was last full, whose bucket is then full again, which harms nobody.
package final class RateLimit: Sendable {
    private struct Bucket: Sendable {
        var requests: Double
        var filled: Instant
    }

    private struct Table: Sendable {
        var recent: [Peer.Network: Bucket] = [:]
        var older: [Peer.Network: Bucket] = [:]
    }

    private let rate: Double
    private let burst: Double
    private let maxClients: Int
    private let table = Mutex(Table())

    /// - Parameters:
    ///   - rate: requests a second in the long run.
    ///   - burst: requests at once, after a rest.
    package init(rate: Double, burst: Int, maxClients: Int = 65_536) {
        self.rate = rate
        self.burst = Double(max(1, burst))
        self.maxClients = max(2, maxClients)
    }

    /// Counts a request. Nil where it may pass, else the seconds until the next one may.
    package func refuses(_ peer: Peer, now: Instant) -> Int? {
        // Who comes by a Unix socket is a proxy on this machine, with many behind it.
        guard let client = peer.network else { return nil }
        return table.withLock { table in
            var bucket =
                table.recent[client] ?? table.older[client]
                ?? Bucket(requests: burst, filled: now)
            let seconds = Double((now - bucket.filled).milliseconds) / 1_000
            bucket.requests = min(burst, bucket.requests + max(0, seconds) * rate)
            bucket.filled = now
            let passes = bucket.requests >= 1
            if passes { bucket.requests -= 1 }
            if table.recent.count >= maxClients / 2, table.recent[client] == nil {
                table.older = table.recent
                table.recent = [:]
            }
            table.recent[client] = bucket
            return passes ? nil : max(1, Int(((1 - bucket.requests) / rate).rounded(.up)))
        }
    }

    /// Clients that are remembered.
    package var clients: Int { table.withLock { $0.recent.count + $0.older.count } }
}
