/// The life of one connection as a value: what has happened goes in, what is to be done comes out.
///
/// It has no socket and no clock. Its driver tells it what came, what was sent and what time
/// it is, takes `nextAction()` until there is none, and honours `readBudget` and `deadline`.
///
/// Requests are answered one at a time and in order; those that are pipelined behind wait unread in
/// a bounded buffer.
package struct ConnectionState: ~Copyable, Sendable {
    package enum Action: Sendable, Equatable {
        /// A head has come: `accept` it, or `answer` it at once.
        case admit(RequestHead)
        /// The request is whole: `answer` it, or `begin` … `finish`.
        case respond(Request)
        /// The request cannot be taken: word the fault and `answer`.
        case refuse(HTTPFault)
        case send([UInt8])
        /// Shut the writing side down; go on reading.
        case finishWriting
        case close(ConnectionEnd)
    }

    enum Stage {
        /// Reads a head or waits for one.
        case head
        /// Has asked for admission.
        case judging(RequestHead)
        case body(RequestHead, limit: Int)
        /// Has handed the request or the fault over.
        case answering(RequestHead?)
        /// The head of the answer is out.
        case streaming(ResponseFraming, sendsBody: Bool)
        /// The answer is out, and what is left of the request's body is dropped.
        case discarding(left: Int)
        /// The last answer is out but not all sent.
        case flushing
        /// All is sent; reads until the peer closes.
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
    /// When the stage began; inside a head, when its first byte came.
    var since: Instant
    var bodyPace: Pace
    var writePace: Pace
    var lastProgress: Instant
    /// Whether the connection outlives the current answer.
    package internal(set) var persists = true
    var drainingSince: Instant?
    var finishedAt: Instant?
    var hasProbed = false
    /// The stage's head clock runs.
    var isInsideHead = false
    /// Bytes that were given out to be sent and are not sent yet.
    package internal(set) var unsent = 0
    /// All bytes that were ever given out.
    package private(set) var givenOut = 0
    /// Bytes of the current request that have come, head and body.
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

    /// Gives bytes out. The clock of a stalled reader starts when something waits for it.
    mutating func send(_ bytes: [UInt8], now: Instant) {
        if unsent == 0 {
            writePace = Pace(start: now)
            lastProgress = now
        }
        unsent += bytes.count
        givenOut += bytes.count
        actions.append(.send(bytes))
    }

    /// The number of bytes that it accepts now. At zero the socket is not read, and TCP slows the
    /// peer down.
    package var readBudget: Int {
        switch stage {
        case .head, .judging, .body, .answering, .streaming, .discarding:
            max(0, limits.readAheadBytes - unread)
        case .lingering: limits.readAheadBytes
        case .flushing, .closed: 0
        }
    }

    /// Whether an answer, or more of one, can be taken.
    package var takesAnswer: Bool {
        switch stage {
        case .answering: true
        case .streaming: unsent < limits.unsentBytes
        case .head, .judging, .body, .discarding, .flushing, .lingering, .closed: false
        }
    }

    /// Whether nothing of the answer has been given yet.
    package var awaitsAnswer: Bool {
        if case .answering = stage { true } else { false }
    }

    /// The head of the request that is being judged, read or answered.
    package var currentHead: RequestHead? {
        switch stage {
        case .judging(let head), .body(let head, _): head
        case .answering(let head): head
        case .head, .streaming, .discarding, .flushing, .lingering, .closed: nil
        }
    }

    /// Memory that the unfinished request holds.
    package var heldBytes: Int { parser.heldBytes + input.capacity + body.capacity }

    package var isClosed: Bool {
        if case .closed = stage { return true }
        return false
    }

    var unread: Int { input.count - inputStart }

    // MARK: What comes in

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

    /// The peer has finished sending, which says nothing of its reading (RFC 9112 §9.6: a
    /// half-closed peer still gets its answer).
    package mutating func peerFinished(now: Instant) {
        guard finishedAt == nil else { return }
        finishedAt = now
        if case .lingering = stage { return close(.served) }
        consumeInput(now: now)
    }

    /// The connection is torn down; nothing can be sent any more.
    package mutating func peerVanished() {
        if case .lingering = stage { return close(.served) }
        close(.reset)
    }

    /// Takes the request whose head was shown, with a body of at most this many bytes.
    package mutating func accept(bodyLimit: Int, now: Instant) {
        guard case .judging(let head) = stage else { return }
        stage = .body(head, limit: bodyLimit)
        bodyPace = Pace(start: now)
        if case .length(let count) = head.framing {
            guard count <= bodyLimit else {
                return fault(.bodyTooLarge(limit: bodyLimit, actual: count), now: now)
            }
            // Never what was promised: ten thousand promises of 32 MiB would cost their sum.
            body.reserveCapacity(min(count, 16 << 10))
        }
        if head.expectsContinue, head.framing != .none, unread == 0 {
            send(ResponseWriter.goAhead, now: now)
        }
        consumeInput(now: now)
    }

    /// Ends the reading of a request for a reason that lies outside it.
    package mutating func refuse(_ reason: HTTPFault, now: Instant) {
        fault(reason, now: now)
    }
}
