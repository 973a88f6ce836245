import Dispatch
import Synchronization

/// Memory reserved from the budget: by a request until its response is sent, or by a cache.
///
/// Every large buffer is reserved before it is allocated. The reservation grows in steps of 1 MiB,
/// so that small requests rarely ask the budget.
final class MemoryReservation: Sendable {
    private struct State: Sendable {
        var held = 0
        var reserved = 0
        var peak = 0
    }

    /// The most that this reservation may hold, whatever the budget has left.
    let limit: Int
    private let budget: MemoryBudget?
    /// Whether the memory is held between requests.
    private let isStanding: Bool
    private let state = Mutex(State())

    private static let step = 1 << 20

    /// - Parameter budget: nil to apply `limit` alone.
    init(_ budget: MemoryBudget?, limit: Int = .max, isStanding: Bool = false) {
        self.budget = budget
        self.limit = limit
        self.isStanding = isStanding
    }

    deinit { budget?.release(state.withLock { $0.reserved }, isStanding: isStanding) }

    /// The bytes held now.
    var held: Int { state.withLock { $0.held } }

    /// The most bytes ever held.
    var peak: Int { state.withLock { $0.peak } }

    /// Reserves bytes that are about to be allocated.
    func reserve(_ bytes: Int, now: @autoclosure () -> UInt64) -> MemoryBudget.Answer {
        state.withLock { state in
            let held = state.held + bytes
            guard held <= limit else { return .short }
            if held > state.reserved, let budget {
                let wanted = (held + Self.step - 1) / Self.step * Self.step - state.reserved
                let answer = budget.reserve(
                    wanted, holding: state.reserved, isStanding: isStanding, now: now())
                guard answer == .granted else { return answer }
                state.reserved += wanted
            }
            state.held = held
            state.peak = max(state.peak, held)
            return .granted
        }
    }

    /// Whether bytes could be reserved.
    func reserve(_ bytes: Int) -> Bool {
        reserve(bytes, now: DispatchTime.now().uptimeNanoseconds) == .granted
    }

    /// Releases bytes that were freed.
    func release(_ bytes: Int) {
        state.withLock { state in
            state.held = max(0, state.held - bytes)
            let spare = (state.reserved - state.held) / Self.step * Self.step
            // One step is kept: buffers that come and go must not ask the budget each time.
            if spare > Self.step {
                state.reserved -= spare - Self.step
                budget?.release(spare - Self.step, isStanding: isStanding)
            }
        }
    }

    /// Releases all but so many bytes, those still to be sent.
    func shrink(to bytes: Int) {
        let surplus = held - bytes
        if surplus > 0 { release(surplus) }
    }
}
