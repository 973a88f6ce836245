/// A moment on a clock that only goes forward, in milliseconds from an origin that means nothing.
///
/// Passed in from outside, never read here: deadlines can then be tested without waiting, and a
/// wall clock that jumps an hour moves none of them.
package struct Instant: Sendable, Comparable {
    package let milliseconds: Int

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
