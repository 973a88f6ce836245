extension ConnectionState {
    mutating func keep(_ bytes: ArraySlice<UInt8>) {
        if inputStart > 0 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
        input.append(contentsOf: bytes)
    }

    mutating func consumeInput(now: Instant) {
        inputStart = consume(input[inputStart...], now: now)
        if inputStart >= input.count {
            // Free the buffer, so that an idle connection holds none.
            input = []
            inputStart = 0
        }
    }

    /// Reads as far as the stage allows and returns the position where it stopped.
    mutating func consume(_ bytes: ArraySlice<UInt8>, now: Instant) -> Int {
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

    /// Doubles the capacity of the body as necessary, but not beyond its declared length or its
    /// limit: all memory held by bodies is counted.
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

    mutating func dropInput() {
        input = []
        inputStart = 0
    }

    /// Whether the request being read is a HEAD request, as far as it is known.
    var isForHead: Bool {
        switch stage {
        case .judging(let head), .answering(let head?), .body(let head, _): head.method == .head
        case .answering(nil): parser.isHeadRequest
        case .head, .streaming, .discarding, .flushing, .lingering, .closed: false
        }
    }
}
