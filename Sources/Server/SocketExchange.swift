import HTTP
import Synchronization
import System

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

/// The part of a response that the loop has not taken yet.
private struct Outbox: Sendable {
    enum Start {
        case whole(Response)
        case streamed(ResponseHead, length: Int?)
        case taken
    }

    var start: Start?
    var body: SpillBuffer
    var isFinished = false
    var isBroken = false
    /// Whether the loop found nothing to take and must be woken.
    var isAwaited = false
    private var reading: SpillFile.Block?

    init(body: SpillBuffer) {
        self.body = body
    }

    /// Takes a whole response. A long body is not copied, so that a thousand slow readers share the
    /// same bytes.
    mutating func answer(_ response: Response) {
        isFinished = true
        guard response.body.count > SpillFile.blockSize, response.head.status.allowsBody else {
            start = .whole(response)
            return
        }
        start = .streamed(response.head, length: response.body.count)
        body = SpillBuffer(lent: response.body)
    }

    /// Returns the next step, or a block that must be read first.
    mutating func next(_ maxBytes: Int) -> (step: ResponseStep, block: SpillFile.Block?) {
        if isBroken { return (.broken, nil) }
        switch start {
        case .whole(let response):
            start = .taken
            return (.whole(response), nil)
        case .streamed(let head, let length):
            start = .taken
            return (.head(head, length: length), nil)
        case .taken:
            return nextOfBody(maxBytes)
        case nil:
            // The application finished without a response, which is a bug. The client must not
            // wait.
            if isFinished { return (.broken, nil) }
            isAwaited = true
            return (.nothing, nil)
        }
    }

    private mutating func nextOfBody(_ maxBytes: Int) -> (
        step: ResponseStep, block: SpillFile.Block?
    ) {
        switch body.next(maxBytes) {
        case .bytes(let bytes): return (.body(bytes), nil)
        case .block(let block):
            isAwaited = true
            defer { reading = block }
            return (.nothing, reading == nil ? block : nil)
        case .nothing:
            if isFinished { return (.end, nil) }
            isAwaited = true
            return (.nothing, nil)
        }
    }

    /// Stores the contents of the block that was read.
    mutating func received(_ bytes: Result<[UInt8], SystemError>) {
        reading = nil
        switch bytes {
        case .success(let bytes): body.replaceFirst(by: bytes)
        case .failure: isBroken = true
        }
    }

    /// Releases the response: the client is gone.
    mutating func drop() {
        isBroken = true
        body = SpillBuffer(memoryLimit: 0)
    }
}

enum ResponseStep {
    case whole(Response)
    case head(ResponseHead, length: Int?)
    case body(ArraySlice<UInt8>)
    case end
    case broken
    case nothing
}
