import Dispatch
import Synchronization

/// A cache of complete responses by digest. Equal requests are rendered once: later ones wait for
/// the first.
///
/// Entries never expire, since a digest identifies one response. The least recently used entry is
/// evicted first.
package final class ResponseCache: Sendable {
    /// The next step for a request.
    enum Turn {
        case cached(CachedResponse)
        /// The request is rendered; equal requests wait for it.
        case leads
        /// The request waits for an equal one.
        case follows
        /// The request is rendered on its own: there is no memory to keep it waiting.
        case alone
    }

    /// The result of waiting: a response, or a request to render after all.
    enum Outcome {
        case cached(CachedResponse)
        case render(WorkRequest)
    }

    struct Counts: Sendable, Equatable {
        var hits = 0
        var misses = 0
        /// The number of hits that waited for a render in progress.
        var shared = 0
        var evictions = 0
        var entries = 0
        var bytes = 0
    }

    private struct Entry: Sendable {
        let response: CachedResponse
        var lastUse: UInt64
    }

    private typealias Follower = @Sendable (Outcome) -> Void

    private struct Flight: Sendable {
        /// The request, stored once for all waiting clients.
        var request: WorkRequest?
        var followers: [ObjectIdentifier: Follower] = [:]
    }

    private struct State: Sendable {
        var entries: [ResponseDigest: Entry] = [:]
        /// All uses, oldest first. Uses that are not the last of their entry are skipped.
        var uses: [(digest: ResponseDigest, number: UInt64)] = []
        var oldest = 0
        var number: UInt64 = 0
        var underWay: [ResponseDigest: Flight] = [:]
        var counts = Counts()

        mutating func use(_ digest: ResponseDigest) {
            number += 1
            entries[digest]?.lastUse = number
            uses.append((digest, number))
            guard uses.count > 2 * entries.count + 1_024 else { return }
            uses = uses[oldest...].filter { entries[$0.digest]?.lastUse == $0.number }
            oldest = 0
        }

        /// Removes the least recently used response.
        mutating func popOldest() -> CachedResponse? {
            while oldest < uses.count {
                let (digest, use) = uses[oldest]
                oldest += 1
                guard let entry = entries[digest], entry.lastUse == use else { continue }
                entries[digest] = nil
                counts.evictions += 1
                return entry.response
            }
            return nil
        }
    }

    let reservation: MemoryReservation
    /// The maximum size of a cached response in bytes.
    let maxEntrySize: Int
    private let state = Mutex(State())
    /// The queue on which waiting requests continue, because the thread that ends a response may
    /// hold locks that they need.
    private let resuming = DispatchQueue(label: "followers")

    /// The divisor of the cache's size that gives the maximum size of one response.
    private static let share = 8

    /// - Parameter limit: bytes; at most a quarter of the memory budget is used.
    package init(limit: Int, memory: MemoryBudget? = nil) {
        let limit = min(limit, (memory?.limit ?? .max) / 4)
        reservation = MemoryReservation(memory, limit: limit, isStanding: true)
        maxEntrySize = limit / Self.share
    }

    var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            (counts.entries, counts.bytes) = (state.entries.count, reservation.held)
            return counts
        }
    }

    /// - Parameter proceed: continues a request that had to wait.
    func turn(
        of digest: ResponseDigest, _ request: WorkRequest, for id: ObjectIdentifier,
        proceed: @escaping @Sendable (Outcome) -> Void
    ) -> Turn {
        state.withLock { state in
            if let entry = state.entries[digest] {
                state.counts.hits += 1
                state.use(digest)
                return .cached(entry.response)
            }
            guard let flight = state.underWay[digest] else {
                state.underWay[digest] = Flight()
                state.counts.misses += 1
                return .leads
            }
            if flight.request == nil {
                guard reservation.reserve(request.body.count) else {
                    state.counts.misses += 1
                    return .alone
                }
                state.underWay[digest]?.request = request
            }
            state.underWay[digest]?.followers[id] = proceed
            return .follows
        }
    }

    /// Removes a waiting request.
    func leave(_ digest: ResponseDigest, _ id: ObjectIdentifier) {
        state.withLock { _ = $0.underWay[digest]?.followers.removeValue(forKey: id) }
    }

    /// Ends the render of a digest. The waiting requests get its response or, if there is none, are
    /// rendered on their own.
    func end(_ digest: ResponseDigest, with response: CachedResponse?) {
        let (flight, replaced) = state.withLock { state in
            let flight = state.underWay.removeValue(forKey: digest) ?? Flight()
            guard let response else {
                state.counts.misses += flight.followers.count
                return (flight, Entry?.none)
            }
            let replaced = state.entries.updateValue(
                Entry(response: response, lastUse: 0), forKey: digest)
            state.use(digest)
            state.counts.hits += flight.followers.count
            state.counts.shared += flight.followers.count
            return (flight, replaced)
        }
        // Released outside of the lock, because its deinitializer takes other locks.
        _ = consume replaced
        guard let request = flight.request else { return }
        resuming.async { [reservation] in
            // The backend reserves the request's memory itself.
            reservation.release(request.body.count)
            for proceed in flight.followers.values {
                proceed(response.map { .cached($0) } ?? .render(request))
            }
        }
    }

    /// Reserves bytes, evicting entries as necessary. Returns false if there is no room.
    func reserve(_ bytes: Int) -> Bool {
        guard bytes <= maxEntrySize else { return false }
        while !reservation.reserve(bytes) {
            // Outside of the lock, because an evicted response releases its memory in its
            // deinitializer.
            guard state.withLock({ $0.popOldest() }) != nil else { return false }
        }
        return true
    }
}
