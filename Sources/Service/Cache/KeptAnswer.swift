import HTTP

/// A whole answer, for whoever asks the same again. It counts as memory until the last has it who reads it, though
/// the cache may have put it out meanwhile.
final class KeptAnswer: Sendable {
    let head: ResponseHead
    let body: [UInt8]
    /// What the log is to hear of it each time.
    let format: String
    let messages: Int
    let warnings: Int

    private let room: AnswerRoom
    private let size: Int

    /// What an entry takes beside the bytes of its answer, rounded up.
    private static let overhead = 1_024

    /// Nil where there is no room for it.
    ///
    /// - Parameter notes: of the work that made it.
    init?(_ response: Response, _ notes: WorkNotes, in cache: AnswerCache) {
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
