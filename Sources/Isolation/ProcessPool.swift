import Basics
import Dispatch
import Synchronization
package import System

/// Render processes, and the requests that wait for them.
///
/// A process may exit at any moment. Its unanswered requests go to another process, and a new
/// process replaces it. After a crash, each request that the process had is retried alone, so that
/// only the request that causes the crash is rejected.
package final class ProcessPool: Sendable {
    package struct Settings: Sendable {
        package var processes = 2
        /// The number of requests of each size that one process renders at once.
        package var small = 1
        package var large = 1
        /// The number of requests that may wait.
        package var queue = 256
        /// The seconds that a request may wait.
        package var queueSeconds: Double = 30
        /// The seconds after which a process is killed if it has not finished a request.
        package var hardSeconds: Double = 61
        /// The memory in bytes above which an idle process is replaced.
        package var mark = 512 << 20

        package init() {}
    }

    package enum Admission: Sendable {
        case accepted(UInt32)
        case full, closed, quarantined
    }

    /// Starts a render process and passes it one end of each socket.
    package typealias Launch =
        @Sendable (_ slot: Int, _ socket: borrowing Descriptor, _ packets: borrowing Descriptor)
        throws(SystemError) -> ChildProcess

    /// Signs a digest for a request and returns the packed reply.
    package typealias Sign =
        @Sendable (_ requestID: String, _ digest: [UInt8]) -> (facts: [UInt8], body: [UInt8])

    private struct State: Sendable {
        var slots: [Slot]
        var requests: [UInt32: PendingRequest] = [:]
        /// Requests in the order of their arrival, retries first.
        var waiting: [UInt32] = []
        var quarantine = Quarantine()
        var numbers: UInt32 = 0
        var hasStarted = false
        var isClosed = false
        var isWatching = false
        var counts = ProcessCounts()
        var firstEnd: ChildProcess.End?

        func began(_ number: UInt32) -> UInt64 { requests[number]?.began ?? .max / 2 }

        /// The client of a request that the slot's process is rendering. A compromised process
        /// therefore cannot answer another process's requests.
        func client(of number: UInt32, at slot: Int) -> (any PoolClient)? {
            slots[slot].requests.contains(number) ? requests[number]?.client : nil
        }

        /// Kills the processes whose requests exceeded their time limit.
        mutating func endLate(now: UInt64, _ settings: ProcessPool.Settings) {
            let limit = UInt64(settings.hardSeconds * 1e9)
            for slot in slots.indices where slots[slot].verdict == nil {
                let late = slots[slot].requests.filter { now > began($0) + limit }
                guard let oldest = late.min(by: { began($0) < began($1) }) else { continue }
                slots[slot].verdict = .late
                slots[slot].late = oldest
                slots[slot].process?.kill()
            }
        }

        /// Removes a request and frees the slot reserved for it.
        mutating func forget(_ number: UInt32) -> PendingRequest? {
            for slot in slots.indices where slots[slot].reserved == number {
                slots[slot].reserved = nil
            }
            return requests.removeValue(forKey: number)
        }

        /// Returns the slot with room that has the fewest requests, or nil if the request must wait.
        mutating func slot(
            for request: PendingRequest, _ number: UInt32, _ settings: ProcessPool.Settings
        ) -> Int? {
            guard request.isSuspect else {
                return slots.indices.filter {
                    slots[$0].hasRoom(isSmall: request.isSmall, settings)
                }.min { slots[$0].requests.count < slots[$1].requests.count }
            }
            // A suspect is rendered alone, in a process reserved for it once the other requests there
            // are done.
            if let slot = slots.firstIndex(where: { $0.reserved == number }) {
                return slots[slot].requests.isEmpty && slots[slot].takesRequests ? slot : nil
            }
            let free = slots.indices.filter { slots[$0].takesRequests && slots[$0].reserved == nil }
            guard let slot = free.min(by: { slots[$0].requests.count < slots[$1].requests.count }),
                // A busy process is reserved only if another one can take the other requests.
                free.count > 1 || slots.count == 1 || slots[slot].requests.isEmpty
            else { return nil }
            slots[slot].reserved = number
            return slots[slot].requests.isEmpty ? slot : nil
        }
    }

    private let state: Mutex<State>
    package let settings: Settings
    private let launch: Launch
    private let onExit: @Sendable (ProcessEnd) -> Void
    private let signed: Sign?
    private let memoryUse: SharedMemoryUse
    private let queue = DispatchQueue(label: "processes")
    /// Signaled when a process has started or exited, for `start`.
    private let changed = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - sign: nil if this process has no key.
    ///   - onExit: called for each unexpected exit of a process.
    package init(
        settings: Settings, memoryUse: SharedMemoryUse, sign: Sign? = nil, launch: @escaping Launch,
        onExit: @escaping @Sendable (ProcessEnd) -> Void
    ) {
        self.settings = settings
        self.onExit = onExit
        self.memoryUse = memoryUse
        signed = sign
        self.launch = launch
        state = Mutex(State(slots: Array(repeating: Slot(), count: settings.processes)))
    }

    // MARK: Processes

    /// Starts one process and waits for it, then starts the others without waiting: on few cores,
    /// processes that start at once delay each other.
    ///
    /// - Returns: the facts reported by the first process, or how it exited.
    package func start() throws(SystemError) -> Result<[UInt8], StartFailure> {
        try place(at: 0)
        while true {
            changed.wait()
            let outcome: Result<[UInt8], StartFailure>? = state.withLock { state in
                if let end = state.firstEnd { return .failure(StartFailure(end: end)) }
                guard state.slots[0].isReady else { return nil }
                state.hasStarted = true
                return .success(state.slots[0].facts)
            }
            guard let outcome else { continue }
            if case .success = outcome {
                for slot in 1..<settings.processes { replace(at: slot, after: 0) }
            }
            return outcome
        }
    }

    package struct StartFailure: Error, Sendable {
        package let end: ChildProcess.End
    }

    private func place(at slot: Int) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard !state.isClosed else { return }
            let process = try RenderProcess { socket, packets throws(SystemError) in
                try launch(slot, socket, packets)
            } received: { [self] process, frame in
                received(frame, from: process, at: slot)
            } ended: { [self] process, end in
                ended(process, end, at: slot)
            }
            state.slots[slot] = Slot(process, failures: state.slots[slot].failures)
            state.counts.starts += 1
        }
    }

    /// Replaces a process that exited: immediately, or after a growing delay if processes exit
    /// before they have started.
    private func replace(at slot: Int, after failures: Int) {
        queue.asyncAfter(deadline: .now() + Self.delay(after: failures)) { [self] in
            do throws(SystemError) {
                try place(at: slot)
            } catch {
                state.withLock { $0.slots[slot].failures += 1 }
                replace(at: slot, after: failures + 1)
            }
        }
    }

    /// The seconds before a process is started again.
    static func delay(after failures: Int) -> Double {
        failures < 2 ? 0 : min(5, 0.1 * Double(1 << min(failures - 2, 6)))
    }

    private func ended(_ process: RenderProcess, _ end: ChildProcess.End, at slot: Int) {
        var endings: [(any PoolClient, PoolFailure)] = []
        var crashers: [PendingRequest] = []
        let now = DispatchTime.now().uptimeNanoseconds
        let failures: Int? = state.withLock { state in
            memoryUse.clear(slot + 1)
            let former = state.slots[slot]
            state.firstEnd = state.firstEnd ?? end
            let cause = former.verdict ?? ProcessCounts.Cause(end)
            // A process killed from outside did not fail to start.
            let isFailure = !former.isReady && cause != .killed
            state.slots[slot] = Slot(failures: isFailure ? former.failures + 1 : 0)
            // `start` reports the exit of the first process.
            if !former.isDismissed, !state.isClosed, state.hasStarted {
                state.counts.ends[cause.rawValue, default: 0] += 1
                onExit(
                    ProcessEnd(
                        process: process.number, cause: cause, status: end,
                        requests: former.requests.sorted().compactMap {
                            state.requests[$0]?.requestID
                        }))
            }
            for number in former.requests.sorted().reversed() {
                guard let request = state.requests[number] else { continue }
                guard !request.isWithdrawn else {
                    state.requests[number] = nil
                    endings.append((request.client, .withdrawn))
                    continue
                }
                if let failure = request.failure(
                    after: cause, isLate: former.late == number)
                {
                    endings.append((request.client, failure))
                    state.requests[number] = nil
                    guard failure == .crashed else { continue }
                    state.counts.quarantined += 1
                    if cause == .crash { crashers.append(request) }
                } else {
                    state.requests[number] = request.retried(after: cause, now: now)
                    state.waiting.insert(number, at: 0)
                    state.counts.retries += 1
                }
            }
            return state.isClosed || !state.hasStarted ? nil : state.slots[slot].failures
        }
        for request in crashers {
            guard let digest = Quarantine.digest(request) else { continue }
            state.withLock { $0.quarantine.add(digest, now: now) }
        }
        for (client, failure) in endings { client.end(failure) }
        changed.signal()
        if let failures { replace(at: slot, after: failures) }
        dispatch()
    }

    private func received(_ frame: Frame, from process: RenderProcess, at slot: Int) {
        switch frame.kind {
        case .ready:
            state.withLock { state in
                state.slots[slot].isReady = true
                state.slots[slot].failures = 0
                state.slots[slot].facts = frame.facts
            }
            changed.signal()
            dispatch()
        case .head, .piece, .progress:
            let client = state.withLock { $0.client(of: frame.number, at: slot) }
            if let client, !client.take(frame) { cancel(frame.number) }
        case .response, .end, .broken:
            let client = state.withLock { state in
                let client = state.client(of: frame.number, at: slot)
                guard client != nil else { return client }
                let request = state.requests.removeValue(forKey: frame.number)
                state.slots[slot].remove(frame.number, isSmall: request?.isSmall ?? true)
                if state.slots[slot].requests.isEmpty, memoryUse.used(in: slot + 1) > settings.mark
                {
                    state.slots[slot].isDismissed = true
                    state.slots[slot].process?.dismiss()
                }
                return client
            }
            dispatch()
            _ = client?.take(frame)
        case .small, .large:
            state.withLock { state in
                guard let request = state.requests[frame.number],
                    state.slots[slot].requests.contains(frame.number)
                else { return }
                let isSmall = frame.kind == .small
                state.slots[slot].remove(frame.number, isSmall: request.isSmall)
                state.slots[slot].add(frame.number, isSmall: isSmall)
                state.requests[frame.number]?.isSmall = isSmall
            }
            dispatch()
        case .sign: sign(frame, for: process, at: slot)
        case .request, .cancel, .signed: process.kill()
        }
    }

    /// Signs a digest for a request that this process is rendering, and nothing else. A compromised
    /// process never has the key; it gets one signature at a time, and each one is logged.
    private func sign(_ frame: Frame, for process: RenderProcess, at slot: Int) {
        let request: String? = state.withLock { state in
            guard state.slots[slot].requests.contains(frame.number) else { return nil }
            return state.requests[frame.number]?.requestID
        }
        guard let signed, let request, frame.body.count == Self.digestBytes else {
            return process.kill()
        }
        let reply = signed(request, Array(frame.body))
        // A process that cannot take the reply is killed; its requests then go to another process.
        if !process.send(
            Frame(.signed, frame.number, facts: reply.facts, body: reply.body[...]))
        {
            process.kill()
        }
    }

    /// The size of a SHA-256 digest.
    private static let digestBytes = 32

    // MARK: The end

    /// Kills the processes. A process stopped by SIGSTOP would otherwise outlive this one.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            for slot in state.slots.indices {
                state.slots[slot].isDismissed = true
                state.slots[slot].process?.kill()
            }
        }
    }

    package var counts: ProcessCounts {
        state.withLock { state in
            var counts = state.counts
            counts.running = state.slots.count(where: \.isReady)
            counts.queued = state.waiting.count
            counts.processes = state.slots.compactMap { $0.process?.number }
            counts.busy = state.slots.reduce(0) { $0 + $1.requests.count }
            return counts
        }
    }

    package func submit(_ request: PendingRequest) -> Admission {
        let isSuspicious = state.withLock { !$0.quarantine.isEmpty }
        if isSuspicious, let digest = Quarantine.digest(request),
            state.withLock({ $0.quarantine.holds(digest, now: request.queued) })
        {
            state.withLock { $0.counts.quarantined += 1 }
            return .quarantined
        }
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.waiting.count >= settings.queue { return .full }
            repeat { state.numbers &+= 1 } while state.requests[state.numbers] != nil
            state.requests[state.numbers] = request
            state.waiting.append(state.numbers)
            return .accepted(state.numbers)
        }
        dispatch()
        return admission
    }

    /// Removes a request whose client no longer waits, or cancels it if a process has it.
    package func withdraw(_ number: UInt32) {
        let client: (any PoolClient)? = state.withLock { state in
            guard let index = state.waiting.firstIndex(of: number) else { return nil }
            state.waiting.remove(at: index)
            return state.forget(number)?.client
        }
        if let client { client.end(.withdrawn) } else { cancel(number) }
    }

    func cancel(_ number: UInt32) {
        state.withLock { state in
            guard state.requests[number] != nil else { return }
            state.requests[number]?.isWithdrawn = true
            for slot in state.slots where slot.requests.contains(number) {
                if slot.process?.send(Frame(.cancel, number)) == false { slot.process?.kill() }
            }
        }
    }

    /// Sends waiting requests to processes that have room.
    private func dispatch() {
        state.withLock { state in
            var index = 0
            while index < state.waiting.count {
                let number = state.waiting[index]
                guard let request = state.requests[number] else {
                    state.waiting.remove(at: index)
                    continue
                }
                guard let slot = state.slot(for: request, number, settings) else {
                    index += 1
                    continue
                }
                state.waiting.remove(at: index)
                state.slots[slot].add(number, isSmall: request.isSmall)
                state.requests[number]?.began = DispatchTime.now().uptimeNanoseconds
                request.client.began()
                if let process = state.slots[slot].process {
                    send(request, number, to: process, at: slot)
                }
            }
            if !state.requests.isEmpty { watch(&state) }
        }
    }

    /// Kills a process that cannot take the request, so that another process gets the request.
    private func send(
        _ request: PendingRequest, _ number: UInt32, to process: RenderProcess, at slot: Int
    ) {
        let frame = Frame(.request, number, facts: request.facts, body: request.body[...])
        guard frame.facts.count + frame.body.count > PacketSocket.maxBody else {
            if !process.sendPacket(frame) { process.kill() }
            return
        }
        queue.async { [self] in
            do throws(SystemError) {
                let file = try MemoryFile(frame.facts, request.body)
                if !process.send(frame, in: file) { process.kill() }
            } catch {
                // No descriptor is left for the file. Sending the request itself could block until
                // the process reads, so the request waits for a descriptor instead.
                takeBack(number, from: process, at: slot)
            }
        }
    }

    /// Moves a request that its process has not received back to the front of the queue.
    private func takeBack(_ number: UInt32, from process: RenderProcess, at slot: Int) {
        let withdrawn: (any PoolClient)? = state.withLock { state in
            guard state.slots[slot].process === process,
                state.slots[slot].requests.contains(number),
                let request = state.requests[number]
            else { return nil }
            state.slots[slot].remove(number, isSmall: request.isSmall)
            if request.isWithdrawn { return state.forget(number)?.client }
            state.waiting.insert(number, at: 0)
            return nil
        }
        withdrawn?.end(.withdrawn)
    }

    // MARK: Time

    /// Schedules the next check for requests that exceeded their time, unless one is scheduled.
    private func watch(_ state: inout State) {
        guard !state.isWatching else { return }
        state.isWatching = true
        queue.asyncAfter(deadline: .now() + min(1, settings.queueSeconds)) { [self] in look() }
    }

    private func look() {
        let now = DispatchTime.now().uptimeNanoseconds
        let waited: [any PoolClient] = state.withLock { state in
            state.isWatching = false
            state.endLate(now: now, settings)
            let late = state.waiting.filter { number in
                state.requests[number].map {
                    now > $0.queued + UInt64(settings.queueSeconds * 1e9)
                } ?? true
            }
            state.waiting.removeAll { late.contains($0) }
            let clients = late.compactMap { state.forget($0)?.client }
            if !state.requests.isEmpty { watch(&state) }
            return clients
        }
        for client in waited { client.end(.waited) }
        // A request that found no descriptor is tried again.
        dispatch()
    }
}

/// The state of one render process of the pool, with the requests that it is rendering.
private struct Slot: Sendable {
    let process: RenderProcess?
    var isReady = false
    var facts: [UInt8] = []
    private(set) var requests: Set<UInt32> = []
    private var small = 0
    private var large = 0
    /// A suspect request that this process renders alone, now or next.
    var reserved: UInt32?
    var isDismissed = false
    /// The reason why the pool killed the process, and the request that was late.
    var verdict: ProcessCounts.Cause?
    var late: UInt32?
    /// The number of consecutive processes of this slot that exited before they had started.
    var failures = 0

    init(_ process: RenderProcess? = nil, failures: Int = 0) {
        self.process = process
        self.failures = failures
    }

    var takesRequests: Bool { isReady && !isDismissed && verdict == nil }

    func hasRoom(isSmall: Bool, _ settings: ProcessPool.Settings) -> Bool {
        takesRequests && reserved == nil
            && (isSmall ? small < settings.small : large < settings.large)
    }

    mutating func add(_ number: UInt32, isSmall: Bool) {
        requests.insert(number)
        if isSmall { small += 1 } else { large += 1 }
    }

    mutating func remove(_ number: UInt32, isSmall: Bool) {
        guard requests.remove(number) != nil else { return }
        if isSmall { small -= 1 } else { large -= 1 }
        if reserved == number { reserved = nil }
    }
}

/// The digests of requests that crashed render processes. Equal requests are rejected for 15
/// minutes.
struct Quarantine: Sendable {
    private var until: [String: UInt64] = [:]

    private static let nanoseconds: UInt64 = 15 * 60 * 1_000_000_000
    /// The maximum number of digests. Only an attack produces more; the oldest is then dropped.
    private static let maxDigests = 1_000

    var isEmpty: Bool { until.isEmpty }

    mutating func add(_ digest: String, now: UInt64) {
        if until.count >= Self.maxDigests, let oldest = until.min(by: { $0.value < $1.value })?.key
        {
            until[oldest] = nil
        }
        until[digest] = now + Self.nanoseconds
    }

    mutating func holds(_ digest: String, now: UInt64) -> Bool {
        guard let end = until[digest] else { return false }
        if end > now { return true }
        until[digest] = nil
        return false
    }

    /// Returns the digest of a request's head and body, or nil if libcrypto fails.
    static func digest(_ request: PendingRequest) -> String? {
        (try? SHA256.digest(of: request.head, request.body)).map { Hexadecimal.text(of: $0) }
    }
}
