import Dispatch
import Rendering
import Synchronization
package import System

/// The memory that the process may hold. A failed allocation cannot be caught, and the system would
/// end everybody's request for one.
///
/// Requests reserve what they are about to take. What is reserved counts from then on, what is
/// measured counts as well: neither an estimate that is too low nor memory that was promised and
/// not yet taken brings the process over its limit.
package final class MemoryBudget: Sendable {
    enum Answer: Sendable, Equatable {
        case granted
        /// Others hold too much at present.
        case short
        /// It would not fit even if nobody held anything.
        case oversized
    }

    let limit: Int
    private let limits: MemoryLimits
    private let memory: ProcessMemory
    private let state: Mutex<State>
    /// Resident before the first request.
    private let start: Int

    private struct State: Sendable {
        /// Resident with nothing reserved but what stands: what the program itself takes.
        var baseline: Int
        var reserved = 0
        /// The part that is also held between requests.
        var standing = 0
        var use: MemoryUse?
        var measured: UInt64?
        var trimmed: UInt64?
        /// Pieces of work that ended, and whether somebody waits for a pause in them.
        var ended = 0
        var isWatched = false
    }

    private static let millisecond: UInt64 = 1_000_000
    /// A request of more is worth measuring anew.
    private static let large = 4 << 20
    private static let maxSpare = 32 << 20
    /// Fonts and letters that are kept from one request to the next; what is resident beyond them,
    /// with nothing reserved, is what a burst has left and comes back when it is asked for.
    private static let maxCaches = 48 << 20
    /// Address space that is left to what nobody enters: stacks, tables, arrays that grow.
    private static let addressReserve = 32 << 20

    private let pauses = DispatchQueue(label: "memory")
    /// The ledger of other processes that share the limit.
    private let ledger: MemoryLedger?

    /// - Parameter limit: bytes; 0 for nine tenths of what the system allows.
    package convenience init(
        limit: Int, memory: ProcessMemory = ProcessMemory(), sharing ledger: MemoryLedger? = nil
    ) {
        self.init(limit: limit, limits: .system, memory: memory, ledger: ledger)
    }

    init(
        limit: Int, limits: MemoryLimits, memory: ProcessMemory = ProcessMemory(),
        ledger: MemoryLedger? = nil
    ) {
        self.limits = limits
        self.ledger = ledger
        self.limit = Self.limit(limit, limits)
        self.memory = memory
        start = memory.use()?.resident ?? 0
        state = Mutex(State(baseline: start))
    }

    /// The limit for a setting: 0 means nine tenths of what the system allows.
    package static func limit(_ limit: Int) -> Int { Self.limit(limit, .system) }

    private static func limit(_ limit: Int, _ limits: MemoryLimits) -> Int {
        limit > 0 ? limit : limits.resident / 10 * 9
    }

    /// Whether new work is to be refused. Measured at most fifty times a second.
    func isSpent(now: UInt64) -> Bool {
        state.withLock { !grants(0, leaving: 0, now, &$0) }
    }

    /// Reserves bytes for somebody who holds so many already.
    ///
    /// - Parameter isStanding: whether they are held between requests, too.
    func reserve(
        _ bytes: Int, holding held: Int = 0, isStanding: Bool = false, now: UInt64
    ) -> Answer {
        state.withLock { state in
            // Who holds little finds room beside those who hold all that they can get.
            let spare = held + bytes > Self.large ? min(limit / 16, Self.maxSpare) : 0
            if grants(bytes, leaving: spare, now, &state) {
                state.reserved += bytes
                if isStanding { state.standing += bytes }
                return .granted
            }
            // Every process takes as much as this one before it does anything.
            let room = limit - spare - state.baseline * (1 + (ledger?.others ?? 0))
            return room > 0 && held + bytes > room ? .oversized : .short
        }
    }

    /// Why a body of so many bytes is not taken; nil where the account holds it now.
    func refusal(of bytes: Int, _ account: MemoryReservation, now: UInt64) -> Problem? {
        guard !isSpent(now: now) else { return Problem(RenderFault.memory) }
        return switch account.take(bytes, now: now) {
        case .granted: isSpent(now: now) ? Problem(RenderFault.memory) : nil
        case .short: Problem(RenderFault.memory)
        case .oversized: Problem(RenderFault.tooLargeForMemory(limit: limit))
        }
    }

    func giveBack(_ bytes: Int, isStanding: Bool = false) {
        state.withLock { state in
            state.reserved -= bytes
            if isStanding { state.standing -= bytes }
            guard let ledger else { return }
            if state.reserved == state.standing,
                (state.use?.resident ?? 0) > start + state.standing + Self.maxCaches
            {
                // Only this process can give back what it has freed, and others may wait for it.
                memory.giveBack()
                state.use = memory.use()
            }
            ledger.enter(max(state.use?.resident ?? 0, state.baseline + state.reserved))
        }
    }

    var reserved: Int { state.withLock { $0.reserved } }

    private func grants(
        _ bytes: Int, leaving spare: Int, _ now: UInt64, _ state: inout State
    ) -> Bool {
        look(&state, bytes, now)
        if fits(bytes + spare, state) { return true }
        guard now &- (state.trimmed ?? 0) > 100 * Self.millisecond else { return false }
        // What was freed may only not have been given back yet.
        state.trimmed = now
        memory.giveBack()
        state.measured = nil
        look(&state, bytes, now)
        return fits(bytes + spare, state)
    }

    private func fits(_ bytes: Int, _ state: State) -> Bool {
        let use = state.use ?? MemoryUse(resident: state.baseline, mapped: state.baseline)
        let held = max(use.resident, state.baseline + state.reserved)
        ledger?.enter(held + bytes)
        guard held + bytes + (ledger?.heldByOthers ?? 0) <= limit else {
            ledger?.enter(held)
            return false
        }
        return limits.mapped == .max
            || use.mapped + bytes + Self.addressReserve <= limits.mapped
    }

    private func look(_ state: inout State, _ bytes: Int, _ now: UInt64) {
        if let measured = state.measured, now &- measured < 20 * Self.millisecond,
            bytes < Self.large
        {
            return
        }
        state.measured = now
        state.use = memory.use()
        if state.reserved == state.standing, let use = state.use {
            let own = max(0, use.resident - state.standing)
            state.baseline = min(own, start + Self.maxCaches)
        }
    }

    /// Notes the end of a piece of work. After two seconds without any, freed memory goes back to
    /// the system (measured: otherwise resident memory stays at 149 MB, 89 MB before the burst).
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
            if isPause { memory.giveBack() } else { waitForPause() }
        }
    }
}
