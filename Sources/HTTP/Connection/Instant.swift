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
