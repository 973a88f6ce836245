import HTTP
import Synchronization

/// An exchange over a socket.
///
/// Its methods never wait for the client. Data that a slow reader has not read is kept in memory,
/// then in a file.
final class SocketExchange: Exchange {
    let requestID: String
    let peer: Peer
    let head: RequestHead?
    let received: Instant

    private let applicationState = Mutex<(any ExchangeState)?>(nil)
    private let connection: QueueBound<Connection>
    private let outbox: Mutex<Outbox>
    private let spill: SpillFile?
    private let canceled = Atomic(false)
    private let overflowed = Atomic(false)

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
        outbox = Mutex(Outbox(body: SpillBuffer(memoryLimit: core.settings.answerMemory)))
    }

    var state: (any ExchangeState)? {
        get { applicationState.withLock { $0 } }
        set { applicationState.withLock { $0 = newValue } }
    }

    var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    func answer(_ response: Response, onThisThread: Bool) {
        change(onThisThread: onThisThread) { outbox in
            guard outbox.start == nil else { return }
            outbox.answer(response)
        }
    }

    func begin(_ head: ResponseHead, length: Int?) {
        change { outbox in
            guard outbox.start == nil else { return }
            outbox.start = .streamed(head, length: length)
        }
    }

    /// Whether the spill file was full.
    var hasOverflowed: Bool { overflowed.load(ordering: .relaxed) }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        // A piece may be a whole response. Its blocks are copied, because a slice would keep the
        // whole piece in memory.
        let isWhole = bytes.count <= SpillFile.blockSize
        var rest = bytes
        while !rest.isEmpty, !isCanceled {
            let piece = rest.prefix(SpillFile.blockSize)
            rest = rest.dropFirst(piece.count)
            let block = change { outbox in
                outbox.isFinished || outbox.isBroken
                    ? nil : outbox.body.append(isWhole ? piece : Array(piece)[...])
            }
            if let block { keep(block) }
        }
        return !isCanceled
    }

    /// Writes a block on the caller's thread, so that the disk does not block a loop.
    private func keep(_ bytes: [UInt8]) {
        let block = spill?.write(bytes)
        change { outbox in
            if outbox.isBroken { return }
            if let block { return outbox.body.keep(block) }
            canceled.store(true, ordering: .relaxed)
            overflowed.store(true, ordering: .relaxed)
            // A response that has not started can be replaced by an error.
            if case .streamed = outbox.start { outbox.start = nil } else { outbox.isBroken = true }
            outbox.body = SpillBuffer(memoryLimit: 0)
        }
    }

    func finish() {
        change { $0.isFinished = true }
    }

    func fail() {
        change { $0.isBroken = true }
    }

    private func change<Result>(
        onThisThread: Bool = false, _ body: (inout Outbox) -> Result
    ) -> Result {
        let (result, wakes) = outbox.withLock { outbox in
            let result = body(&outbox)
            defer { outbox.isAwaited = false }
            return (result, outbox.isAwaited)
        }
        if wakes, onThisThread {
            connection.sync { $0.continueTurn() }
        } else if wakes {
            connection.async { $0.continueTurn() }
        }
        return result
    }

    // MARK: The loop's side

    /// Returns the next step of the response. If there is none, the exchange wakes the loop later.
    func next(_ maxBytes: Int) -> ResponseStep {
        let (piece, block) = outbox.withLock { $0.next(maxBytes) }
        block?.read { [self] bytes in change { $0.received(bytes) } }
        return piece
    }

    /// Cancels the response: the client is gone.
    func cancel() {
        canceled.store(true, ordering: .relaxed)
        outbox.withLock { $0.drop() }
    }
}
