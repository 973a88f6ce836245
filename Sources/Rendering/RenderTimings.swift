import Synchronization

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

    private var sums: [Stage: UInt64] = [:]

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

    func add(_ nanoseconds: UInt64, to stage: RenderTimings.Stage) {
        sums.withLock { $0[stage] &+= nanoseconds }
    }
}
