/// The state of one connection as a value: events go in, actions come out.
///
/// The state has no socket and no clock. Its driver passes in received bytes, sent bytes and the
/// time, executes `nextAction()` until there is none, and respects `readBudget` and `deadline`.
///
/// Requests are answered one at a time and in order. Pipelined requests wait unparsed in a bounded
/// buffer.
package struct ConnectionState: ~Copyable, Sendable {
    package enum Action: Sendable, Equatable {
        /// A head has arrived: call `accept`, or `answer` immediately.
        case admit(RequestHead)
        /// The request is complete: call `answer`, or `begin` … `finish`.
        case respond(Request)
        /// The request is rejected: call `answer` with a response for the fault.
        case refuse(HTTPFault)
        case send([UInt8])
        /// Shut down the writing side and continue reading.
        case finishWriting
        case close(ConnectionEnd)
    }

    enum Stage {
        /// Reading a head, or waiting for one.
        case head
        /// Waiting for the decision about a request.
        case judging(RequestHead)
        case body(RequestHead, limit: Int)
        /// The request or the fault was passed to the application.
        case answering(RequestHead?)
        /// The head of the response was sent.
        case streaming(ResponseFraming, sendsBody: Bool)
        /// The response was sent, and the rest of the request's body is discarded.
        case discarding(left: Int)
        /// The last response is not completely sent.
        case flushing
        /// Everything is sent; reading until the peer closes the connection.
        case lingering(left: Int)
        case closed
    }

    let limits: MessageLimits
    let timeouts: Timeouts
    var parser: RequestParser
    private var actions: [Action] = []
    private var taken = 0
    var input: [UInt8] = []
    var inputStart = 0
    var body: [UInt8] = []

    var stage = Stage.head
    /// The start of the stage; within a head, the arrival of its first byte.
    var since: Instant
    var bodyPace: Pace
    var writePace: Pace
    var lastProgress: Instant
    /// Whether the connection stays open after the current response.
    package internal(set) var persists = true
    var drainingSince: Instant?
    var finishedAt: Instant?
    var hasProbed = false
    /// Whether the timeout of a head is running.
    var isInsideHead = false
    /// The number of bytes that were passed out but not sent yet.
    var unsent = 0
    package private(set) var bytesOut = 0
    /// The number of bytes received for the current request, head and body.
    package internal(set) var requestBytes = 0

    package init(
        now: Instant, limits: MessageLimits = MessageLimits(), timeouts: Timeouts = Timeouts()
    ) {
        self.limits = limits
        self.timeouts = timeouts
        parser = RequestParser(limits: limits)
        since = now
        bodyPace = Pace(start: now)
        writePace = Pace(start: now)
        lastProgress = now
    }

    package mutating func nextAction() -> Action? {
        guard taken < actions.count else {
            if taken > 0 {
                actions.removeAll(keepingCapacity: actions.count < 8)
                taken = 0
            }
            return nil
        }
        defer { taken += 1 }
        return actions[taken]
    }

    mutating func perform(_ action: Action) {
        actions.append(action)
    }

    /// Passes out bytes to send. The timeout for a slow reader starts when the first byte waits.
    mutating func send(_ bytes: [UInt8], now: Instant) {
        if unsent == 0 {
            writePace = Pace(start: now)
            lastProgress = now
        }
        unsent += bytes.count
        bytesOut += bytes.count
        actions.append(.send(bytes))
    }

    /// The number of bytes that the connection accepts now. At zero the socket is not read, and TCP
    /// slows down the peer.
    package var readBudget: Int {
        switch stage {
        case .head, .judging, .body, .answering, .streaming, .discarding:
            max(0, limits.readAheadBytes - unread)
        case .lingering: limits.readAheadBytes
        case .flushing, .closed: 0
        }
    }

    /// Whether a response, or more of one, can be accepted.
    package var takesAnswer: Bool {
        switch stage {
        case .answering: true
        case .streaming: unsent < limits.unsentBytes
        case .head, .judging, .body, .discarding, .flushing, .lingering, .closed: false
        }
    }

    package var awaitsBody: Bool {
        if case .body = stage { true } else { false }
    }

    /// Whether no part of the response has been passed in yet.
    package var awaitsAnswer: Bool {
        if case .answering = stage { true } else { false }
    }

    /// The head of the request that is being decided about, read or answered.
    package var currentHead: RequestHead? {
        switch stage {
        case .judging(let head), .body(let head, _): head
        case .answering(let head): head
        case .head, .streaming, .discarding, .flushing, .lingering, .closed: nil
        }
    }

    package var heldBytes: Int { parser.heldBytes + input.capacity + body.capacity }

    var isClosed: Bool {
        if case .closed = stage { return true }
        return false
    }

    var unread: Int { input.count - inputStart }

    // MARK: Input

    package mutating func received(_ bytes: ArraySlice<UInt8>, now: Instant) {
        if case .lingering(let left) = stage {
            stage = .lingering(left: left - bytes.count)
            if left <= bytes.count { close(.served) }
            return
        }
        if unread == 0 {
            let used = consume(bytes, now: now)
            if used < bytes.endIndex { keep(bytes[used...]) }
        } else {
            keep(bytes)
            consumeInput(now: now)
        }
    }

    /// Records that the peer has finished sending. It may still read: a half-closed peer gets its
    /// response (RFC 9112 §9.6).
    package mutating func peerFinished(now: Instant) {
        guard finishedAt == nil else { return }
        finishedAt = now
        if case .lingering = stage { return close(.served) }
        consumeInput(now: now)
    }

    /// Records that the connection is broken and nothing can be sent.
    package mutating func peerVanished() {
        if case .lingering = stage { return close(.served) }
        close(.reset)
    }

    /// Accepts the request whose head was passed out, with a body of at most this many bytes.
    package mutating func accept(bodyLimit: Int, now: Instant) {
        guard case .judging(let head) = stage else { return }
        stage = .body(head, limit: bodyLimit)
        bodyPace = Pace(start: now)
        if case .length(let count) = head.framing {
            guard count <= bodyLimit else {
                return fault(.bodyTooLarge(limit: bodyLimit, actual: count), now: now)
            }
            // Do not reserve the declared length: ten thousand requests that declare 32 MiB would
            // need the sum.
            body.reserveCapacity(min(count, 16 << 10))
        }
        if head.expectsContinue, head.framing != .none, unread == 0 {
            send(ResponseSerializer.goAhead, now: now)
        }
        consumeInput(now: now)
    }

    /// Rejects a request while it is being read, for a reason outside the request.
    package mutating func refuse(_ reason: HTTPFault, now: Instant) {
        fault(reason, now: now)
    }
}
