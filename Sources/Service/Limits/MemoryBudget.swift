import Basics
import Dispatch
import FoundationEssentials
import Glibc
package import Rendering
import Synchronization
package import System

/// The memory that this process may use. A failed allocation cannot be caught, and a process that
/// the system kills for its memory takes every request with it.
///
/// Requests reserve memory before they allocate it. The larger of the reserved and the measured
/// memory counts, so that neither a low estimate nor memory reserved but not yet allocated exceeds
/// the limit.
package final class MemoryBudget: Sendable {
    enum Answer: Sendable, Equatable {
        case granted
        /// Too much is in use now.
        case short
        /// The request exceeds the limit even if nothing else is in use.
        case oversized
    }

    package let limit: Int
    private let systemLimit: ProcessMemory
    private let measure: @Sendable () -> ProcessMemory?
    /// Returns freed memory to the system.
    private let trim: @Sendable () -> Void
    /// The memory of processes that share the limit.
    private let shared: SharedMemoryUse?
    /// Resident memory before the first request.
    private let start: Int
    private let state: Mutex<State>
    private let pauses = DispatchQueue(label: "memory")

    private struct State: Sendable {
        /// Resident memory of the program itself, with only standing reservations.
        var baseline: Int
        var reserved = 0
        /// The part of `reserved` that is held between requests.
        var standing = 0
        var use: ProcessMemory?
        var measured: UInt64?
        var trimmed: UInt64?
        /// The number of renders that ended, and whether `waitForPause` is scheduled.
        var ended = 0
        var isWatched = false
    }

    private static let millisecond: UInt64 = 1_000_000
    /// The size of a large reservation, which gets a new measurement and must leave memory to small
    /// ones.
    private static let large = 4 << 20
    private static let maxSpare = 32 << 20
    /// Fonts and glyphs cached between requests. Resident memory beyond them, with nothing
    /// reserved, is left from a burst and returns to the system on request.
    private static let maxCaches = 48 << 20
    /// Address space for unreserved memory: stacks, tables, growing arrays.
    private static let addressReserve = 32 << 20

    /// - Parameters:
    ///   - limit: bytes; 0 for nine tenths of the system's limit.
    ///   - measure: returns the memory in use, or nil if unknown.
    package convenience init(
        limit: Int, sharing shared: SharedMemoryUse? = nil,
        measure: @escaping @Sendable () -> ProcessMemory? = { ProcessMemory.used },
        trim: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            limit: limit, systemLimit: .limit, sharing: shared, measure: measure, trim: trim)
    }

    init(
        limit: Int, systemLimit: ProcessMemory, sharing shared: SharedMemoryUse? = nil,
        measure: @escaping @Sendable () -> ProcessMemory?,
        trim: @escaping @Sendable () -> Void = {}
    ) {
        self.limit = Self.limit(limit, systemLimit)
        self.systemLimit = systemLimit
        self.shared = shared
        self.measure = measure
        self.trim = trim
        start = measure()?.resident ?? 0
        state = Mutex(State(baseline: start))
        shared?.set(start)
    }

    /// The memory of all processes before the first request, if it leaves none for requests.
    package var excess: Int? {
        let used = start + (shared?.usedByOthers ?? 0)
        return used + Self.large > limit ? used : nil
    }

    /// The limit for a setting: 0 means nine tenths of the system's limit.
    package static func limit(_ limit: Int) -> Int { Self.limit(limit, .limit) }

    private static func limit(_ limit: Int, _ system: ProcessMemory) -> Int {
        limit > 0 ? limit : system.resident / 10 * 9
    }

    /// Whether new requests must be rejected. Measures at most fifty times a second.
    func isSpent(now: UInt64) -> Bool {
        state.withLock { !grants(0, leaving: 0, now, &$0) }
    }

    /// - Parameters:
    ///   - held: the bytes that the caller has reserved already.
    ///   - isStanding: whether they are held between requests.
    func reserve(
        _ bytes: Int, holding held: Int = 0, isStanding: Bool = false, now: UInt64
    ) -> Answer {
        state.withLock { state in
            // Large requests leave some memory to small ones.
            let spare = held + bytes > Self.large ? min(limit / 16, Self.maxSpare) : 0
            if grants(bytes, leaving: spare, now, &state) {
                state.reserved += bytes
                if isStanding { state.standing += bytes }
                return .granted
            }
            // Every other process uses at least this one's baseline.
            let room = limit - spare - state.baseline * (1 + (shared?.others ?? 0))
            return room > 0 && held + bytes > room ? .oversized : .short
        }
    }

    /// Reserves the bytes of a request's body; returns the problem if they are not granted.
    func refusal(
        of bytes: Int, _ reservation: MemoryReservation, now: UInt64
    ) -> Explanation? {
        guard !isSpent(now: now) else { return Explanation.memory }
        return switch reservation.reserve(bytes, now: now) {
        case .granted: isSpent(now: now) ? Explanation.memory : nil
        case .short: Explanation.memory
        case .oversized: RenderFault.tooLargeForMemory(limit: limit).explanation
        }
    }

    func release(_ bytes: Int, isStanding: Bool = false) {
        state.withLock { state in
            state.reserved -= bytes
            if isStanding { state.standing -= bytes }
            guard let shared else { return }
            if state.reserved == state.standing,
                (state.use?.resident ?? 0) > start + state.standing + Self.maxCaches
            {
                // Only this process can return its freed memory, and others may wait for it.
                trim()
                state.use = measure()
            }
            shared.set(max(state.use?.resident ?? 0, state.baseline + state.reserved))
        }
    }

    var reserved: Int { state.withLock { $0.reserved } }

    private func grants(
        _ bytes: Int, leaving spare: Int, _ now: UInt64, _ state: inout State
    ) -> Bool {
        look(&state, bytes, now)
        if fits(bytes + spare, state) { return true }
        guard now &- (state.trimmed ?? 0) > 100 * Self.millisecond else { return false }
        // Freed memory may not have returned to the system yet.
        state.trimmed = now
        trim()
        state.measured = nil
        look(&state, bytes, now)
        return fits(bytes + spare, state)
    }

    private func fits(_ bytes: Int, _ state: State) -> Bool {
        let use = state.use ?? ProcessMemory(resident: state.baseline, mapped: state.baseline)
        let held = max(use.resident, state.baseline + state.reserved)
        shared?.set(held + bytes)
        guard held + bytes + (shared?.usedByOthers ?? 0) <= limit else {
            shared?.set(held)
            return false
        }
        return systemLimit.mapped == .max
            || use.mapped + bytes + Self.addressReserve <= systemLimit.mapped
    }

    private func look(_ state: inout State, _ bytes: Int, _ now: UInt64) {
        if let measured = state.measured, now &- measured < 20 * Self.millisecond,
            bytes < Self.large
        {
            return
        }
        state.measured = now
        state.use = measure()
        if state.reserved == state.standing, let use = state.use {
            let own = max(0, use.resident - state.standing)
            state.baseline = min(own, start + Self.maxCaches)
        }
    }

    /// Counts a render that ended. After two seconds without another one, freed memory
    /// returns to the system (measured: otherwise resident memory stays at 149 MB, 89 MB before the
    /// burst).
    func renderEnded() {
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
            if isPause { trim() } else { waitForPause() }
        }
    }
}

/// Memory reserved from the budget: by a request until its response is sent, or by a cache.
///
/// Every large buffer is reserved before it is allocated. The reservation grows in steps of 1 MiB,
/// so that small requests rarely access the budget.
package final class MemoryReservation: Sendable {
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
    package init(_ budget: MemoryBudget?, limit: Int = .max, isStanding: Bool = false) {
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

    /// Returns a control that stops work if its caller has left, its time is up, or memory is
    /// exhausted.
    ///
    /// - Parameter deadline: in nanoseconds of uptime.
    package func control(
        until deadline: UInt64, isCanceled: @escaping @Sendable () -> Bool,
        onProgress: @escaping @Sendable (RenderProgress) -> Void
    ) -> RenderControl {
        RenderControl(
            verdict: { [self] bytes in
                if bytes < 0 {
                    release(-bytes)
                    return .proceed
                }
                if isCanceled() { return .abandoned }
                let now = DispatchTime.now().uptimeNanoseconds
                if now > deadline { return .late }
                if bytes == 0 { return .proceed }
                return switch reserve(bytes, now: now) {
                case .granted: .proceed
                case .short: .starved
                case .oversized: .oversized(limit: budget?.limit ?? limit)
                }
            }, now: { DispatchTime.now().uptimeNanoseconds }, onProgress: onProgress)
    }

    /// Releases all but this number of bytes, which are still to be sent.
    func shrink(to bytes: Int) {
        let surplus = held - bytes
        if surplus > 0 { release(surplus) }
    }
}

/// The memory of a process: the amount in use, or the system's limit.
package struct ProcessMemory: Sendable, Equatable {
    /// The number of bytes in physical memory.
    package var resident: Int
    /// The number of bytes of address space.
    package var mapped: Int

    // MARK: Use

    /// The memory used by this process; nil without /proc.
    package static var used: ProcessMemory? { measured("self", countsShared: true) }

    /// The memory used by this process without pages of files, which processes of one program
    /// share.
    package static var usedAlone: ProcessMemory? { measured("self", countsShared: false) }

    /// Returns the memory used by a child process without pages of files.
    package static func usedAlone(by process: Int32) -> ProcessMemory? {
        measured("\(process)", countsShared: false)
    }

    private static func measured(_ process: String, countsShared: Bool) -> ProcessMemory? {
        let fields = (ControlGroups.read("/proc/\(process)/statm") ?? "").split(separator: " ")
        guard fields.count > 2, let mapped = Int(fields[0]), let resident = Int(fields[1]),
            let shared = Int(fields[2])
        else { return nil }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return ProcessMemory(
            resident: (countsShared ? resident : resident - shared) * page, mapped: mapped * page)
    }

    // MARK: Limits

    /// The limits of this process: the machine's memory, RLIMIT_AS and control groups.
    static var limit: ProcessMemory {
        let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let mapped = addressSpaceLimit(ControlGroups.read) ?? .max
        return ProcessMemory(
            resident: min(machine, mapped, ControlGroups.memoryLimit(ControlGroups.read) ?? .max),
            mapped: mapped)
    }

    /// The soft limit of address space (RLIMIT_AS); nil if there is none.
    static func addressSpaceLimit(_ read: (String) -> String?) -> Int? {
        let name = "Max address space"
        let line = (read("/proc/self/limits") ?? "").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }
}
