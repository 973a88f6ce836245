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
    /// Otherwise one byte every nine seconds would keep a connection for days.
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

/// A time on a monotonic clock, in milliseconds since an arbitrary origin.
///
/// The time is passed in and never read here. Timeouts can therefore be tested without waiting, and
/// a wall clock that jumps by an hour affects none of them.
package struct Instant: Sendable, Comparable {
    let milliseconds: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (instant: Self, span: Duration) -> Self {
        Self(milliseconds: instant.milliseconds + span.milliseconds)
    }

    package static func - (later: Self, earlier: Self) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension Duration {
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

/// The maximum sizes of a message's parts. The defaults are well above what real clients send.
package struct MessageLimits: Sendable, Equatable {
    var methodBytes = 32
    /// The maximum size of a request target. RFC 9112 §3 recommends at least 8,000.
    var targetBytes = 8000
    var fieldBytes = 16 << 10
    var headBytes = 32 << 10
    var fieldCount = 100
    var chunkExtensionBytes = 4 << 10
    /// For chunk lines, extensions and trailers, which cost work but contain no content.
    var chunkOverheadBytes = 16 << 20
    /// The number of bytes of a rejected body that are read and discarded to keep the connection.
    var discardedBytes = 64 << 10
    /// The number of bytes of later requests that are read while one is being answered.
    var readAheadBytes = 64 << 10
    /// The response bytes that may wait for the socket before the next piece is requested.
    var unsentBytes = 64 << 10
    /// Read after the last response, so that the client receives it instead of a reset.
    var lingerBytes = 256 << 10

    package init() {}
}
