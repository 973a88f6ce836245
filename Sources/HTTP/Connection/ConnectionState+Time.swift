extension ConnectionState {
    /// When `tick` is to be called next; nil when nothing of this connection depends on time.
    package var deadline: Instant? {
        guard !isClosed else { return nil }
        guard unsent > 0 else { return stageDeadline }
        let stalled = writeDeadline
        return stageDeadline.map { min($0, stalled) } ?? stalled
    }

    /// Time has passed: whatever is overdue happens.
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
            send(ResponseWriter.goAhead, now: now)
        case .lingering:
            close(.served)
        case .judging, .streaming, .flushing, .closed:
            return
        }
    }

    /// Since when it has been between two requests, or before the first; nil where it is not.
    package var idleSince: Instant? {
        if case .head = stage, !isInsideHead, unsent == 0 { since } else { nil }
    }

    /// Its place is needed by another connection: it closes if it is idle, as it would have done
    /// later.
    package mutating func giveWay() {
        if idleSince != nil { close(.idle) }
    }

    private var stageDeadline: Instant? {
        switch stage {
        case .head:
            if isInsideHead { return since + timeouts.head }
            // A peer that still takes the last answer is not idle.
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

    /// A peer that has closed altogether looks like one that has only finished sending, until
    /// something is sent to it and the kernel answers with a reset. `100 Continue` may be sent to
    /// any HTTP/1.1 client at any time before the answer (RFC 9110 §15.2), so a client that left
    /// its place in the queue is found out before its work is done.
    private func probeTime(_ head: RequestHead?) -> Instant? {
        guard let finishedAt, !hasProbed, let head, head.version == .http11 else { return nil }
        return max(finishedAt, since) + timeouts.probe
    }
}
