import Foundation
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
    }

    private static let millisecond: UInt64 = 1_000_000

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
}
