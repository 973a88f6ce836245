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
        /// An idle process that uses more bytes is replaced.
        package var mark = 512 << 20

        package init() {}
    }

    package enum Admission: Sendable {
        case accepted(UInt32)
        case full, closed, quarantined
    }

    /// Starts a render process with its ends of the two sockets.
    package typealias Launch =
        @Sendable (_ line: Int, _ socket: borrowing Descriptor, _ lane: borrowing Descriptor)
        throws(SystemError) -> ChildProcess

    /// Signs a digest for a request; returns the reply, packed.
    package typealias Sign =
        @Sendable (_ requestID: String, _ digest: [UInt8]) -> (facts: [UInt8], body: [UInt8])

    struct State: Sendable {
        var seats: [Slot]
        var orders: [UInt32: TrackedRequest] = [:]
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
    private let ledger: MemoryLedger
    let queue = DispatchQueue(label: "processes")
    /// Signalled when a process has started or exited, for `start`.
    private let changed = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - sign: nil if this process has no key.
    ///   - onExit: called for each unexpected exit of a process.
    package init(
        settings: Settings, ledger: MemoryLedger, sign: Sign? = nil, launch: @escaping Launch,
        ended onExit: @escaping @Sendable (ProcessEnd) -> Void
    ) {
        self.settings = settings
        self.onExit = onExit
        self.ledger = ledger
        signed = sign
        self.launch = launch
        state = Mutex(State(seats: Array(repeating: Slot(), count: settings.processes)))
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
                guard state.seats[0].isReady else { return nil }
                state.hasStarted = true
                return .success(state.seats[0].facts)
            }
            guard let outcome else { continue }
            if case .success = outcome {
                for line in 1..<settings.processes { replace(at: line, after: 0) }
            }
            return outcome
        }
    }

    package struct StartFailure: Error, Sendable {
        package let end: ChildProcess.End
    }

    private func place(at line: Int) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard !state.isClosed else { return }
            let process = try RenderProcess { socket, lane throws(SystemError) in
                try launch(line, socket, lane)
            } received: { [self] process, frame in
                received(frame, from: process, at: line)
            } ended: { [self] process, end in
                ended(process, end, at: line)
            }
            state.seats[line] = Slot(process, failures: state.seats[line].failures)
            state.counts.starts += 1
        }
    }

    /// Starts a process in the place of one that exited: immediately, or after a growing delay if
    /// processes exit before they have started.
    private func replace(at line: Int, after failures: Int) {
        let delay = failures < 2 ? 0 : min(5, 0.1 * Double(1 << min(failures - 2, 6)))
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            do throws(SystemError) {
                try place(at: line)
            } catch {
                state.withLock { $0.seats[line].failures += 1 }
                replace(at: line, after: failures + 1)
            }
        }
    }

    private func ended(_ process: RenderProcess, _ end: ChildProcess.End, at line: Int) {
        var endings: [(any PoolClient, PoolFailure)] = []
        var quarantined: [[UInt8]] = []
        let now = DispatchTime.now().uptimeNanoseconds
        let failures: Int? = state.withLock { state in
            ledger.strikeOut(line + 1)
            let seat = state.seats[line]
            state.firstEnd = state.firstEnd ?? end
            let cause = seat.verdict ?? ProcessCounts.Cause(end)
            // A process killed from outside did not fail to start.
            let isFailure = !seat.isReady && cause != .killed
            state.seats[line] = Slot(failures: isFailure ? seat.failures + 1 : 0)
            // `start` reports the exit of the first process.
            if !seat.isDismissed, !state.isClosed, state.hasStarted {
                state.counts.ends[cause.rawValue, default: 0] += 1
                onExit(
                    ProcessEnd(
                        process: process.number, cause: cause, status: end,
                        requests: seat.orders.sorted().compactMap {
                            state.orders[$0]?.order.requestID
                        }))
            }
            for number in seat.orders.sorted().reversed() {
                guard let order = state.orders[number] else { continue }
                guard !order.isWithdrawn else {
                    state.orders[number] = nil
                    endings.append((order.order.client, .withdrawn))
                    continue
                }
                if let failure = order.afterEnd(by: cause, late: seat.late == number) {
                    endings.append((order.order.client, failure))
                    state.orders[number] = nil
                    guard failure == .crashed else { continue }
                    state.counts.quarantined += 1
                    if cause == .crash { quarantined.append(order.order.content) }
                } else {
                    state.orders[number] = order.again(after: cause, now: now)
                    state.waiting.insert(number, at: 0)
                    state.counts.retries += 1
                }
            }
            return state.isClosed || !state.hasStarted ? nil : state.seats[line].failures
        }
        for content in quarantined {
            guard let digest = Quarantine.digest(content) else { continue }
            state.withLock { $0.quarantine.add(digest, now: now) }
        }
        for (client, failure) in endings { client.end(failure) }
        changed.signal()
        if let failures { replace(at: line, after: failures) }
        dispatch()
    }

    private func received(_ frame: Frame, from process: RenderProcess, at line: Int) {
        switch frame.kind {
        case .ready:
            state.withLock { state in
                state.seats[line].isReady = true
                state.seats[line].failures = 0
                state.seats[line].facts = frame.facts
            }
            changed.signal()
            dispatch()
        case .head, .piece, .progress:
            let client = state.withLock { $0.orders[frame.number]?.order.client }
            if let client, !client.take(frame) { cancel(frame.number) }
        case .answer, .end, .broken:
            let client = state.withLock { state in
                let order = state.orders.removeValue(forKey: frame.number)
                state.seats[line].remove(frame.number, isSmall: order?.order.isSmall ?? true)
                if state.seats[line].orders.isEmpty, ledger.held(by: line + 1) > settings.mark {
                    state.seats[line].isDismissed = true
                    state.seats[line].process?.dismiss()
                }
                return order?.order.client
            }
            dispatch()
            _ = client?.take(frame)
        case .sign: sign(frame, for: process, at: line)
        case .order, .cancel, .signed: process.kill()
        }
    }

    /// Signs a digest for a request that this process is rendering, and nothing else. A compromised
    /// process never has the key; it gets one signature at a time, and each one is logged.
    private func sign(_ frame: Frame, for process: RenderProcess, at line: Int) {
        let request: String? = state.withLock { state in
            guard state.seats[line].orders.contains(frame.number) else { return nil }
            return state.orders[frame.number]?.order.requestID
        }
        guard let signed, let request, frame.body.count == Self.digestBytes else {
            return process.kill()
        }
        let answer = signed(request, frame.body)
        // A process that cannot take the reply is killed: its requests then go to another.
        if !process.send(
            Frame(.signed, frame.number, facts: answer.facts, body: answer.body))
        {
            process.kill()
        }
    }

    /// The size of a SHA-256 digest.
    private static let digestBytes = 32

    // MARK: The end

    /// Kills the processes. A stopped one would otherwise outlive this process.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            for line in state.seats.indices {
                state.seats[line].isDismissed = true
                state.seats[line].process?.kill()
            }
        }
    }

    package var counts: ProcessCounts {
        state.withLock { state in
            var counts = state.counts
            counts.running = state.seats.count(where: \.isReady)
            counts.queued = state.waiting.count
            counts.processes = state.seats.compactMap { $0.process?.number }
            counts.busy = state.seats.reduce(0) { $0 + $1.orders.count }
            return counts
        }
    }
}
