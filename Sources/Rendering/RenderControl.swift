/// Lets the caller stop a rendering; asked between stripes, pages and parts.
package struct RenderControl: Sendable {
    package enum Verdict: Sendable { case proceed, abandoned, late, starved }

    package let verdict: @Sendable () -> Verdict
    /// Nanoseconds of a steady clock, for the timings that are reported.
    package let now: @Sendable () -> UInt64

    package init(
        verdict: @escaping @Sendable () -> Verdict = { .proceed },
        now: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.verdict = verdict
        self.now = now
    }

    package func check() throws(RenderFault) {
        switch verdict() {
        case .proceed: return
        case .abandoned: throw .abandoned
        case .late: throw .timeout
        case .starved: throw .memory
        }
    }
}
