import HTTP
import Synchronization

/// A rate limit for clients: a token bucket for each address.
///
/// The table is bounded: when it is full, it drops clients without a recent request. A dropped
/// client starts again with a full bucket.
final class RateLimit: Sendable {
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
    ///   - rate: the average number of requests per second.
    ///   - burst: the size of a full bucket.
    init(rate: Double, burst: Int, maxClients: Int = 65_536) {
        self.rate = rate
        self.burst = Double(max(1, burst))
        self.maxClients = max(2, maxClients)
    }

    /// Counts a request. Returns nil if it may pass, otherwise the seconds until the next request
    /// may.
    func refuses(_ peer: Peer, now: Instant) -> Int? {
        // Unix sockets are used by local proxies, which serve many clients.
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

    var clients: Int { table.withLock { $0.recent.count + $0.older.count } }
}
