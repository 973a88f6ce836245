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
