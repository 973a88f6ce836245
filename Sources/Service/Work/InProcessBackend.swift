package import Basics
import Dispatch
package import Evidence
import HTTP
import Importing
import Model
package import Rendering
import Synchronization

/// Renders requests on threads of this process.
package final class InProcessBackend: RenderBackend {
    private let settings: Settings
    private let renderer: Renderer
    let pool: WorkerPool
    private let jobBuilder: JobBuilder
    private let log: Log
    /// The signer, if this process has the key.
    private let signer: (any DocumentSigner)?
    private let memory: MemoryBudget
    private let queueWatch: QueueWatch
    /// The file that requests may name instead of sending it.
    private let opened: Upload?
    /// The last password of that file: it keeps the keys that were derived from it, which takes
    /// seconds for a phone's backup.
    private let openedPassword = Mutex<Secret?>(nil)
    /// The queue for measuring memory, so that no connection waits for it; nil if the caller may
    /// wait.
    private let admissions: DispatchQueue?

    /// The work up to which a request is small: the first two as `Upload.smallBytes`, the pixels of
    /// a thousand messages at the usual scale.
    private static let (maxSmallMessages, maxSmallPages) = (1_000, 100)
    private static let maxSmallPixels = 100_000_000

    /// - Parameters:
    ///   - readsHEIF: whether pictures in HEIC and AVIF are decoded.
    ///   - signer: signs requests whose reply has no signer.
    ///   - isDirect: whether callers of `take` may wait until the request is queued.
    package init(
        jobBuilder: JobBuilder, settings: Settings, pool: WorkerPool, readsHEIF: Bool,
        memory: MemoryBudget, log: Log, signer: (any DocumentSigner)? = nil,
        isDirect: Bool = false, opened: Upload? = nil
    ) {
        self.opened = opened
        self.signer = signer
        var jobBuilder = jobBuilder
        jobBuilder.readsHEIF = readsHEIF
        self.jobBuilder = jobBuilder
        self.settings = settings
        self.pool = pool
        self.memory = memory
        self.log = log
        admissions = isDirect ? nil : DispatchQueue(label: "admissions")
        renderer = Renderer(pool: pool, readsHEIF: readsHEIF)
        queueWatch = QueueWatch(pool, seconds: settings.queueSeconds)
    }

    package var load: WorkLoad {
        WorkLoad(
            queued: pool.queued, busy: pool.busy, workers: pool.size, cairo: pool.cairo)
    }

    package func take(_ request: consuming WorkRequest, _ reply: any WorkReply) {
        take(request, reply, onThisThread: false)
    }

    /// - Parameter onThisThread: whether the caller's thread may render.
    func take(_ request: consuming WorkRequest, _ reply: any WorkReply, onThisThread: Bool) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let (bytes, isSmall) = (request.body.count, request.isSmall)
        let held = WorkRequestHolder(request)
        let place: @Sendable () -> Void = { [self] in
            enqueue(
                held, of: bytes, isSmall: isSmall, onThisThread: onThisThread, reply, at: queued)
        }
        if let admissions { admissions.async(execute: place) } else { place() }
    }

    package var trouble: Explanation? { nil }

    private func enqueue(
        _ held: WorkRequestHolder, of bytes: Int, isSmall: Bool, onThisThread: Bool,
        _ reply: any WorkReply, at queued: UInt64
    ) {
        let reservation = MemoryReservation(memory)
        if let problem = memory.refusal(of: bytes, reservation, now: queued) {
            return reply.refuse(problem)
        }
        reply.note { $0.reservation = reservation }
        let admission = pool.submit(isSmall: isSmall, at: queued, isHere: onThisThread) {
            [self] in
            end(reply, after: $0)
        } _: { [self] worker in
            // The client has left.
            guard !reply.isCanceled, let request = held.take() else { return reply.fail() }
            let began = DispatchTime.now().uptimeNanoseconds
            reply.began(after: began - queued)
            let control = control(reply, reservation, since: began)
            do throws(Explanation) {
                try work(on: consume request, reply, by: worker, since: began, control)
            } catch {
                reservation.shrink(to: 0)
                let spent = DispatchTime.now().uptimeNanoseconds - began
                reply.note { $0.renderSeconds = Double(spent) / 1e9 }
                reply.refuse(error)
            }
            memory.renderEnded()
        }
        switch admission {
        case .accepted(let ticket): expect(ticket, reply, at: queued)
        case .done: break
        case .closed: reply.refuse(.draining)
        case .full: reply.refuse(.queueFull(settings))
        }
    }

    /// Makes a waiting job expire in time, and end if its client leaves.
    private func expect(_ ticket: JobTicket, _ reply: any WorkReply, at queued: UInt64) {
        reply.note { [pool] in $0.withdraw = { pool.withdraw(ticket) } }
        queueWatch.begin(at: queued)
        // If the client left before this point, there was no ticket to withdraw.
        if reply.isCanceled { pool.withdraw(ticket) }
    }

    /// Ends the response to a request that was removed from the queue.
    private func end(_ reply: any WorkReply, after removal: WorkerPool.Removal) {
        switch removal {
        case .expired: reply.refuse(.waitedTooLong(settings))
        // Others than the client wait for the end: the front process, equal requests, listeners.
        case .withdrawn: reply.fail()
        }
    }

    /// Releases the body as soon as it is parsed: it may be as large as everything made from it.
    private func work(
        on request: consuming WorkRequest, _ reply: any WorkReply, by worker: Worker,
        since began: UInt64, _ control: RenderControl
    ) throws(Explanation) {
        var parameters = try Parameters(request.query)
        if [.render, .validate, .convert].contains(request.work) {
            parameters = try jobBuilder.presets.expanded(parameters)
        }
        let options = JobOptions(
            parameters, format: request.format, fallback: request.accepted,
            signer: reply.signer ?? signer)
        let (work, type, coding) = (request.work, request.mediaType, request.coding)
        let body = withKnownPassword(
            try RequestBody.upload(
                (consume request).body, type, coding, limit: settings.inflatedBytes, opened: opened,
                control))
        guard
            let job = try job(
                for: work, on: consume body, options, reply, by: worker, since: began, control)
        else { return }
        switch job.output.engine {
        case .chatprint: try render(job, reply, on: worker, since: began, control)
        case .cairo: try queueForCairo(job, reply, since: began, control)
        }
    }

    private func withKnownPassword(_ body: consuming Upload) -> Upload {
        guard opened != nil, let password = body.password else { return body }
        body.password = openedPassword.withLock { known in
            if known != password { known = password }
            return known
        }
        return body
    }

    /// Returns the job to render, or nil if the response needed no rendering and is complete.
    private func job(
        for work: Route.Work, on body: consuming Upload, _ options: JobOptions,
        _ reply: any WorkReply, by worker: Worker, since began: UInt64,
        _ control: RenderControl
    ) throws(Explanation) -> RenderJob? {
        let bytes = body.bytes.count
        let parameters = options.parameters
        func spent() -> Double { Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9 }
        switch work {
        case .validate:
            let job = try jobBuilder.job(consume body, options, control: control)
            reply.note { $0.messages = job.conversation.messages.count }
            reply.note { $0.renderSeconds = spent() }
            reply.answer(Documents.object { $0.validation(of: job) })
            return nil
        case .convert:
            let read = try jobBuilder.conversion(of: consume body, parameters, control: control)
            let converted = try jobBuilder.prepared(consume read, control: control)
            let json = try converted.json(control)
            reply.note { $0.reservation?.shrink(to: json.count) }
            reply.note { $0.renderSeconds = spent() }
            reply.answer(answer(consume converted, json))
            return nil
        case .chats:
            try parameters.expectOnly(["date_order", "from", "timezone", "year"])
            let list = try jobBuilder.chatList(of: consume body, parameters, control: control)
            let counts = list.exports.flatMap { $0.chats.compactMap(\.messages) }
            reply.note { $0.messages = counts.reduce(0, +) }
            reply.note { $0.renderSeconds = spent() }
            reply.answer(Documents.object { list.write(to: &$0) })
            return nil
        case .verify:
            // A check with a misspelled name must not be skipped silently.
            try parameters.expectOnly(["chain"])
            let check = EvidenceCheck(
                jobBuilder, renderer, limit: settings.inflatedBytes, control: control)
            let verification = try check.verification(
                of: (consume body).bytes, chain: parameters["chain"], on: worker)
            reply.note { $0.messages = verification.messages }
            reply.note { $0.renderSeconds = spent() }
            reply.answer(Documents.object { verification.write(to: &$0) })
            return nil
        case .render where options.splitsByChat:
            resize(isSmall: false, reply, on: worker)
            try renderChats(of: consume body, options, reply, on: worker, since: began, control)
            return nil
        case .render:
            let job = try jobBuilder.job(consume body, options, control: control)
            resize(
                isSmall: job.conversation.messages.count <= Self.maxSmallMessages
                    && !job.isClip, reply, on: worker)
            // Evidence embeds its source.
            if job.origin == nil, job.source == nil { control.budget.release(bytes) }
            reply.note { $0.stages["read"] = spent() }
            return job
        }
    }

    /// Corrects the estimate of a request's work: it then lets small ones pass, or stops doing so.
    private func resize(isSmall: Bool, _ reply: any WorkReply, on worker: Worker) {
        guard worker.isAtSmallJob != isSmall else { return }
        worker.isAtSmallJob = isSmall
        reply.resized(isSmall: isSmall)
    }

    /// Returns a control that stops a render if its client has left, its time is up, or memory is
    /// exhausted.
    private func control(
        _ reply: any WorkReply, _ reservation: MemoryReservation, since began: UInt64
    ) -> RenderControl {
        let pace = ProgressPace(since: began)
        return reservation.control(
            until: began + UInt64(settings.renderSeconds * 1e9), isCanceled: { reply.isCanceled },
            onProgress: { progress in
                let now = DispatchTime.now().uptimeNanoseconds
                if pace.isTimely(progress, now: now) { reply.progressed(progress) }
            })
    }

    /// Sends a ZIP with a file for each chat of an export. Its counts are known after its first byte,
    /// so that they are in its report instead of the head.
    private func renderChats(
        of body: consuming Upload, _ options: JobOptions, _ reply: any WorkReply,
        on worker: Worker, since began: UInt64, _ control: RenderControl
    ) throws(Explanation) {
        let response = ResponseSink(reply, control) { _ in Self.archiveHead(options) }
        do throws(Explanation) {
            let counts = try AccountArchive(options, jobBuilder, renderer, control: control)
                .write(consume body, on: worker, to: response.sink)
            let spent = DispatchTime.now().uptimeNanoseconds - began
            reply.note { record in
                record.format = Output.Format.zip.rawValue
                record.messages = counts.messages
                record.renderSeconds = Double(spent) / 1e9
            }
            response.finish(timing: timing(read: spent, RenderTimings()))
            let kept = response.hasBegun ? settings.bufferBytes : response.wholeBytes
            reply.note { $0.reservation?.shrink(to: kept) }
        } catch {
            // Once bytes are sent, a failure must break the connection.
            if reply.hasOverflowed { return reply.refuse(.spillFull(settings)) }
            guard response.hasBegun else { throw error }
            reply.fail(because: error)
        }
    }

    func render(
        _ job: RenderJob, _ reply: any WorkReply, on worker: Worker, since began: UInt64,
        _ control: RenderControl
    ) throws(Explanation) {
        let read = DispatchTime.now().uptimeNanoseconds - began
        reply.note { record in
            record.format = job.format.rawValue
            record.messages = job.conversation.messages.count
            record.warnings = job.warningCount
        }
        let response = ResponseSink(reply, control) { [self] report in
            // The size of a document is that of a page, in points.
            let pixels = job.format.has(.pixels) ? report.width * report.height : 0
            if report.pages > Self.maxSmallPages || pixels > Self.maxSmallPixels {
                resize(isSmall: false, reply, on: worker)
            }
            var timings = RenderTimings()
            timings[.layout] = DispatchTime.now().uptimeNanoseconds - began - read
            var head = head(job, report)
            head.fields.set("Server-Timing", timing(read: read, timings))
            return head
        }
        do throws(RenderFault) {
            let timings = try renderer.render(
                job, on: worker, to: response.sink, control: control)
            reply.note { notes in
                for stage in RenderTimings.Stage.allCases where timings[stage] > 0 {
                    notes.stages[stage.rawValue] = Double(timings[stage]) / 1e9
                }
                for (way, count) in timings.rows { notes.rows[way.rawValue] = count }
                for warning in job.warnings {
                    notes.warningKinds[warning.kind.rawValue, default: 0] += 1
                }
                notes.renderSeconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
            }
            response.finish(timing: timing(read: read, timings))
            let kept = response.hasBegun ? settings.bufferBytes : response.wholeBytes
            reply.note { $0.reservation?.shrink(to: kept) }
        } catch {
            if case .internal(let detail) = error {
                log.write(
                    .error, "defect",
                    [("request", .text(reply.requestID)), ("detail", .text(detail))])
            }
            // Once bytes are sent, a failure must break the connection.
            if reply.hasOverflowed {
                return reply.refuse(.spillFull(settings))
            }
            // A sink that accepts no more bytes does not report why.
            let problem = (error == .abandoned ? control.fault ?? error : error).explanation
            guard response.hasBegun else { throw problem }
            reply.fail(because: problem)
        }
    }
}

extension InProcessBackend {
    /// Queues a job for cairo, so that it does not occupy a worker while it waits.
    private func queueForCairo(
        _ job: RenderJob, _ reply: any WorkReply, since began: UInt64,
        _ control: RenderControl
    ) throws(Explanation) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let admission = pool.submit(isSmall: false, needsCairo: true, at: queued) { [self] in
            end(reply, after: $0)
        } _: { [self] worker in
            do throws(Explanation) {
                try render(job, reply, on: worker, since: began, control)
            } catch {
                reply.note { $0.reservation?.shrink(to: 0) }
                reply.refuse(error)
            }
            memory.renderEnded()
        }
        switch admission {
        case .accepted(let ticket): expect(ticket, reply, at: queued)
        case .done: break
        case .closed: throw .draining
        case .full: throw .queueFull(settings)
        }
    }
}

/// Rejects requests that no worker takes in time, even if all workers are busy.
///
/// A single timer is set for the oldest request.
private final class QueueWatch: Sendable {
    private let pool: WorkerPool
    private let limit: UInt64
    private let isWatching = Mutex(false)
    private let queue = DispatchQueue(label: "queue-watch")

    init(_ pool: WorkerPool, seconds: Double) {
        self.pool = pool
        limit = UInt64(seconds * 1e9)
    }

    /// Starts the timer for a waiting request.
    func begin(at time: UInt64) {
        isWatching.withLock { isWatching in
            if !isWatching { look(at: time + limit) }
            isWatching = true
        }
    }

    private func look(at time: UInt64) {
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { [self] in
            let now = DispatchTime.now().uptimeNanoseconds
            pool.expire(queuedUpTo: now - limit)
            isWatching.withLock { isWatching in
                // Checked under the lock, so that a concurrent request either finds the watch
                // running or restarts it. Work of other users of the pool never expires.
                let oldest = pool.oldest.flatMap { $0 == .max ? nil : $0 }
                isWatching = oldest != nil
                if let oldest { look(at: oldest + limit) }
            }
        }
    }
}

/// Limits a render to ten progress reports per second, each with more progress than the previous
/// one. A render that ends within 100 ms reports none.
private final class ProgressPace: Sendable {
    private struct State: Sendable {
        var lastReport: UInt64
        var fraction = 0.0
    }

    private static let interval: UInt64 = 100_000_000

    private let state: Mutex<State>

    init(since began: UInt64) { state = Mutex(State(lastReport: began)) }

    func isTimely(_ progress: RenderProgress, now: UInt64) -> Bool {
        state.withLock { state in
            guard now >= state.lastReport + Self.interval, progress.fraction > state.fraction else {
                return false
            }
            state = State(lastReport: now, fraction: progress.fraction)
            return true
        }
    }
}

/// Holds a request until a worker takes it. A closure would keep the body in memory for as long as
/// the worker runs.
private final class WorkRequestHolder: Sendable {
    private let request: Mutex<WorkRequest?>

    init(_ request: WorkRequest) { self.request = Mutex(request) }

    func take() -> WorkRequest? {
        request.withLock { $0.take() }
    }
}
