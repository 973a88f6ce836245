import Dispatch
import Server
import Synchronization

/// How much memory the process may hold before it takes no more work: a failed allocation cannot be
/// caught, and the system would end everybody's request for one.
final class MemoryBudget: Sendable {
    let limit: Int
    private let measure: @Sendable () -> Int?
    private let state = Mutex(State())

    private struct State: Sendable {
        var measured: UInt64?
        var trimmed: UInt64?
        var dropped: UInt64?
        var isSpent = false
        /// Pieces of work that ended, and whether somebody waits for a pause in them.
        var ended = 0
        var isWatched = false
    }

    private static let millisecond: UInt64 = 1_000_000

    private let pauses = DispatchQueue(label: "memory")

    /// - Parameter limit: bytes; 0 for nine tenths of what the container or the machine has.
    init(limit: Int, measure: @escaping @Sendable () -> Int? = { ProcessMemory.resident }) {
        self.limit = limit > 0 ? limit : ProcessMemory.available / 10 * 9
        self.measure = measure
    }

    /// Whether new work is to be refused. Measured at most fifty times a second.
    func isSpent(now: UInt64) -> Bool {
        state.withLock { state in
            if let measured = state.measured, now &- measured < 20 * Self.millisecond {
                return state.isSpent
            }
            state.measured = now
            state.isSpent = (measure() ?? 0) > limit
            if state.isSpent, now &- (state.trimmed ?? 0) > 1_000 * Self.millisecond {
                // What was freed may only not have been given back yet.
                state.trimmed = now
                SystemMemory.giveBack()
                state.isSpent = (measure() ?? 0) > limit
            }
            return state.isSpent
        }
    }

    /// Whether work under way must end. One at a time and then a pause, in which its memory comes
    /// back: not everybody is to go for one that is too large.
    func dropsOne(now: UInt64) -> Bool {
        guard isSpent(now: now) else { return false }
        return state.withLock { state in
            if let dropped = state.dropped, now &- dropped < 500 * Self.millisecond {
                return false
            }
            state.dropped = now
            state.measured = nil
            return true
        }
    }

    /// A piece of work has ended. Once there has been none for two seconds, what the burst has freed
    /// goes back to the system: measured 149 MB after one that began at 89, for as long as one looked.
    func workEnded() {
        let isFirst = state.withLock { state in
            state.ended += 1
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isFirst { waitForPause() }
    }

    private func waitForPause() {
        let ended = state.withLock { $0.ended }
        pauses.asyncAfter(deadline: .now() + 2) { [self] in
            let isPause = state.withLock { state in
                state.isWatched = state.ended != ended
                return !state.isWatched
            }
            if isPause { SystemMemory.giveBack() } else { waitForPause() }
        }
    }
}
