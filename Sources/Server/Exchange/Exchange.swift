package import HTTP
import Synchronization

/// One request and the way back to whoever sent it.
///
/// It may be used from any thread. Nothing here waits: what a slow reader does not take is kept,
/// first in memory, then in a file, and the writer goes on to its next job.
package final class Exchange: Sendable {
    /// The caller's `X-Request-Id` when it is harmless, or one of ours.
    package let requestID: String
    package let peer: Peer
    /// Nil when the head could not be read.
    package let head: RequestHead?
    /// When the head was complete.
    package let received: Instant

    private let connection: QueueBound<Connection>
    private let outbox: Mutex<Outbox>
    private let spill: SpillFile?
    private let cancelled = Atomic(false)
    private let overflown = Atomic(false)

    init(
        requestID: String, peer: Peer, head: RequestHead?, received: Instant,
        connection: QueueBound<Connection>, core: ServerCore
    ) {
        self.requestID = requestID
        self.peer = peer
        self.head = head
        self.received = received
        self.connection = connection
        spill = core.spill
        outbox = Mutex(Outbox(body: WaitingBytes(memoryLimit: core.settings.answerMemory)))
    }

    /// Whether nobody waits for the answer any more. Work asks at every convenient place and stops.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Gives the whole answer.
    package func answer(_ response: Response) {
        change { outbox in
            guard outbox.start == nil else { return }
            outbox.start = .whole(response)
            outbox.isFinished = true
        }
    }

    /// Begins an answer whose body comes in pieces, of a known length or not.
    package func begin(_ head: ResponseHead, length: Int? = nil) {
        change { outbox in
            guard outbox.start == nil else { return }
            outbox.start = .streamed(head, length: length)
        }
    }

    /// Whether the answer was given up because the spill file had no room for it.
    package var hasOverflown: Bool { overflown.load(ordering: .relaxed) }

    /// Adds a piece to the body of an answer that has begun, after the one before. False when it is of no
    /// use to go on: the client is gone, or there is no room left.
    @discardableResult
    package func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        // One piece may be as large as all of an answer. Each part is a copy: a slice would keep all that
        // it is a slice of.
        let isWhole = bytes.count <= SpillFile.blockSize
        var rest = bytes
        while !rest.isEmpty, !isCancelled {
            let piece = rest.prefix(SpillFile.blockSize)
            rest = rest.dropFirst(piece.count)
            let block = change { outbox in
                outbox.isFinished || outbox.isBroken
                    ? nil : outbox.body.append(isWhole ? piece : Array(piece)[...])
            }
            if let block { keep(block) }
        }
        return !isCancelled
    }

    /// Writes a block on the writer's own time, where neither it nor its disk holds up a loop.
    private func keep(_ bytes: [UInt8]) {
        let block = spill?.write(bytes)
        change { outbox in
            if outbox.isBroken { return }
            if let block { return outbox.body.keep(block) }
            cancelled.store(true, ordering: .relaxed)
            overflown.store(true, ordering: .relaxed)
            // An answer that nobody has seen the beginning of can still be another.
            if case .streamed = outbox.start { outbox.start = nil } else { outbox.isBroken = true }
            outbox.body = WaitingBytes(memoryLimit: 0)
        }
    }

    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        write(bytes[...])
    }

    /// Ends the answer.
    package func finish() {
        change { $0.isFinished = true }
    }

    /// Gives up an answer that has begun. The client sees a broken connection, never an end that
    /// looks whole.
    package func fail() {
        change { $0.isBroken = true }
    }

    private func change<Result>(_ body: (inout Outbox) -> Result) -> Result {
        let (result, wakes) = outbox.withLock { outbox in
            let result = body(&outbox)
            defer { outbox.isAwaited = false }
            return (result, outbox.isAwaited)
        }
        if wakes { connection.async { $0.continueTurn() } }
        return result
    }

    // MARK: The loop's side

    /// What the loop is to write next; with nothing there, the exchange will call when there is.
    func next(_ most: Int) -> Piece {
        let (piece, block) = outbox.withLock { $0.next(most) }
        block?.read { [self] bytes in change { $0.received(bytes) } }
        return piece
    }

    /// Nobody waits for the answer any more.
    func cancel() {
        cancelled.store(true, ordering: .relaxed)
        outbox.withLock { $0.drop() }
    }
}
