import Conversation
import Dispatch
import Evidence
import HTTP
import JSON
import MIME
package import Rendering
import Resources
package import Signing

/// Works on orders on the threads of this process: reads, lays out, draws, answers.
package final class InProcessBackend: RenderBackend {
    let settings: Settings
    let renderer: Renderer
    let pool: WorkerPool
    private let jobBuilder: JobBuilder
    private let log: Log
    /// Who signs, where the key is in this process.
    private let signer: (any DocumentSigner)?
    let memory: MemoryBudget
    let queueWatch: QueueWatch
    /// Where memory is looked at, which may take a while: no socket is to wait for it. Nil where
    /// whoever brings orders may wait.
    private let admissions: DispatchQueue?

    /// Requests below this size step ahead of large ones.
    package static let smallBytes = Upload.smallBytes

    /// - Parameters:
    ///   - readsHEIF: whether pictures in HEIC and AVIF are decoded.
    ///   - signer: who signs for those whose exchange has nobody of its own.
    ///   - isDirect: whether whoever brings orders may wait until they stand in the queue.
    package init(
        jobBuilder: JobBuilder, settings: Settings, pool: WorkerPool, readsHEIF: Bool,
        memory: MemoryBudget, log: Log, signer: (any DocumentSigner)? = nil,
        isDirect: Bool = false
    ) {
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

    package func take(_ order: consuming WorkRequest, _ exchange: any ResponseWriter) {
        take(order, exchange, onThisThread: false)
    }

    /// - Parameter onThisThread: whether the work may be done on the caller's thread.
    func take(_ order: consuming WorkRequest, _ exchange: any ResponseWriter, onThisThread: Bool) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let bytes = order.body.count
        let held = WorkRequestHolder(order)
        let place: @Sendable () -> Void = { [self] in
            let isSmall = held.isSmall(atMost: Self.smallBytes)
            enqueue(
                held, of: bytes, isSmall: isSmall, onThisThread: onThisThread, exchange, at: queued)
        }
        if let admissions { admissions.async(execute: place) } else { place() }
    }

    package var trouble: Problem? { nil }

    private func enqueue(
        _ held: WorkRequestHolder, of bytes: Int, isSmall: Bool, onThisThread: Bool,
        _ exchange: any ResponseWriter, at queued: UInt64
    ) {
        let account = MemoryReservation(memory)
        if let problem = memory.refusal(of: bytes, account, now: queued) {
            return exchange.refuse(problem)
        }
        exchange.note { $0.account = account }
        let admission = pool.submit(isSmall: isSmall, at: queued, isHere: onThisThread) { [self] in
            exchange.refuse(.waitedTooLong(settings))
        } _: { [self] worker in
            // The client has left: the place in the queue was all that it cost.
            guard !exchange.isCancelled, let order = held.take() else { return exchange.fail() }
            let began = DispatchTime.now().uptimeNanoseconds
            exchange.began(after: began - queued)
            let control = control(exchange, account, since: began)
            do throws(Problem) {
                try work(on: consume order, exchange, by: worker, since: began, control)
            } catch {
                account.keep(0)
                let spent = DispatchTime.now().uptimeNanoseconds - began
                exchange.note { $0.renderSeconds = Double(spent) / 1e9 }
                exchange.refuse(error)
            }
            memory.workEnded()
        }
        switch admission {
        case .accepted(let ticket):
            exchange.note { [pool] in $0.withdraw = { pool.withdraw(ticket) } }
            queueWatch.begin(at: queued)
            // A client that left before this point had no ticket to withdraw.
            if exchange.isCancelled { pool.withdraw(ticket) }
        case .done: break
        case .closed: exchange.refuse(.draining)
        case .full: exchange.refuse(.queueFull(settings))
        }
    }

    /// A body is released as soon as it is read: it may be as large as everything made from it.
    private func work(
        on order: consuming WorkRequest, _ exchange: any ResponseWriter, by worker: Worker,
        since began: UInt64, _ control: RenderControl
    ) throws(Problem) {
        let route = Route(path: order.path)
        let fields = order.fields
        let parameters = try Parameters(order.query)
        let body = try RequestBody.upload(
            (consume order).body, fields, limit: settings.inflatedBytes, control)
        guard let route, let work = route.work else { return exchange.fail() }
        var options = JobOptions(parameters, signer: exchange.signer ?? signer)
        if work == .render {
            (options.format, options.fallback) = (route.format, accepted(fields))
        }
        let job: RenderJob?
        do throws(JobError) {
            job = try self.job(
                for: work, on: consume body, options, exchange, by: worker, since: began, control)
        } catch {
            throw Problem(error)
        }
        guard let job else { return }
        switch job.output.engine {
        case .chatprint: try render(job, exchange, on: worker, since: began, control)
        case .cairo: try queueForCairo(job, exchange, since: began, control)
        }
    }

    /// The job to render, or nil if the answer needed no rendering and is complete.
    private func job(
        for work: Route.Work, on body: consuming Upload, _ options: JobOptions,
        _ exchange: any ResponseWriter, by worker: Worker, since began: UInt64,
        _ control: RenderControl
    ) throws(JobError) -> RenderJob? {
        let bytes = body.bytes.count
        let parameters = options.parameters
        func spent() -> Double { Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9 }
        switch work {
        case .validate:
            let job = try jobBuilder.job(consume body, options, control: control)
            exchange.note { $0.messages = job.conversation.messages.count }
            exchange.note { $0.renderSeconds = spent() }
            exchange.answer(validation(of: job))
            return nil
        case .convert:
            let reading = try jobBuilder.reading(of: consume body, parameters, control: control)
            let converted = try jobBuilder.conversion(of: consume reading, control: control)
            let json = try converted.json(control)
            exchange.note { $0.account?.keep(json.count) }
            exchange.note { $0.renderSeconds = spent() }
            exchange.answer(answer(consume converted, json))
            return nil
        case .verify:
            let check = EvidenceCheck(
                jobBuilder, renderer, limit: settings.inflatedBytes, control: control)
            let verification = try check.verification(
                of: (consume body).bytes, chain: parameters["chain"],
                on: try parameters.asksForRedraw() ? worker : nil)
            exchange.note { $0.messages = verification.messages }
            exchange.note { $0.renderSeconds = spent() }
            exchange.answer(Documents.object { verification.write(to: &$0) })
            return nil
        case .render:
            let job = try jobBuilder.job(consume body, options, control: control)
            // What proves where it is from holds what it was made of.
            if job.origin == nil, job.source == nil { control.budget.release(bytes) }
            exchange.note { $0.stages["read"] = spent() }
            return job
        }
    }

    /// Ends work that nobody waits for, that takes too long, or for which there is no memory.
    private func control(
        _ exchange: any ResponseWriter, _ account: MemoryReservation, since began: UInt64
    ) -> RenderControl {
        let deadline = began + UInt64(settings.renderSeconds * 1e9)
        let pace = ProgressPace(since: began)
        return RenderControl(
            verdict: { [memory] bytes in
                if bytes < 0 {
                    _ = account.take(bytes, now: 0)
                    return .proceed
                }
                if exchange.isCancelled { return .abandoned }
                let now = DispatchTime.now().uptimeNanoseconds
                if now > deadline { return .late }
                if bytes == 0 { return .proceed }
                return switch account.take(bytes, now: now) {
                case .granted: .proceed
                case .short: .starved
                case .oversized: .oversized(limit: memory.limit)
                }
            }, now: { DispatchTime.now().uptimeNanoseconds },
            onProgress: { progress in
                let now = DispatchTime.now().uptimeNanoseconds
                if pace.isTimely(progress, now: now) { exchange.progressed(progress) }
            })
    }

    func render(
        _ job: RenderJob, _ exchange: any ResponseWriter, on worker: Worker, since began: UInt64,
        _ control: RenderControl
    ) throws(Problem) {
        let read = DispatchTime.now().uptimeNanoseconds - began
        exchange.note { record in
            record.format = job.format.rawValue
            record.messages = job.conversation.messages.count
            record.warnings = job.warningCount
        }
        var sink = ResponseSink(exchange, control) { [self] report in
            var timings = RenderTimings()
            timings[.layout] = DispatchTime.now().uptimeNanoseconds - began - read
            var head = head(job, report)
            head.fields.set("Server-Timing", timing(read: read, timings))
            return head
        }
        do throws(RenderFault) {
            let timings = try renderer.render(job, on: worker, to: &sink, control: control)
            exchange.note { notes in
                for stage in RenderTimings.Stage.allCases where timings[stage] > 0 {
                    notes.stages[stage.rawValue] = Double(timings[stage]) / 1e9
                }
                for warning in job.warnings {
                    notes.warningKinds[warning.kind.rawValue, default: 0] += 1
                }
                notes.renderSeconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
            }
            sink.finish(timing: timing(read: read, timings))
            exchange.note { $0.account?.keep(sink.hasBegun ? settings.bufferBytes : 0) }
        } catch {
            if case .internal(let detail) = error {
                log.write(
                    .error, "defect",
                    [("request", .text(exchange.requestID)), ("detail", .text(detail))])
            }
            // Once bytes have left, the only honest end is a broken one.
            if exchange.hasOverflown {
                return exchange.refuse(.spillFull(settings))
            }
            guard !sink.hasBegun else { return exchange.fail() }
            throw Problem(error)
        }
    }
}
