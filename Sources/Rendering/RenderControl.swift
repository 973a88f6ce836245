package import Resources
import Synchronization

/// Lets the caller stop a rendering: asked in every loop that a request can lengthen, and before
/// memory is taken.
package struct RenderControl: Sendable {
    package enum Verdict: Sendable, Equatable {
        case proceed
        case abandoned, late
        /// The process has no memory left for this.
        case starved
        /// It would have none if it did nothing else.
        case oversized(limit: Int)
    }

    /// The verdict that ended the work. It stays, so that unfinished work is never taken for
    /// finished.
    private final class SettledVerdict: Sendable {
        let verdict = Mutex<Verdict?>(nil)
        let isKnown = Atomic(false)
    }

    private let ask: @Sendable (_ bytes: Int) -> Verdict
    private let settled = SettledVerdict()
    /// Nanoseconds of a steady clock, for the timings that are reported.
    package let now: @Sendable () -> UInt64

    /// Told now and then, by any thread, how far it is.
    package let told: @Sendable (RenderProgress) -> Void

    /// - Parameter verdict: whether to go on with so many bytes more; fewer than none come back.
    package init(
        verdict: @escaping @Sendable (_ bytes: Int) -> Verdict = { _ in .proceed },
        now: @escaping @Sendable () -> UInt64 = { 0 },
        told: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) {
        ask = verdict
        self.now = now
        self.told = told
    }

    package func verdict(taking bytes: Int = 0) -> Verdict {
        if bytes < 0 { return ask(bytes) }
        if settled.isKnown.load(ordering: .acquiring) {
            return settled.verdict.withLock { $0 } ?? .proceed
        }
        let verdict = ask(bytes)
        guard verdict != .proceed else { return .proceed }
        return settled.verdict.withLock { ended in
            let first = ended ?? verdict
            ended = first
            settled.isKnown.store(true, ordering: .releasing)
            return first
        }
    }

    /// The same, for those who know nothing of renderings.
    package var allowance: Allowance {
        Allowance { verdict(taking: $0) == .proceed }
    }

    package func check(taking bytes: Int = 0) throws(RenderFault) {
        if let fault = verdict(taking: bytes).fault { throw fault }
    }

    /// Why the work is to end; nil while it may go on.
    var fault: RenderFault? { verdict().fault }
}

extension RenderControl.Verdict {
    fileprivate var fault: RenderFault? {
        switch self {
        case .proceed: nil
        case .abandoned: .abandoned
        case .late: .timeout
        case .starved: .memory
        case .oversized(let limit): .tooLargeForMemory(limit: limit)
        }
    }
}
