import Basics
import Dispatch
import HTTP
import Rendering
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

/// Renders a request, or answers it from the cache. The caller has checked keys and signatures.
extension RenderService {
    /// Handles a POST.
    ///
    /// - Parameter isDrawn: whether the response is a rendering, which is the same for equal
    ///   requests.
    func take(_ request: WorkRequest, isDrawn: Bool, _ exchange: any Exchange) {
        let reply = ClientReply(self, exchange)
        // Computing the digest of a large body would block the event loop.
        let isKept = cache != nil && isDrawn && request.body.count <= Upload.smallBytes
        let digest = isKept ? ResponseDigest(request, edition: edition) : nil
        take(request, digest, reply, exchange)
    }

    /// - Parameter digest: the key of the response in the cache; nil if it is not cached.
    func take(
        _ request: WorkRequest, _ digest: ResponseDigest?, _ reply: ClientReply,
        _ exchange: any Exchange
    ) {
        note(exchange) { $0.reply = reply }
        guard let cache, let digest else { return backend.take(request, reply) }
        let id = ObjectIdentifier(exchange)
        // Set before the request may wait. The backend later replaces this closure.
        reply.note { $0.withdraw = { cache.leave(digest, id) } }
        let requestID = request.requestID
        let turn = cache.turn(of: digest, request, for: id) { [self] outcome in
            switch outcome {
            case .cached(let response): give(response, reply, exchange)
            case .render(let request):
                // The client may have left while the request waited.
                guard !reply.isCanceled else { return reply.fail() }
                backend.take(request.with(requestID: requestID), reply)
            }
        }
        switch turn {
        case .cached(let response): give(response, reply, exchange)
        case .leads: backend.take(request, CachingReply(reply, digest, cache))
        case .alone: backend.take(request, reply)
        case .follows: break
        }
    }

    private func give(
        _ response: CachedResponse, _ reply: ClientReply, _ exchange: any Exchange
    ) {
        note(exchange) { $0.cached = response }
        reply.note { notes in
            notes.format = response.format
            notes.messages = response.messages
            notes.warnings = response.warnings
        }
        var head = response.head
        head.fields.set("Server-Timing", "cache;desc=hit")
        reply.answer(Response(head, body: response.body))
    }
}

/// The reply to the first of equal clients, which adds a copy to the cache once it is complete.
///
/// Waiting requests continue however the response ends, even if the reply is released before the
/// end.
final class CachingReply: WorkReply {
    private let client: ClientReply
    private let digest: ResponseDigest
    private let cache: ResponseCache
    private let copy = Mutex(Copy())

    private struct Copy: Sendable {
        /// The head of a response in pieces.
        var head: ResponseHead?
        var pieces: [[UInt8]] = []
        var bytes = 0
        var isOver = false
    }

    init(_ client: ClientReply, _ digest: ResponseDigest, _ cache: ResponseCache) {
        self.client = client
        self.digest = digest
        self.cache = cache
    }

    deinit { end(with: nil) }

    var requestID: String { client.requestID }
    var isCanceled: Bool { client.isCanceled }
    var hasOverflowed: Bool { client.hasOverflowed }

    func began(after nanoseconds: UInt64) { client.began(after: nanoseconds) }

    func note(_ change: (inout WorkNotes) -> Void) { client.note(change) }

    func answer(_ response: Response, onThisThread: Bool) {
        end(with: Self.mayBeKept(response.head) ? response : nil)
        client.answer(response, onThisThread: onThisThread)
    }

    func begin(_ head: ResponseHead) {
        if Self.mayBeKept(head) { copy.withLock { $0.head = head } } else { end(with: nil) }
        client.begin(head)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        if !add(bytes) { end(with: nil) }
        return client.write(bytes)
    }

    func finish() {
        end(with: joined())
        client.finish()
    }

    func fail() {
        end(with: nil)
        client.fail()
    }

    /// Whether a response may be cached. Problems may be temporary, and signed documents are
    /// created for each request.
    private static func mayBeKept(_ head: ResponseHead) -> Bool {
        head.status == 200 && head.fields["cache-control"] != "no-store"
    }

    /// Returns false if the response is too large.
    private func add(_ bytes: ArraySlice<UInt8>) -> Bool {
        copy.withLock { copy in
            guard !copy.isOver else { return true }
            guard copy.bytes + bytes.count <= cache.maxEntrySize, cache.reserve(bytes.count) else {
                return false
            }
            copy.bytes += bytes.count
            copy.pieces.append(Array(bytes))
            return true
        }
    }

    private func joined() -> Response? {
        copy.withLock { copy in
            guard !copy.isOver, let head = copy.head, cache.reserve(copy.bytes) else { return nil }
            defer { cache.reservation.release(copy.bytes) }
            var body: [UInt8] = []
            body.reserveCapacity(copy.bytes)
            for piece in copy.pieces { body += piece }
            return Response(head, body: body)
        }
    }

    private func end(with response: Response?) {
        let copied: Int? = copy.withLock { copy in
            guard !copy.isOver else { return nil }
            defer { copy = Copy(isOver: true) }
            return copy.bytes
        }
        guard let copied else { return }
        cache.reservation.release(copied)
        cache.end(digest, with: response.flatMap { CachedResponse($0, client.notes, in: cache) })
    }
}

/// A complete response in the cache. Its memory stays reserved until the last client has read it,
/// even after eviction.
final class CachedResponse: Sendable {
    let head: ResponseHead
    let body: [UInt8]
    /// The output format, logged for each hit.
    let format: String
    let messages: Int
    let warnings: Int

    private let reservation: MemoryReservation
    private let size: Int

    /// The memory of an entry besides the response's bytes, rounded up.
    private static let overhead = 1_024

    /// Returns nil if there is no room.
    init?(_ response: Response, _ notes: WorkNotes, in cache: ResponseCache) {
        var head = response.head
        // `Server-Timing` describes only the first render.
        head.fields.remove("Server-Timing")
        let fields = (0..<head.fields.count).reduce(0) { sum, index in
            let field = head.fields[index]
            return sum + field.name.utf8.count + field.value.utf8.count
        }
        size = response.body.capacity + 2 * fields + Self.overhead
        guard cache.reserve(size) else { return nil }
        self.head = head
        body = response.body
        (format, messages, warnings) = (notes.format, notes.messages, notes.warnings)
        reservation = cache.reservation
    }

    deinit { reservation.release(size) }
}

/// The cache key of a response: a digest of everything that affects its bytes.
struct ResponseDigest: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameters:
    ///   - request: everything that the backend knows about the request, except its ID.
    ///   - edition: identifies the program, its themes and settings, and the fonts.
    init?(_ request: WorkRequest, edition: String) {
        // The length prefix separates the edition from the request, so that no two pairs give the
        // same bytes.
        let mark = Array("\(edition.utf8.count):\(edition)".utf8)
        guard let digest = try? SHA256.digest(of: mark, request.packedHead, request.body) else {
            return nil
        }
        bytes = digest
    }

    /// The strong entity tag (RFC 9110 §8.8.3). Half of the digits, 128 bits, are enough to avoid
    /// collisions.
    var tag: String { "\"" + Hexadecimal.text(of: bytes).prefix(32) + "\"" }
}
