import Synchronization

/// The duration of each stage in nanoseconds, added up over all workers.
package struct RenderTimings: Sendable, Equatable {
    package enum Stage: String, CaseIterable, Sendable {
        /// Pictures looked at, text shaped, rows placed.
        case layout
        /// Rows and pages drawn.
        case paint
        /// Pixels packed and compressed.
        case encode
        /// Content that only the end allows: a document's fonts, structure and attachments.
        case finish
    }

    private var sums: [Stage: UInt64] = [:]

    package init() {}

    /// Zero for a stage that the format does not have.
    package subscript(stage: Stage) -> UInt64 {
        get { sums[stage] ?? 0 }
        set { sums[stage] = newValue }
    }
}

/// Adds up, across workers, what the stages of one rendering take.
final class StageTimer: Sendable {
    private let now: @Sendable () -> UInt64
    private let sums = Mutex(RenderTimings())

    init(_ control: RenderControl) { now = control.now }

    var timings: RenderTimings { sums.withLock { $0 } }

    /// - Parameter outer: the stage that is being timed already, whose part this is not.
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

    func add(_ nanoseconds: UInt64, to stage: RenderTimings.Stage) {
        sums.withLock { $0[stage] &+= nanoseconds }
    }
}
