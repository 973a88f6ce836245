import Synchronization

/// The memory that one request holds: every large buffer is counted before it is allocated.
///
/// Memory is reserved in pieces, so that small requests seldom ask for any.
final class MemoryReservation: Sendable {
    private struct State: Sendable {
        var held = 0
        var reserved = 0
        var peak = 0
    }

    private let budget: MemoryBudget
    private let state = Mutex(State())

    private static let piece = 1 << 20

    /// Whether it holds something between requests, too.
    private let isStanding: Bool

    init(_ budget: MemoryBudget, isStanding: Bool = false) {
        self.budget = budget
        self.isStanding = isStanding
    }

    deinit { budget.giveBack(state.withLock { $0.reserved }, isStanding: isStanding) }

    /// The most it ever held.
    var peak: Int { state.withLock { $0.peak } }

    /// Counts bytes that are about to be allocated, or subtracts those that were freed.
    func take(_ bytes: Int, now: @autoclosure () -> UInt64) -> MemoryBudget.Answer {
        state.withLock { state in
            let held = max(0, state.held + bytes)
            if held > state.reserved {
                let wanted = (held + Self.piece - 1) / Self.piece * Self.piece - state.reserved
                let answer = budget.reserve(
                    wanted, holding: state.reserved, isStanding: isStanding, now: now())
                guard answer == .granted else { return answer }
                state.reserved += wanted
            }
            state.held = held
            state.peak = max(state.peak, held)
            let spare = (state.reserved - held) / Self.piece * Self.piece
            // Half a piece to and fro must not go to the budget each time.
            if spare > Self.piece {
                state.reserved -= spare - Self.piece
                budget.giveBack(spare - Self.piece, isStanding: isStanding)
            }
            return .granted
        }
    }

    /// Subtracts all but what is still to be sent.
    func keep(_ bytes: Int) {
        let surplus = state.withLock { $0.held - bytes }
        if surplus > 0 { _ = take(-surplus, now: 0) }
    }
}
