import Dispatch
import Synchronization

/// Whole answers in memory, by their digests, and who waits for one that is being made: the same
/// request is drawn once.
///
/// What is kept never grows old, since a digest names one answer alone; what nobody has asked for
/// longest gives way.
package final class ResponseCache: Sendable {
    /// The next step for a request.
    enum Turn {
        /// It is answered by this.
        case kept(CachedResponse)
        /// It is worked on, and whoever asks the same meanwhile waits for it.
        case leads
        /// It waits.
        case follows
        /// It is worked on for itself: there is no room for what is asked while it would wait.
        case alone
    }

    /// The result of waiting: an answer, or work to be done again.
    enum Outcome {
        case kept(CachedResponse)
        case work(WorkRequest)
    }

    package struct Counts: Sendable, Equatable {
        package var hits = 0
        package var misses = 0
        /// The number of hits that waited for an answer in the making.
        package var shared = 0
        package var evictions = 0
        package var entries = 0
        package var bytes = 0
    }

    private struct Entry: Sendable {
        let answer: CachedResponse
        var lastUse: UInt64
    }

    private typealias Follower = @Sendable (Outcome) -> Void

    private struct Flight: Sendable {
        /// The order, made once for all who wait.
        var order: WorkRequest?
        var followers: [ObjectIdentifier: Follower] = [:]
    }

    private struct State: Sendable {
        var entries: [ResponseDigest: Entry] = [:]
        /// Every use there was, the oldest first; those that were followed by another of the same
        /// are passed over.
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

        /// Removes the answer that is next to give way.
        mutating func popOldest() -> CachedResponse? {
            while oldest < uses.count {
                let (digest, use) = uses[oldest]
                oldest += 1
                guard let entry = entries[digest], entry.lastUse == use else { continue }
                entries[digest] = nil
                counts.evictions += 1
                return entry.answer
            }
            return nil
        }
    }

    let room: CacheQuota
    /// An answer that takes more is not kept.
    let maxEntrySize: Int
    private let state = Mutex(State())
    /// Whoever waited goes on here: a thread that ends an answer may hold what the next one needs.
    private let resuming = DispatchQueue(label: "followers")

    /// The share of the room that one answer may take, as a divisor.
    private static let share = 8

    /// - Parameters:
    ///   - limit: bytes, at most a quarter of the memory that all may hold.
    ///   - memory: where they are entered as well.
    package init(limit: Int, memory: MemoryBudget? = nil) {
        let limit = min(limit, (memory?.limit ?? .max) / 4)
        room = CacheQuota(limit: limit, memory: memory)
        maxEntrySize = limit / Self.share
    }

    package var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            (counts.entries, counts.bytes) = (state.entries.count, room.bytes)
            return counts
        }
    }

    /// - Parameters:
    ///   - id: whose request it is.
    ///   - proceed: how they go on, if they have to wait.
    func turn(
        of digest: ResponseDigest, _ order: WorkRequest, for id: ObjectIdentifier,
        proceed: @escaping @Sendable (Outcome) -> Void
    ) -> Turn {
        state.withLock { state in
            if let entry = state.entries[digest] {
                state.counts.hits += 1
                state.use(digest)
                return .kept(entry.answer)
            }
            guard let flight = state.underWay[digest] else {
                state.underWay[digest] = Flight()
                state.counts.misses += 1
                return .leads
            }
            if flight.order == nil {
                guard room.take(order.body.count) else {
                    state.counts.misses += 1
                    return .alone
                }
                state.underWay[digest]?.order = order
            }
            state.underWay[digest]?.followers[id] = proceed
            return .follows
        }
    }

    /// Somebody who may be waiting does so no more.
    func leave(_ digest: ResponseDigest, _ id: ObjectIdentifier) {
        state.withLock { _ = $0.underWay[digest]?.followers.removeValue(forKey: id) }
    }

    /// The request that led is over, with an answer for all or without one: then each has its own
    /// made.
    func end(_ digest: ResponseDigest, with answer: CachedResponse?) {
        let (flight, replaced) = state.withLock { state in
            let flight = state.underWay.removeValue(forKey: digest) ?? Flight()
            guard let answer else {
                state.counts.misses += flight.followers.count
                return (flight, Entry?.none)
            }
            let replaced = state.entries.updateValue(
                Entry(answer: answer, lastUse: 0), forKey: digest)
            state.use(digest)
            state.counts.hits += flight.followers.count
            state.counts.shared += flight.followers.count
            return (flight, replaced)
        }
        // Let go outside of the lock: what it gives back, others count under theirs.
        _ = consume replaced
        guard let order = flight.order else { return }
        resuming.async { [room] in
            // It is entered where it is worked on.
            room.giveBack(order.body.count)
            for proceed in flight.followers.values {
                proceed(answer.map { .kept($0) } ?? .work(order))
            }
        }
    }

    /// Makes room and enters bytes there; false where even then there is none.
    func take(_ bytes: Int) -> Bool {
        guard bytes <= maxEntrySize else { return false }
        while !room.take(bytes) {
            // Not under the lock: what is put out gives back its room when it is let go.
            guard state.withLock({ $0.popOldest() }) != nil else { return false }
        }
        return true
    }
}
