package import Basics
import Synchronization

/// Lets the caller stop a rendering. It is checked in every loop whose length depends on the
/// request, and before memory is allocated.
package struct RenderControl: Sendable {
    package enum Verdict: Sendable, Equatable {
        case proceed
        case abandoned, late
        /// The process has no memory left for this allocation.
        case starved
        /// The allocation would exceed the limit even if the process did nothing else.
        case oversized(limit: Int)
    }

    /// The verdict that ended the work. It is permanent, so that unfinished work is never mistaken
    /// for finished work.
    private final class SettledVerdict: Sendable {
        let verdict = Mutex<Verdict?>(nil)
        let isKnown = Atomic(false)
    }

    private let ask: @Sendable (_ bytes: Int) -> Verdict
    private let settled = SettledVerdict()
    /// A monotonic clock in nanoseconds, for the reported timings.
    let now: @Sendable () -> UInt64

    /// Reports progress occasionally, from any thread.
    let onProgress: @Sendable (RenderProgress) -> Void

    /// - Parameter verdict: whether to continue and allocate a number of bytes; a negative number
    ///   frees bytes.
    package init(
        verdict: @escaping @Sendable (_ bytes: Int) -> Verdict = { _ in .proceed },
        now: @escaping @Sendable () -> UInt64 = { 0 },
        onProgress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) {
        ask = verdict
        self.now = now
        self.onProgress = onProgress
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

    /// The control as a `WorkBudget`, for modules that know nothing about rendering.
    package var budget: WorkBudget {
        WorkBudget { verdict(taking: $0) == .proceed }
    }

    package func check(taking bytes: Int = 0) throws(RenderFault) {
        if let fault = verdict(taking: bytes).fault { throw fault }
    }

    /// The reason why the work must end; nil while it may continue.
    package var fault: RenderFault? { verdict().fault }
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
