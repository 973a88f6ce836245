import Basics
import Evidence
import HTTP
import Synchronization

/// Writes a response to the first client and adds a copy to the cache once it is complete.
///
/// Waiting requests continue however the response ends, even if the writer is released before the
/// end.
final class CachingWriter: ResponseWriter {
    private let client: ClientWriter
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

    init(_ client: ClientWriter, _ digest: ResponseDigest, _ cache: ResponseCache) {
        self.client = client
        self.digest = digest
        self.cache = cache
    }

    deinit { end(with: nil) }

    var requestID: String { client.requestID }
    var isCanceled: Bool { client.isCanceled }
    var hasOverflowed: Bool { client.hasOverflowed }
    var signer: (any DocumentSigner)? { client.signer }

    func began(after nanoseconds: UInt64) { client.began(after: nanoseconds) }

    func note(_ change: (inout WorkNotes) -> Void) { client.note(change) }

    func answer(_ response: Response, onThisThread: Bool) {
        end(with: Self.mayBeKept(response.head) ? response : nil)
        client.answer(response, onThisThread: onThisThread)
    }

    func refuse(_ problem: Explanation) {
        end(with: nil)
        client.refuse(problem)
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
