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

    struct State: Sendable {
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
    }

    let state: Mutex<State>
    package let settings: Settings
    private let launch: Launch
    private let onExit: @Sendable (ProcessEnd) -> Void
    private let signed: Sign?
    private let memoryUse: SharedMemoryUse
    let queue = DispatchQueue(label: "processes")
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
        let delay = failures < 2 ? 0 : min(5, 0.1 * Double(1 << min(failures - 2, 6)))
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            do throws(SystemError) {
                try place(at: slot)
            } catch {
                state.withLock { $0.slots[slot].failures += 1 }
                replace(at: slot, after: failures + 1)
            }
        }
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
}
