import Rendering
import Synchronization

/// Limits a render to ten progress reports per second, each with more progress than the previous
/// one. A render that ends within 100 ms reports none.
final class ProgressPace: Sendable {
    private struct State: Sendable {
        var lastReport: UInt64
        var fraction = 0.0
    }

    private static let interval: UInt64 = 100_000_000

    private let state: Mutex<State>

    init(since began: UInt64) { state = Mutex(State(lastReport: began)) }

    func isTimely(_ progress: RenderProgress, now: UInt64) -> Bool {
        state.withLock { state in
            guard now >= state.lastReport + Self.interval, progress.fraction > state.fraction else {
                return false
            }
            state = State(lastReport: now, fraction: progress.fraction)
            return true
        }
    }
}
