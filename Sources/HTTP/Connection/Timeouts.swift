/// The time that a peer may take for each part of a conversation.
package struct Timeouts: Sendable, Equatable {
    /// From the first byte of a head to its last, however it drips.
    package var head = Duration.seconds(10)
    /// Without a byte, before the first request and between two.
    package var idle = Duration.seconds(30)
    /// The time for a body, which grows as bytes arrive at `bytesPerSecond`.
    package var body = Duration.seconds(10)
    /// For a body, whatever its pace.
    package var bodyTotal = Duration.seconds(300)
    /// Without the peer taking a byte of what is ready for it.
    package var write = Duration.seconds(10)
    /// For taking an answer: this much, and more as bytes are taken at `bytesPerSecond`.
    package var writeTotal = Duration.seconds(60)
    /// The slowest pace that keeps a connection; one byte every nine seconds would otherwise hold
    /// it for days.
    package var bytesPerSecond = 1024
    /// After the last answer, for the peer to see it and close.
    package var linger = Duration.seconds(2)
    /// While draining, for a connection that is between two requests.
    package var drainGrace = Duration.seconds(1)
    /// After the peer has finished sending, before it is asked whether it is still there.
    package var probe = Duration.milliseconds(500)

    package init() {}
}

/// A number of bytes moved since a moment, and until when the next must have moved.
struct Pace: Sendable {
    let start: Instant
    var count = 0

    init(start: Instant) {
        self.start = start
    }

    /// The grace, and a second for each `bytesPerSecond` that have moved.
    func deadline(grace: Duration, bytesPerSecond: Int) -> Instant {
        let earned = count / max(1, bytesPerSecond) * 1000
        return Instant(milliseconds: start.milliseconds + grace.milliseconds + earned)
    }
}
