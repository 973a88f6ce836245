import Dispatch
import Synchronization

/// Memory reserved from the budget: by a request until its response is sent, or by a cache.
///
/// Every large buffer is reserved before it is allocated. The reservation grows in steps of 1 MiB,
/// so that small requests rarely access the budget.
final class MemoryReservation: Sendable {
    private struct State: Sendable {
        var held = 0
        var reserved = 0
        var peak = 0
    }

    /// The maximum number of bytes of this reservation, regardless of the budget.
    let limit: Int
    private let budget: MemoryBudget?
    /// Whether the memory is held between requests.
    private let isStanding: Bool
    private let state = Mutex(State())

    private static let step = 1 << 20

    /// - Parameter budget: nil to apply only `limit`.
    init(_ budget: MemoryBudget?, limit: Int = .max, isStanding: Bool = false) {
        self.budget = budget
        self.limit = limit
        self.isStanding = isStanding
    }

    deinit { budget?.release(state.withLock { $0.reserved }, isStanding: isStanding) }

    var held: Int { state.withLock { $0.held } }

    /// The maximum number of bytes held at once so far.
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

    func reserve(_ bytes: Int) -> Bool {
        reserve(bytes, now: DispatchTime.now().uptimeNanoseconds) == .granted
    }

    func release(_ bytes: Int) {
        state.withLock { state in
            state.held = max(0, state.held - bytes)
            let spare = (state.reserved - state.held) / Self.step * Self.step
            // One step is kept, so that short-lived buffers do not access the budget each time.
            if spare > Self.step {
                state.reserved -= spare - Self.step
                budget?.release(spare - Self.step, isStanding: isStanding)
            }
        }
    }

    /// Releases all but this number of bytes, which are still to be sent.
    func shrink(to bytes: Int) {
        let surplus = held - bytes
        if surplus > 0 { release(surplus) }
    }
}
