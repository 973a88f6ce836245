package import Basics
import Dispatch
import HTTP
package import Isolation
import Rendering
import Synchronization

/// Renders requests in render processes. The front process never parses a body.
package final class ProcessBackend: RenderBackend {
    private let processes: ProcessPool
    private let settings: Settings
    private let memory: MemoryBudget
    /// The queue for measuring memory for large bodies, so that no connection waits for it.
    private let admissions = DispatchQueue(label: "admissions")

    private static let maxInlineBody = 32 << 10

    package init(_ processes: ProcessPool, settings: Settings, memory: MemoryBudget) {
        self.processes = processes
        self.settings = settings
        self.memory = memory
    }

    package var load: WorkLoad {
        let counts = processes.counts
        let memory = counts.processes.reduce(0) {
            $0 + (ProcessMemory.usedAlone(by: $1)?.resident ?? 0)
        }
        return WorkLoad(
            queued: counts.queued, busy: counts.busy,
            workers: counts.running * processes.settings.small,
            processes: WorkLoad.ProcessLoad(
                running: counts.running, memory: memory,
                seconds: counts.processes.reduce(0) {
                    $0 + (ProcessTimes(of: "\($1)")?.used ?? 0)
                }, starts: counts.starts, ends: counts.ends,
                retries: counts.retries, quarantined: counts.quarantined))
    }

    package var trouble: Explanation? {
        guard processes.counts.running == 0 else { return nil }
        return Explanation(
            .noProcess, "No render process is running. See the log lines process_end.")
    }

    package func take(_ request: consuming WorkRequest, _ reply: any WorkReply) {
        let queued = DispatchTime.now().uptimeNanoseconds
        // Admitting a small body takes less time than waking another thread.
        guard request.body.count > Self.maxInlineBody else {
            return submit(request, reply, at: queued)
        }
        admissions.async { [self, request = copy request] in
            guard !reply.isCanceled else { return reply.fail() }
            submit(request, reply, at: queued)
        }
    }

    private func submit(_ request: WorkRequest, _ reply: any WorkReply, at queued: UInt64) {
        let reservation = MemoryReservation(memory)
        if let problem = memory.refusal(of: request.body.count, reservation, now: queued) {
            return reply.refuse(problem)
        }
        reply.note { $0.reservation = reservation }
        let admission = processes.submit(
            PendingRequest(
                requestID: request.requestID, head: request.packedHead, body: request.body,
                isSmall: request.isSmall, queued: queued,
                client: ResponseRelay(reply, settings, queued: queued)))
        switch admission {
        case .accepted(let number):
            reply.note { [processes] in $0.withdraw = { processes.withdraw(number) } }
            if reply.isCanceled { processes.withdraw(number) }
        case .full: reply.refuse(.queueFull(settings))
        case .closed: reply.refuse(.draining)
        case .quarantined: reply.refuse(.renderCrashed)
        }
    }
}

/// Relays a response from a render process to the client's reply.
///
/// If the process exits in the middle, another one renders the same bytes again. The relay compares
/// the checksum of the bytes already sent and continues after them.
final class ResponseRelay: PoolClient {
    private let reply: any WorkReply
    private let settings: Settings
    private let queued: UInt64
    private let progress = Mutex(Progress())

    private struct Progress: Sendable {
        var hasBegun = false
        /// The number of body bytes that the client has received.
        var sent = 0
        var sum = RunningCRC()
        /// The position in the body of the current process, and the checksum of its bytes up to
        /// `sent`.
        var place = 0
        var repeated = RunningCRC()

        /// The part of `piece` not yet sent to the client, or nil if a retry produced a different
        /// body.
        mutating func rest(of piece: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            let known = min(piece.count, max(0, sent - place))
            place += piece.count
            if known > 0 {
                repeated.add(piece.prefix(known))
                if place >= sent, repeated != sum { return nil }
            }
            let rest = piece.dropFirst(known)
            sum.add(rest)
            sent += rest.count
            return rest
        }
    }

    init(_ reply: any WorkReply, _ settings: Settings, queued: UInt64) {
        self.reply = reply
        self.settings = settings
        self.queued = queued
    }

    func began() {
        progress.withLock { progress in
            progress.place = 0
            progress.repeated = RunningCRC()
        }
        reply.began(after: DispatchTime.now().uptimeNanoseconds - queued)
    }

    func take(_ frame: Frame) -> Bool {
        var facts = PackedReader(frame.facts)
        switch frame.kind {
        case .response:
            guard let head = ResponseHead(&facts), note(&facts), !hasBegun else { return fail() }
            // Written on the receiving thread, which has nothing else to do.
            reply.answer(Response(head, body: Array(frame.body)), onThisThread: true)
        case .head:
            guard let head = ResponseHead(&facts) else { return fail() }
            let isFirst = progress.withLock { progress in
                defer { progress.hasBegun = true }
                return !progress.hasBegun
            }
            guard isFirst else { return true }
            reply.note { [settings] in $0.reservation?.shrink(to: settings.bufferBytes) }
            reply.begin(head)
        case .piece:
            guard let rest = progress.withLock({ $0.rest(of: frame.body) }) else { return fail() }
            return !reply.isCanceled && (rest.isEmpty || reply.write(rest))
        case .progress:
            guard let progress = RenderProgress(&facts) else { return fail() }
            reply.progressed(progress)
        case .end:
            guard note(&facts) else { return fail() }
            reply.finish()
        case .broken where !frame.body.isEmpty:
            guard let head = ResponseHead(&facts), note(&facts) else { return fail() }
            return fail(because: Response(head, body: Array(frame.body)))
        default:
            _ = note(&facts)
            return fail()
        }
        return true
    }

    private var hasBegun: Bool { progress.withLock { $0.hasBegun } }

    func end(_ failure: PoolFailure) {
        let problem: Explanation
        switch failure {
        case .crashed: problem = .renderCrashed
        case .late: problem = Explanation.timeout
        case .waited: problem = .waitedTooLong(settings)
        case .withdrawn: return _ = fail()
        }
        // A client that has a part of the response must see that it is incomplete.
        if hasBegun { reply.fail(because: problem) } else { reply.refuse(problem) }
    }

    private func note(_ facts: inout PackedReader) -> Bool {
        var isRead = false
        reply.note { isRead = $0.read(&facts) }
        return isRead
    }

    private func fail(because problem: Response? = nil) -> Bool {
        if reply.hasOverflowed {
            reply.refuse(.spillFull(settings))
        } else if let problem {
            reply.fail(because: problem)
        } else {
            reply.fail()
        }
        return false
    }
}
