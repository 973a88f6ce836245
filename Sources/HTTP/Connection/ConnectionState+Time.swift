extension ConnectionState {
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

    /// The time at which the connection became idle; nil if it is not idle.
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
