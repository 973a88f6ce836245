extension ConnectionState {
    /// Writes a whole answer: head and body leave together.
    package mutating func answer(_ response: Response, date: String, now: Instant) {
        switch stage {
        case .judging(let head):
            settle(response.head)
            // A body that nobody will read: a short one is dropped and the connection kept, a long
            // one costs it. With `Expect: 100-continue` the client may or may not send it, so the
            // next request cannot be found.
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

    /// Begins an answer whose body comes in pieces. Its length may be known; else it is chunked,
    /// and for HTTP/1.0 the end of the connection ends it.
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
        let writer = ResponseWriter(version: version, persists: persists, date: date)
        send(writer.head(head, framing), now: now)
        stage = .streaming(framing, sendsBody: sendsBody)
    }

    /// Writes the next piece of a streamed answer.
    package mutating func write(_ bytes: ArraySlice<UInt8>, now: Instant) {
        guard case .streaming(let framing, true) = stage, !bytes.isEmpty else { return }
        switch framing {
        case .none: return
        case .chunked: send(ResponseWriter.chunk(bytes), now: now)
        case .untilClose: send(Array(bytes), now: now)
        case .length(let left):
            // A body longer than was said would be read as the next answer.
            guard bytes.count <= left else { return close(.broken) }
            stage = .streaming(.length(left - bytes.count), sendsBody: true)
            send(Array(bytes), now: now)
        }
    }

    /// Ends a streamed answer.
    package mutating func finish(now: Instant) {
        guard case .streaming(let framing, let sendsBody) = stage else { return }
        if sendsBody {
            if case .length(let left) = framing, left > 0 { return close(.broken) }
            if framing == .chunked { send(ResponseWriter.lastChunk, now: now) }
        }
        moveOn(now: now)
    }

    /// Breaks off an answer that has begun: the peer sees a reset, never an end that looks whole.
    package mutating func breakOff() {
        close(.broken)
    }

    /// Notes that so many bytes have gone to the kernel.
    package mutating func sent(_ count: Int, now: Instant) {
        unsent -= count
        writePace.count += count
        lastProgress = now
        if unsent == 0 {
            if case .flushing = stage { finishWriting(now: now) }
            if case .head = stage, !isInsideHead { since = now }
        }
        // Pipelined requests wait while too much is unsent.
        if case .head = stage, unread > 0 || finishedAt != nil { consumeInput(now: now) }
    }

    /// Stops taking requests: what has begun is answered, with `Connection: close`.
    package mutating func drain(now: Instant) {
        if drainingSince == nil { drainingSince = now }
    }

    /// Ends the connection at once, whatever is under way.
    package mutating func stop() {
        close(.stopped)
    }

    // MARK: Steps

    /// Decides whether the connection outlives this answer.
    private mutating func settle(_ head: ResponseHead) {
        let isLast = finishedAt != nil && unread == 0
        if head.closes || drainingSince != nil || isLast { persists = false }
    }

    private mutating func write(
        _ response: Response, _ version: Version, date: String, now: Instant
    ) {
        let allowsBody = response.head.status.allowsBody
        let writer = ResponseWriter(version: version, persists: persists, date: date)
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

    mutating func awaitHead(now: Instant) {
        stage = .head
        since = now
        isInsideHead = false
    }

    /// Nothing more will be written: waits for the last byte to leave.
    mutating func flush(now: Instant) {
        stage = .flushing
        if unsent == 0 { finishWriting(now: now) }
    }

    /// Shuts the writing side and drains the peer for a while. Closing with unread bytes would make
    /// the kernel send a reset, which can destroy the answer on its way (RFC 9112 §9.6).
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
}
