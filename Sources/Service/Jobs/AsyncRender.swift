import Basics
import Dispatch
import HTTP
import Rendering
import Synchronization

/// A job of the API: a render whose client does not wait. Its result stays in memory for a while.
final class AsyncRender: WorkReply {
    /// 128 random bits, which cannot be guessed.
    let id: String
    let requestID: String
    let began = DispatchTime.now().uptimeNanoseconds

    private let reservation: MemoryReservation
    /// Calls the listeners one by one, and not on the worker's thread, which may hold a lock.
    private let listenerQueue: DispatchQueue
    private let state = Mutex(State())
    /// Called once, at the end of the job.
    private let ended: @Sendable (AsyncRender) -> Void

    enum Phase: String, Sendable {
        case queued, running, done, failed

        var isOver: Bool { self == .done || self == .failed }
    }

    /// A listener, called after each change. Returns false to be removed.
    struct Listener: Sendable {
        let notify: @Sendable (AsyncRender) -> Bool
    }

    private struct State: Sendable {
        var phase = Phase.queued
        var isCanceled = false
        var progress: RenderProgress?
        var head: ResponseHead?
        var pieces: [[UInt8]] = []
        var bytes = 0
        /// The complete response: the rendering or the problem.
        var answer: Response?
        var notes = WorkNotes()
        var listeners: [ObjectIdentifier: Listener] = [:]
    }

    static let maxListeners = 16

    init(
        id: String, requestID: String, in reservation: MemoryReservation,
        listenerQueue: DispatchQueue,
        ended: @escaping @Sendable (AsyncRender) -> Void
    ) {
        self.id = id
        self.requestID = requestID
        self.reservation = reservation
        self.listenerQueue = listenerQueue
        self.ended = ended
    }

    deinit { reservation.release(state.withLock { $0.bytes }) }

    var phase: Phase { state.withLock { $0.phase } }
    /// The state of an ended job, for the log and the metrics.
    var outcome: String { isCanceled ? "cancelled" : phase.rawValue }
    var notes: WorkNotes { state.withLock { $0.notes } }
    var bytes: Int { state.withLock { $0.bytes } }
    /// The result; nil before the end.
    var answer: Response? { state.withLock { $0.answer } }

    /// Cancels the render. An ended job keeps its outcome.
    func cancel() {
        let withdraw: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.phase.isOver else { return nil }
            state.isCanceled = true
            return state.notes.withdraw
        }
        withdraw?()
    }

    // MARK: Listeners

    /// Returns false if there are too many listeners.
    func add(_ listener: Listener, _ id: ObjectIdentifier) -> Bool {
        let isAdded = state.withLock { state in
            guard state.listeners.count < Self.maxListeners else { return false }
            state.listeners[id] = listener
            return true
        }
        if isAdded { notify(only: id) }
        return isAdded
    }

    func isHeard(by id: ObjectIdentifier) -> Bool { state.withLock { $0.listeners[id] != nil } }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }

    private func notify(only one: ObjectIdentifier? = nil) {
        guard state.withLock({ !$0.listeners.isEmpty }) else { return }
        listenerQueue.async { [self] in
            let listeners = state.withLock { $0.listeners }
            for (id, listener) in listeners where one == nil || one == id {
                if !listener.notify(self) { remove(id) }
            }
        }
    }

    // MARK: WorkReply

    var isCanceled: Bool { state.withLock { $0.isCanceled } }
    var hasOverflowed: Bool { false }

    func note(_ change: (inout WorkNotes) -> Void) { state.withLock { change(&$0.notes) } }

    func began(after nanoseconds: UInt64) {
        state.withLock { state in
            state.notes.queueSeconds = Double(nanoseconds) / 1e9
            if state.phase == .queued { state.phase = .running }
        }
        notify()
    }

    func progressed(_ progress: RenderProgress) {
        state.withLock { state in
            // A retry starts over.
            guard progress.fraction > state.progress?.fraction ?? 0 else { return }
            state.progress = progress
        }
        notify()
    }

    func answer(_ response: Response, onThisThread: Bool) {
        // Only results are limited. A problem is small, and may be that there is no room.
        guard response.head.status == 200 else { return end(as: .failed, response) }
        let bytes = response.body.capacity
        guard reservation.reserve(bytes) else { return refuse(noRoom(for: bytes)) }
        state.withLock { $0.bytes += bytes }
        end(as: .done, response)
    }

    func begin(_ head: ResponseHead) { state.withLock { $0.head = head } }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard reservation.reserve(bytes.count) else {
            refuse(noRoom(for: state.withLock { $0.bytes } + bytes.count))
            return false
        }
        return state.withLock { state in
            guard !state.phase.isOver else {
                reservation.release(bytes.count)
                return false
            }
            state.bytes += bytes.count
            state.pieces.append(Array(bytes))
            return true
        }
    }

    func finish() {
        var (head, pieces) = state.withLock { state in
            defer { state.pieces = [] }
            return (state.head, state.pieces)
        }
        guard let head else { return fail() }
        var body: [UInt8] = []
        body.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        // Each piece is freed once it is copied, so the body is not held twice.
        pieces.reverse()
        while let piece = pieces.popLast() { body += piece }
        end(as: .done, Response(head, body: body))
    }

    /// - Parameter bytes: the size of this job's result so far.
    private func noRoom(for bytes: Int) -> Explanation {
        bytes > reservation.limit
            ? .resultTooLarge(reservation.limit)
            : .jobsFull(setting: .jobBytes, reservation.limit)
    }

    func fail() { refuse(.jobLost) }

    func fail(because problem: Response) { end(as: .failed, problem) }

    private func end(as phase: Phase, _ answer: Response) {
        let isFirst = state.withLock { state in
            guard !state.phase.isOver else { return false }
            state.phase = phase
            // Listeners of a deleted job get its end as well, whatever its render reports.
            let isDeleted = phase == .failed && state.isCanceled
            state.answer = isDeleted ? Response(.jobDeleted, requestID: requestID) : answer
            if phase == .failed {
                reservation.release(state.bytes)
                state.bytes = 0
                state.pieces = []
            }
            state.notes.reservation = nil
            state.notes.withdraw = nil
            return true
        }
        guard isFirst else { return }
        notify()
        ended(self)
    }

    // MARK: Status

    /// - Parameter keptFor: the seconds for which a result is kept.
    func json(keptFor: Double) -> [UInt8] {
        let state = state.withLock { $0 }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("state", state.phase.rawValue)
            writer.key("progress")
            writer.object { writer in
                let fraction = state.phase == .done ? 1 : state.progress?.fraction ?? 0
                writer.member("fraction", (fraction * 1_000).rounded() / 1_000)
                if let progress = state.progress, state.phase == .running {
                    writer.member("stage", "\(progress.stage)")
                    writer.member("done", progress.done)
                    writer.member("of", progress.all)
                }
                writer.member("bytes", state.bytes)
            }
            writer.member("kept_seconds", keptFor)
            switch state.phase {
            case .queued, .running: break
            case .done:
                writer.member("result", "/jobs/\(id)/result")
                writer.member("type", state.answer?.head.fields["content-type"] ?? "")
            case .failed:
                // Always JSON: problems are shown as pictures only for GET, which does not create
                // jobs.
                guard let answer = state.answer, let problem = try? JSONValue(parsing: answer.body)
                else { break }
                writer.key("problem")
                writer.value(problem)
            }
        }
        return writer.drain()
    }
}

/// The asynchronous jobs of the API. Each is removed `job_seconds` after its end.
package final class AsyncRenderStore: Sendable {
    package struct Counts: Sendable, Equatable {
        package var kept = 0
        package var bytes = 0
        /// Ended jobs, by state.
        package var ended: [String: Int] = [:]
    }

    private struct State: Sendable {
        var jobs: [String: AsyncRender] = [:]
        var ended: [String: Int] = [:]
    }

    let reservation: MemoryReservation
    private let maxJobs: Int
    private let seconds: Double
    private let commentSeconds: Double
    private let state = Mutex(State())
    private let forgetting = DispatchQueue(label: "jobs")
    private let listenerQueue = DispatchQueue(label: "listeners")

    /// - Parameter commentSeconds: the time after which a silent event stream gets a comment.
    package init(
        _ settings: Settings, memory: MemoryBudget? = nil, commentSeconds: Double = 15
    ) {
        self.commentSeconds = commentSeconds
        let limit = min(settings.jobBytes, (memory?.limit ?? .max) / 4)
        reservation = MemoryReservation(memory, limit: limit, isStanding: true)
        maxJobs = settings.jobs
        seconds = settings.jobSeconds
    }

    package var counts: Counts {
        state.withLock { Counts(kept: $0.jobs.count, bytes: reservation.held, ended: $0.ended) }
    }

    /// Returns nil if the number of jobs is at its limit.
    func open(
        requestID: String, ended: @escaping @Sendable (AsyncRender) -> Void
    ) -> AsyncRender? {
        var generator = SystemRandomNumberGenerator()
        let id = Base64.urlText(of: (0..<16).map { _ in generator.next() as UInt8 })
        let job = AsyncRender(
            id: id, requestID: requestID, in: reservation, listenerQueue: listenerQueue
        ) {
            [weak self] job in
            self?.end(job)
            ended(job)
        }
        return state.withLock { state in
            guard state.jobs.count < maxJobs else { return nil }
            state.jobs[id] = job
            return job
        }
    }

    func job(_ id: String) -> AsyncRender? { state.withLock { $0.jobs[id] } }

    /// Cancels and removes a job. Returns false if there is none.
    func remove(_ id: String) -> Bool {
        guard let job = state.withLock({ $0.jobs.removeValue(forKey: id) }) else { return false }
        job.cancel()
        return true
    }

    /// Calls `comment` regularly until it returns false.
    func remind(_ comment: @escaping @Sendable () -> Bool) {
        listenerQueue.asyncAfter(deadline: .now() + commentSeconds) { [weak self] in
            if comment() { self?.remind(comment) }
        }
    }

    private func end(_ job: AsyncRender) {
        let id = job.id
        state.withLock { $0.ended[job.outcome, default: 0] += 1 }
        forgetting.asyncAfter(deadline: .now() + seconds) { [weak self] in
            _ = self?.remove(id)
        }
    }
}

/// Asynchronous jobs (RFC 7240 §4.1).
extension RenderService {
    func wantsAsync(_ head: RequestHead) -> Bool {
        head.fields.values(of: "prefer").contains { value in
            value.split(separator: ",").contains { wish in
                wish.prefix { $0 != ";" }.withoutBlanksAtEnds.lowercased()
                    == "respond-async"
            }
        }
    }

    func begin(_ request: WorkRequest, in jobs: AsyncRenderStore, _ exchange: any Exchange) {
        let job = jobs.open(requestID: request.requestID) { [self] job in ended(job) }
        guard let job else {
            return send(.jobsFull(setting: .jobs, settings.jobs), exchange)
        }
        let fields: HeaderFields = [
            "Content-Type": "application/json", "Location": "/jobs/\(job.id)",
            "Preference-Applied": "respond-async", "Cache-Control": "no-store",
        ]
        let status = job.json(keptFor: settings.jobSeconds)
        backend.take(request, job)
        send(Response(202, fields, body: status), exchange)
    }

    /// Logs and counts the end of a job.
    private func ended(_ job: AsyncRender) {
        let notes = job.notes
        metrics.record(notes)
        // That a deleted job has no result is not a problem.
        let problem = job.isCanceled ? nil : notes.problem
        if let problem { metrics.record(problem: problem, setting: notes.setting) }
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - job.began
        var facts: [(String, LogValue)] = [
            ("request", .text(job.requestID)), ("state", .text(job.outcome)),
            ("out", .number(Double(job.bytes))),
            ("total_ms", .number(Double(nanoseconds / 1_000_000))),
        ]
        if let problem { facts.append(("problem", .text(problem))) }
        if problem != nil, let pointer = notes.pointer {
            facts.append(("pointer", .text(pointer.loggedPointer)))
        }
        log.write(.info, "job", facts)
    }

    func removeJob(_ id: String, _ exchange: any Exchange) {
        guard let jobs, jobs.job(id) != nil else { return send(.noJob, exchange) }
        _ = jobs.remove(id)
        send(Response(204), exchange)
    }

    func answerJob(_ id: String, _ head: RequestHead, _ exchange: any Exchange) {
        guard let job = jobs?.job(id) else { return send(.noJob, exchange) }
        let wantsEvents =
            AcceptedTypes(head.fields).best(of: Route.jobTypes) == 1 && head.method == .get
        guard wantsEvents else {
            let fields: HeaderFields = [
                "Content-Type": "application/json", "Cache-Control": "no-store",
            ]
            return send(
                Response(200, fields, body: job.json(keptFor: settings.jobSeconds)), exchange)
        }
        listen(to: job, exchange)
    }

    func answerResult(_ id: String, _ exchange: any Exchange) {
        guard let job = jobs?.job(id) else { return send(.noJob, exchange) }
        guard var response = job.answer else { return send(.jobUnderWay, exchange) }
        // The result's memory stays reserved while it is sent, even if the job is removed.
        note(exchange) { $0.job = job }
        response.head.fields.set("Cache-Control", "no-store")
        send(response, exchange)
    }

    /// Sends a server-sent event for each change of the job; the last one reports its end.
    private func listen(to job: AsyncRender, _ exchange: any Exchange) {
        let id = ObjectIdentifier(exchange)
        let reply = ClientReply(self, exchange)
        let (progress, end) = (Array("progress".utf8), Array("end".utf8))
        let seconds = settings.jobSeconds
        let hasBegun = OnceFlag()
        let listener = AsyncRender.Listener { job in
            // Read before the status, because a later change is reported by its own event.
            let isOver = job.phase.isOver
            if hasBegun.set() {
                reply.begin(
                    ResponseHead(
                        200,
                        [
                            "Content-Type": "text/event-stream", "Cache-Control": "no-store",
                            "X-Accel-Buffering": "no",
                        ]))
            }
            let event =
                Array("event: ".utf8) + (isOver ? end : progress) + Array("\ndata: ".utf8)
                + job.json(keptFor: seconds) + Array("\n\n".utf8)
            guard reply.write(event[...]), !isOver else {
                if isOver { reply.finish() }
                return false
            }
            return true
        }
        reply.note { $0.withdraw = { job.remove(id) } }
        note(exchange) { $0.reply = reply }
        guard job.add(listener, id) else {
            return send(.jobsFull(setting: nil, AsyncRender.maxListeners), exchange)
        }
        // Only writing shows that a client has left, and proxies close silent connections.
        // Weak, because the result of a deleted job would stay in memory until the next comment.
        jobs?.remind { [weak job, weak reply] in
            guard let job, let reply, job.isHeard(by: id) else { return false }
            return reply.write(Array(":\n\n".utf8)[...])
        }
    }
}

final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// Returns true to the first caller.
    func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
