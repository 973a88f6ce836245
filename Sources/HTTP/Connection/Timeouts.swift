/// The maximum duration of each part of a connection.
package struct Timeouts: Sendable, Equatable {
    /// The time from the first to the last byte of a head, however slowly it arrives.
    package var head = Duration.seconds(10)
    /// The time without a byte before the first request and between two requests.
    package var idle = Duration.seconds(30)
    /// The time for a body, which grows as bytes arrive at `bytesPerSecond`.
    package var body = Duration.seconds(10)
    /// The total time for a body, at any speed.
    package var bodyTotal = Duration.seconds(300)
    /// The time in which the peer must read at least one byte of the available response.
    package var write = Duration.seconds(10)
    /// The time for reading a response, which grows as bytes are read at `bytesPerSecond`.
    var writeTotal = Duration.seconds(60)
    /// The minimum average speed. Otherwise one byte every nine seconds would keep a connection for
    /// days.
    var bytesPerSecond = 1024
    /// The time after the last response for the peer to read it and close the connection.
    var linger = Duration.seconds(2)
    /// The time while draining for a connection that is between two requests.
    package var drainGrace = Duration.seconds(1)
    /// The time after the peer has finished sending before checking whether it still exists.
    package var probe = Duration.milliseconds(500)

    package init() {}
}

/// The bytes transferred since a time, and the deadline for more.
struct Pace: Sendable {
    let start: Instant
    var count = 0

    init(start: Instant) {
        self.start = start
    }

    /// The grace period plus one second for each `bytesPerSecond` bytes transferred.
    func deadline(grace: Duration, bytesPerSecond: Int) -> Instant {
        let earned = count / max(1, bytesPerSecond) * 1000
        return Instant(milliseconds: start.milliseconds + grace.milliseconds + earned)
    }
}
