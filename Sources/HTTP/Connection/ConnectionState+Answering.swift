extension ConnectionState {
    /// Writes a complete response; head and body are sent together.
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

    /// Begins a response whose body is sent in pieces. Without a known length the body is chunked,
    /// or for HTTP/1.0 ends with the connection.
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

    /// Writes the next piece of a streamed response.
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

    /// Ends a streamed response.
    package mutating func finish(now: Instant) {
        guard case .streaming(let framing, let sendsBody) = stage else { return }
        if sendsBody {
            if case .length(let left) = framing, left > 0 { return close(.broken) }
            if framing == .chunked { send(ResponseSerializer.lastChunk, now: now) }
        }
        moveOn(now: now)
    }

    /// Aborts a response that has begun. The peer sees a reset instead of a seemingly complete
    /// response.
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

    /// Ends the connection immediately, whatever its state.
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

    mutating func awaitHead(now: Instant) {
        stage = .head
        since = now
        isInsideHead = false
    }

    /// Ends writing and waits until all bytes are sent.
    mutating func flush(now: Instant) {
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
}
