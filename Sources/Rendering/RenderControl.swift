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

    /// The same control, which also ends the work when a condition no longer holds.
    package func `while`(_ mayContinue: @escaping @Sendable () -> Bool) -> RenderControl {
        RenderControl(
            verdict: { bytes in
                bytes >= 0 && !mayContinue() ? .abandoned : self.verdict(taking: bytes)
            }, now: now, onProgress: onProgress)
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

/// The progress of a rendering: the rounds of deriving an export's key, the bytes or lines read of
/// the export, the rows measured, the parts drawn.
package struct RenderProgress: Sendable, Equatable {
    package enum Stage: Int, Sendable, CaseIterable { case unlocking, reading, layout, output }

    package let stage: Stage
    package let done: Int
    package let all: Int

    package init(_ stage: Stage, done: Int, of all: Int) {
        self.stage = stage
        self.done = min(done, all)
        self.all = all
    }

    /// The completed share of the current stage.
    package var part: Double { all > 0 ? Double(done) / Double(all) : 0 }

    /// The estimated share of the whole rendering. Reading and measuring take about a third of most
    /// renderings.
    package var fraction: Double {
        switch stage {
        case .unlocking: 0.05 * part
        case .reading: 0.1 * part
        case .layout: 0.1 + 0.2 * part
        case .output: 0.3 + 0.7 * part
        }
    }
}

/// The duration of each stage in nanoseconds, summed over all workers.
package struct RenderTimings: Sendable, Equatable {
    package enum Stage: String, CaseIterable, Sendable {
        /// Probing pictures, shaping text and placing rows.
        case layout
        /// Drawing rows and pages.
        case paint
        /// Packing and compressing pixels.
        case encode
        /// Writing content that is only known at the end: a document's fonts, structure and
        /// attachments.
        case finish
    }

    /// How rows of a PNG were compressed.
    package enum Rows: String, CaseIterable, Sendable {
        /// From what is in them.
        case planned
        /// From their pixels.
        case painted
    }

    private var sums: [Stage: UInt64] = [:]
    package var rows: [Rows: Int] = [:]

    package init() {}

    /// The duration of a stage; zero if the format does not have the stage.
    package subscript(stage: Stage) -> UInt64 {
        get { sums[stage] ?? 0 }
        set { sums[stage] = newValue }
    }
}

/// Sums the durations of a rendering's stages across workers.
final class StageTimer: Sendable {
    private let now: @Sendable () -> UInt64
    private let sums = Mutex(RenderTimings())

    init(_ control: RenderControl) { now = control.now }

    var timings: RenderTimings { sums.withLock { $0 } }

    /// - Parameter outer: the stage that is being timed already; the time is subtracted from it.
    func time<Result: ~Copyable, Failure: Error>(
        _ stage: RenderTimings.Stage, within outer: RenderTimings.Stage? = nil,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let began = now()
        defer {
            let taken = now() &- began
            add(taken, to: stage)
            if let outer { sums.withLock { $0[outer] &-= taken } }
        }
        return try body()
    }

    func count(_ way: RenderTimings.Rows, rows: Int) {
        sums.withLock { $0.rows[way, default: 0] += rows }
    }

    func add(_ nanoseconds: UInt64, to stage: RenderTimings.Stage) {
        sums.withLock { $0[stage] &+= nanoseconds }
    }
}
