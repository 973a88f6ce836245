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
        case judging(RequestHead)
        case body(RequestHead, limit: Int)
        /// The request or the fault was passed to the application.
        case answering(RequestHead?)
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
    private var inputStart = 0
    var body: [UInt8] = []

    private var stage = Stage.head
    /// The start of the stage; within a head, the arrival of its first byte.
    private var since: Instant
    private var bodyPace: Pace
    private var writePace: Pace
    private var lastProgress: Instant
    /// Whether the connection stays open after the current response.
    package internal(set) var persists = true
    private var drainingSince: Instant?
    private var finishedAt: Instant?
    private var hasProbed = false
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

    private mutating func perform(_ action: Action) {
        actions.append(action)
    }

    /// The timeout for a slow reader starts when the first byte waits.
    mutating func send(_ bytes: [UInt8], now: Instant) {
        if unsent == 0 {
            writePace = Pace(start: now)
            lastProgress = now
        }
        unsent += bytes.count
        bytesOut += bytes.count
        actions.append(.send(bytes))
    }

    /// At zero the socket is not read, and TCP slows down the peer.
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

    private var unread: Int { input.count - inputStart }

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

    /// A half-closed peer may still read and gets its response (RFC 9112 §9.6).
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

    package mutating func accept(bodyLimit: Int, now: Instant) {
        guard case .judging(let head) = stage else { return }
        stage = .body(head, limit: bodyLimit)
        bodyPace = Pace(start: now)
        if case .length(let count) = head.framing {
            guard count <= bodyLimit else {
                return fault(.bodyTooLarge(limit: bodyLimit, actual: count), now: now)
            }
            // Not the declared length: 10,000 requests of 32 MiB would need the sum.
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

    mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if inputStart > 0 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
        input.append(contentsOf: bytes)
    }

    private mutating func consumeInput(now: Instant) {
        inputStart = consume(input[inputStart...], now: now)
        if inputStart >= input.count {
            // Free the buffer, so that an idle connection holds none.
            input = []
            inputStart = 0
        }
    }

    /// Reads as far as the stage allows and returns the position where it stopped.
    private mutating func consume(_ bytes: ArraySlice<UInt8>, now: Instant) -> Int {
        var position = bytes.startIndex
        while true {
            switch stage {
            case .head where unsent >= limits.unsentBytes:
                return position
            case .head, .body, .discarding:
                do throws(HTTPFault) {
                    guard let event = try parser.next(bytes, &position) else {
                        ranDry(now: now)
                        return position
                    }
                    handle(event, bytes, now: now)
                } catch {
                    let isHead = if case .head = stage { true } else { false }
                    fault(error, now: now)
                    // The bytes after an invalid one were received for the same request.
                    if isHead { requestBytes += bytes.endIndex - position }
                    return bytes.endIndex
                }
            case .judging, .answering, .streaming:
                return position
            case .flushing, .lingering, .closed:
                return bytes.endIndex
            }
        }
    }

    private mutating func handle(
        _ event: RequestParser.Event, _ bytes: ArraySlice<UInt8>, now: Instant
    ) {
        switch (event, stage) {
        case (.head(let head), _):
            isInsideHead = false
            persists = head.keepsAlive
            requestBytes = head.size
            hasProbed = false
            stage = .judging(head)
            switch head.method {
            case .other(let name):
                perform(.refuse(.methodUnknown(name)))
            case .connect:
                // The bytes after a CONNECT would belong to a tunnel.
                persists = false
                perform(.refuse(.methodUnknown(head.method.name)))
            case .get, .head, .post, .put, .delete, .options, .patch, .trace:
                perform(.admit(head))
            }
        case (.body(let range), .body(let head, let limit)):
            requestBytes += range.count
            bodyPace.count += range.count
            guard range.count <= limit - body.count else {
                return fault(.bodyTooLarge(limit: limit, actual: nil), now: now)
            }
            reserve(range.count, for: head, limit: limit)
            body.append(contentsOf: bytes[range])
        case (.body(let range), .discarding(let left)):
            bodyPace.count += range.count
            guard range.count <= left else { return flush(now: now) }
            stage = .discarding(left: left - range.count)
        case (.end, .body(let head, _)):
            let whole = body
            body = []
            since = now
            stage = .answering(head)
            perform(.respond(Request(head: head, body: whole)))
        case (.end, .discarding):
            awaitHead(now: now)
        case (.body, _), (.end, _):
            return
        }
    }

    /// Not beyond the declared length or the limit: all memory held by bodies is counted.
    private mutating func reserve(_ count: Int, for head: RequestHead, limit: Int) {
        let needed = body.count + count
        guard needed > body.capacity else { return }
        let maxLength = if case .length(let length) = head.framing { length } else { limit }
        body.reserveCapacity(max(needed, min(2 * body.capacity, maxLength)))
    }

    /// Called when all bytes are consumed. The timeout of a head starts with its first byte, and a
    /// peer that has finished sends no more bytes.
    private mutating func ranDry(now: Instant) {
        if case .head = stage, parser.isInsideHead, !isInsideHead {
            isInsideHead = true
            since = now
        }
        guard finishedAt != nil else { return }
        switch stage {
        case .head:
            if parser.isInsideHead {
                fault(.headIncomplete, now: now)
            } else if unsent == 0 {
                close(.left)
            } else {
                flush(now: now)
            }
        case .body(let head, _):
            var expected: Int?
            if case .length(let count) = head.framing { expected = count }
            fault(.bodyIncomplete(received: body.count, expected: expected), now: now)
        case .discarding:
            flush(now: now)
        case .judging, .answering, .streaming, .flushing, .lingering, .closed:
            return
        }
    }

    /// Aborts the request. The following bytes are never parsed.
    mutating func fault(_ fault: HTTPFault, now: Instant) {
        dropInput()
        body = []
        persists = false
        since = now
        switch stage {
        case .head:
            requestBytes = parser.headBytes
            isInsideHead = false
            stage = .answering(nil)
            perform(.refuse(fault))
        case .judging(let head), .body(let head, _):
            stage = .answering(head)
            perform(.refuse(fault))
        case .discarding:
            flush(now: now)
        case .answering, .streaming, .flushing, .lingering, .closed:
            return
        }
    }

    private mutating func dropInput() {
        input = []
        inputStart = 0
    }

    /// Whether the request being read is a HEAD request, as far as it is known.
    private var isForHead: Bool {
        switch stage {
        case .judging(let head), .answering(let head?), .body(let head, _): head.method == .head
        case .answering(nil): parser.isHeadRequest
        case .head, .streaming, .discarding, .flushing, .lingering, .closed: false
        }
    }

    /// Head and body are sent together.
    package mutating func answer(_ response: Response, date: String, now: Instant) {
        switch stage {
        case .judging(let head):
            settle(response.head)
            // The body will not be read. A short body is discarded and the connection kept; a long
            // one closes the connection. With `Expect: 100-continue` the client may or may not send
            // the body, so the start of the next request is unknown.
            if head.expectsContinue { persists = false }
            if case .length(let count) = head.framing, count > limits.discardedBytes {
                persists = false
            }
            write(response, head.version, date: date, now: now)
            if persists {
                stage = .discarding(left: limits.discardedBytes)
                bodyPace = Pace(start: now)
                consumeInput(now: now)
            } else {
                flush(now: now)
            }
        case .answering(let head):
            settle(response.head)
            write(response, head?.version ?? .http11, date: date, now: now)
            moveOn(now: now)
        case .head, .body, .streaming, .discarding, .flushing, .lingering, .closed:
            return
        }
    }

    /// Without a known length the body is chunked, or for HTTP/1.0 ends with the connection.
    package mutating func begin(
        _ head: ResponseHead, length: Int?, date: String, now: Instant
    ) {
        guard case .answering(let request) = stage else { return }
        let version = request?.version ?? .http11
        settle(head)
        let framing: ResponseFraming
        if !head.status.allowsBody {
            framing = .none
        } else if let length {
            framing = .length(length)
        } else if version == .http11 {
            framing = .chunked
        } else {
            framing = .untilClose
            if !isForHead { persists = false }
        }
        let sendsBody = !isForHead && head.status.allowsBody
        let writer = ResponseSerializer(version: version, persists: persists, date: date)
        send(writer.head(head, framing), now: now)
        stage = .streaming(framing, sendsBody: sendsBody)
    }

    package mutating func write(_ bytes: ArraySlice<UInt8>, now: Instant) {
        guard case .streaming(let framing, true) = stage, !bytes.isEmpty else { return }
        switch framing {
        case .none: return
        case .chunked: send(ResponseSerializer.chunk(bytes), now: now)
        case .untilClose: send(Array(bytes), now: now)
        case .length(let left):
            // The client would read a body beyond its declared length as the next response.
            guard bytes.count <= left else { return close(.broken) }
            stage = .streaming(.length(left - bytes.count), sendsBody: true)
            send(Array(bytes), now: now)
        }
    }

    package mutating func finish(now: Instant) {
        guard case .streaming(let framing, let sendsBody) = stage else { return }
        if sendsBody {
            if case .length(let left) = framing, left > 0 { return close(.broken) }
            if framing == .chunked { send(ResponseSerializer.lastChunk, now: now) }
        }
        moveOn(now: now)
    }

    /// The peer sees a reset instead of a seemingly complete response.
    package mutating func breakOff() {
        close(.broken)
    }

    /// Records that bytes were passed to the kernel.
    package mutating func sent(_ count: Int, now: Instant) {
        unsent -= count
        writePace.count += count
        lastProgress = now
        if unsent == 0 {
            if case .flushing = stage { finishWriting(now: now) }
            if case .head = stage, !isInsideHead { since = now }
        }
        // Pipelined requests wait while too many bytes are unsent.
        if case .head = stage, unread > 0 || finishedAt != nil { consumeInput(now: now) }
    }

    /// Stops accepting requests. Requests that have begun are answered with `Connection: close`.
    package mutating func drain(now: Instant) {
        if drainingSince == nil { drainingSince = now }
    }

    package mutating func stop() {
        close(.stopped)
    }

    // MARK: Steps

    /// Decides whether the connection stays open after this response.
    private mutating func settle(_ head: ResponseHead) {
        let isLast = finishedAt != nil && unread == 0
        if head.closes || drainingSince != nil || isLast { persists = false }
    }

    private mutating func write(
        _ response: Response, _ version: Version, date: String, now: Instant
    ) {
        let allowsBody = response.head.status.allowsBody
        let writer = ResponseSerializer(version: version, persists: persists, date: date)
        var bytes = writer.head(
            response.head, allowsBody ? .length(response.body.count) : .none)
        if allowsBody, !isForHead { bytes.append(contentsOf: response.body) }
        send(bytes, now: now)
    }

    private mutating func moveOn(now: Instant) {
        if persists {
            awaitHead(now: now)
            consumeInput(now: now)
        } else {
            flush(now: now)
        }
    }

    private mutating func awaitHead(now: Instant) {
        stage = .head
        since = now
        isInsideHead = false
    }

    private mutating func flush(now: Instant) {
        stage = .flushing
        if unsent == 0 { finishWriting(now: now) }
    }

    /// Shuts down the writing side and reads the rest of the peer's data for a while. Closing with
    /// unread data would make the kernel send a reset, which can destroy the response in transit
    /// (RFC 9112 §9.6).
    private mutating func finishWriting(now: Instant) {
        if finishedAt != nil { return close(.served) }
        dropInput()
        perform(.finishWriting)
        stage = .lingering(left: limits.lingerBytes)
        since = now
    }

    mutating func close(_ ending: ConnectionEnd) {
        if isClosed { return }
        stage = .closed
        perform(.close(ending))
    }

    /// The time of the next call of `tick`; nil if nothing in this connection depends on time.
    package var deadline: Instant? {
        guard !isClosed else { return nil }
        guard unsent > 0 else { return stageDeadline }
        let stalled = writeDeadline
        return stageDeadline.map { min($0, stalled) } ?? stalled
    }

    /// Handles all timeouts that have expired.
    package mutating func tick(now: Instant) {
        guard !isClosed else { return }
        if unsent > 0, writeDeadline <= now { return close(.slowReader) }
        guard let deadline = stageDeadline, deadline <= now else { return }
        switch stage {
        case .head:
            if isInsideHead {
                fault(.headTimeout(limit: timeouts.head), now: now)
            } else {
                close(drainingSince == nil ? .idle : .drained)
            }
        case .body:
            fault(.bodyTimeout(received: bodyPace.count), now: now)
        case .discarding:
            flush(now: now)
        case .answering:
            hasProbed = true
            send(ResponseSerializer.goAhead, now: now)
        case .lingering:
            close(.served)
        case .judging, .streaming, .flushing, .closed:
            return
        }
    }

    package var idleSince: Instant? {
        if case .head = stage, !isInsideHead, unsent == 0 { since } else { nil }
    }

    /// Closes the connection if it is idle, because another connection needs its slot.
    package mutating func giveWay() {
        if idleSince != nil { close(.idle) }
    }

    private var stageDeadline: Instant? {
        switch stage {
        case .head:
            if isInsideHead { return since + timeouts.head }
            // A peer that is still reading the last response is not idle.
            if unsent > 0 { return nil }
            let idle = since + timeouts.idle
            return drainingSince.map { min(idle, $0 + timeouts.drainGrace) } ?? idle
        case .body, .discarding:
            let paced = bodyPace.deadline(
                grace: timeouts.body, bytesPerSecond: timeouts.bytesPerSecond)
            return min(paced, bodyPace.start + timeouts.bodyTotal)
        case .answering(let head):
            return probeTime(head)
        case .lingering:
            return since + timeouts.linger
        case .judging, .streaming, .flushing, .closed:
            return nil
        }
    }

    private var writeDeadline: Instant {
        let paced = writePace.deadline(
            grace: timeouts.writeTotal, bytesPerSecond: timeouts.bytesPerSecond)
        return min(paced, lastProgress + timeouts.write)
    }

    /// The time to check whether the peer still exists. A peer that has closed the connection looks
    /// like one that has only finished sending, until the kernel answers sent data with a reset.
    /// `100 Continue` may be sent to any HTTP/1.1 client at any time before the response (RFC 9110
    /// §15.2). It therefore reveals a client that has disconnected before its work is done.
    private func probeTime(_ head: RequestHead?) -> Instant? {
        guard let finishedAt, !hasProbed, let head, head.version == .http11 else { return nil }
        return max(finishedAt, since) + timeouts.probe
    }
}
