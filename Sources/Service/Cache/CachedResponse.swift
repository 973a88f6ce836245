import HTTP

/// A whole answer, for whoever asks the same again. It counts as memory until the last has it who
/// reads it, though the cache may have put it out meanwhile.
final class CachedResponse: Sendable {
    let head: ResponseHead
    let body: [UInt8]
    /// The format, for the log of each hit.
    let format: String
    let messages: Int
    let warnings: Int

    private let room: CacheQuota
    private let size: Int

    /// The memory of an entry besides its answer's bytes, rounded up.
    private static let overhead = 1_024

    /// Returns nil if there is no room.
    ///
    /// - Parameter notes: of the work that made it.
    init?(_ response: Response, _ notes: WorkNotes, in cache: ResponseCache) {
        var head = response.head
        // How long it took that one time.
        head.fields.remove("Server-Timing")
        let fields = (0..<head.fields.count).reduce(0) { sum, index in
            let field = head.fields[index]
            return sum + field.name.utf8.count + field.value.utf8.count
        }
        size = response.body.capacity + 2 * fields + Self.overhead
        guard cache.take(size) else { return nil }
        self.head = head
        body = response.body
        (format, messages, warnings) = (notes.format, notes.messages, notes.warnings)
        room = cache.room
    }

    deinit { room.giveBack(size) }
}
