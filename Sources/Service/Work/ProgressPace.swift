import Rendering
import Synchronization

/// Lets ten words a second through of how far a rendering is, each of them farther than the one
/// before: what is over within the first tenth says nothing.
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
