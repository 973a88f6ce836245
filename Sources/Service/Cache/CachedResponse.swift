import HTTP

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
