import Conversation
import Dispatch
import HTTP
import JSON
import MIME
import Rendering
import Resources
import Synchronization

extension RenderService {
    /// Requests below this size step ahead of large ones.
    private static let smallBytes = 128 << 10

    func enqueue(_ request: Request, _ route: Route, _ exchange: any Exchange) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let bytes = request.body.count
        let held = HeldRequest(request)
        admissions.async { [self] in
            let isSmall = held.isSmall(atMost: RenderService.smallBytes)
            enqueue(held, of: bytes, isSmall: isSmall, route, exchange, at: queued)
        }
    }

    private func enqueue(
        _ held: HeldRequest, of bytes: Int, isSmall: Bool, _ route: Route, _ exchange: any Exchange,
        at queued: UInt64
    ) {
        guard !memory.isSpent(now: queued) else {
            return send(Problem(RenderFault.memory), exchange)
        }
        let account = MemoryAccount(memory)
        if let problem = refusal(of: bytes, account, now: queued) {
            return send(problem, exchange)
        }
        note(exchange) { $0.account = account }
        let admission = pool.submit(isSmall: isSmall, at: queued) { [self] in
            send(.waitedTooLong(settings), exchange)
        } _: { [self] worker in
            // The client has left: the place in the queue was all that it cost.
            guard !exchange.isCancelled, let request = held.take() else { return exchange.fail() }
            let began = DispatchTime.now().uptimeNanoseconds
            note(exchange) { $0.queueSeconds = Double(began - queued) / 1e9 }
            let control = control(exchange, account, since: began)
            do throws(Problem) {
                try work(consume request, route, exchange, on: worker, since: began, control)
            } catch {
                account.keep(0)
                send(error, exchange)
            }
            let ended = DispatchTime.now().uptimeNanoseconds
            note(exchange) { $0.renderSeconds = Double(ended - began) / 1e9 }
            memory.workEnded()
        }
        switch admission {
        case .accepted(let ticket):
            note(exchange) { $0.ticket = ticket }
            queueWatch.begin(at: queued)
            // A client that left before this point had no ticket to withdraw.
            if exchange.isCancelled { pool.withdraw(ticket) }
        case .closed: send(draining, exchange)
        case .full: send(.queueFull(settings), exchange)
        }
    }

    /// A body is released as soon as it is read: it may be as large as everything made from it.
    private func work(
        _ request: consuming Request, _ route: Route, _ exchange: any Exchange, on worker: Worker,
        since began: UInt64, _ control: RenderControl
    ) throws(Problem) {
        let head = request.head
        let body = try RequestBody.upload(
            of: consume request, limit: settings.inflatedBytes, control)
        let bytes = body.bytes.count
        let query = head.target.query.map { (key: $0.name, value: $0.value) }
        switch route {
        case .validate:
            let job = try jobBuilder.job(
                consume body, overrides: query, format: nil, control: control)
            note(exchange) { $0.messages = job.conversation.messages.count }
            send(validation(of: job), exchange)
        case .convert:
            let converted = try jobBuilder.conversion(
                of: consume body, overrides: query, control: control)
            note(exchange) { $0.account?.keep(converted.json.count) }
            send(answer(converted), exchange)
        case .render(let format):
            let job = try jobBuilder.job(
                consume body, overrides: query, format: format, fallback: accepted(head),
                control: control)
            control.allowance.givesBack(bytes)
            metrics.record(
                stage: "read", seconds: Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9)
            switch job.output.engine {
            case .chatprint: try render(job, exchange, on: worker, since: began, control)
            case .cairo: try queueForCairo(job, exchange, since: began, control)
            }
        case .page, .themes, .theme, .formats, .importers, .openAPI, .schema, .health, .readiness,
            .version, .metrics:
            break
        }
    }

    private func refusal(of bytes: Int, _ account: MemoryAccount, now: UInt64) -> Problem? {
        switch account.take(bytes, now: now) {
        case .granted: memory.isSpent(now: now) ? Problem(RenderFault.memory) : nil
        case .short: Problem(RenderFault.memory)
        case .oversized: Problem(RenderFault.tooLargeForMemory(limit: memory.limit))
        }
    }

    /// Ends work that nobody waits for, that takes too long, or for which there is no memory.
    private func control(
        _ exchange: any Exchange, _ account: MemoryAccount, since began: UInt64
    ) -> RenderControl {
        let deadline = began + UInt64(settings.renderSeconds * 1e9)
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
            }, now: { DispatchTime.now().uptimeNanoseconds })
    }

    private func answer(_ converted: JobBuilder.Converted) -> Response {
        var fields: HeaderFields = [
            "Content-Type": "application/json",
            "Chatprint-Messages": String(converted.messages),
            "Chatprint-Warnings": String(converted.warningCount),
        ]
        if let importer = converted.importer { fields.set("Chatprint-Importer", importer) }
        return Response(200, fields, body: converted.json)
    }

    /// What `Accept` would like, where the client stated it.
    private func accepted(_ head: RequestHead) -> Output.Format? {
        let accepted = AcceptedTypes(head.fields)
        guard accepted.isStated,
            let best = accepted.best(of: Route.formatsOffered.map(\.mediaType))
        else { return nil }
        return Route.formatsOffered[best]
    }

    func render(
        _ job: RenderJob, _ exchange: any Exchange, on worker: Worker, since began: UInt64,
        _ control: RenderControl
    ) throws(Problem) {
        let read = DispatchTime.now().uptimeNanoseconds - began
        note(exchange) { record in
            record.format = job.format.rawValue
            record.messages = job.conversation.messages.count
            record.warnings = job.warningCount
        }
        var sink = ExchangeSink(exchange, control) { [self] report in
            var timings = RenderTimings()
            timings[.layout] = DispatchTime.now().uptimeNanoseconds - began - read
            var head = head(job, report, exchange)
            head.fields.set("Server-Timing", timing(read: read, timings))
            return head
        }
        do throws(RenderFault) {
            let timings = try renderer.render(job, on: worker, to: &sink, control: control)
            for stage in RenderTimings.Stage.allCases where timings[stage] > 0 {
                metrics.record(stage: stage.rawValue, seconds: Double(timings[stage]) / 1e9)
            }
            metrics.record(
                messages: job.conversation.messages.count, warnings: job.warnings)
            sink.finish(timing: timing(read: read, timings))
            note(exchange) { $0.account?.keep(sink.hasBegun ? settings.bufferBytes : 0) }
        } catch {
            if case .internal(let detail) = error {
                log.write(
                    .error, "defect",
                    [("request", .text(exchange.requestID)), ("detail", .text(detail))])
            }
            // Once bytes have left, the only honest end is a broken one.
            if exchange.hasOverflown {
                return exchange.answer(response(.spillFull(settings), exchange))
            }
            guard !sink.hasBegun else { return exchange.fail() }
            throw Problem(error)
        }
    }

    private func head(
        _ job: RenderJob, _ report: RenderReport, _ exchange: any Exchange
    ) -> ResponseHead {
        let name = (job.output.filename ?? "chat") + "." + report.format.rawValue
        var fields: HeaderFields = [
            "Content-Type": report.format.mediaType.essence,
            "Content-Disposition": ContentDisposition.field(.inline, filename: name),
            "X-Content-Type-Options": "nosniff",
            "Chatprint-Width": String(report.width),
            "Chatprint-Height": String(report.height),
            "Chatprint-Pages": String(report.pages),
            "Chatprint-Messages": String(report.messages),
            "Chatprint-Warnings": String(report.warningCount),
        ]
        if let importer = job.importer { fields.set("Chatprint-Importer", importer) }
        addCommon(&fields, exchange)
        return ResponseHead(200, fields)
    }

    private func timing(read: UInt64, _ timings: RenderTimings) -> String {
        func milliseconds(_ nanoseconds: UInt64) -> String {
            String((Double(nanoseconds) / 1e4).rounded() / 100)
        }
        // A long answer leaves before it is painted, so it can only tell what came before.
        let stages = RenderTimings.Stage.allCases.filter { timings[$0] > 0 }
            .map { ", \($0.rawValue);dur=\(milliseconds(timings[$0]))" }
        return "read;dur=\(milliseconds(read))" + stages.joined()
    }

    private func validation(of job: RenderJob) -> Response {
        Documents.object { writer in
            writer.member("messages", job.conversation.messages.count)
            writer.member("participants", job.conversation.participants.count)
            writer.member("warning_count", job.warningCount)
            writer.key("warnings")
            writer.array { writer in
                for warning in job.warnings {
                    writer.object { writer in
                        writer.member("kind", warning.kind.rawValue)
                        writer.member("pointer", warning.pointer)
                        writer.member("detail", warning.detail)
                    }
                }
            }
            writer.key("redactions")
            writer.array { writer in
                for (rule, count) in job.redactions.enumerated() {
                    writer.object { writer in
                        writer.member("pointer", "/options/redact/\(rule)")
                        writer.member("messages", count.messages)
                        writer.member("places", count.places)
                    }
                }
            }
            writer.key("filters")
            writer.array { writer in
                for filter in job.filters {
                    writer.object { writer in
                        writer.member("pointer", filter.pointer)
                        writer.member("left_out", filter.leftOut)
                    }
                }
            }
        }
    }

    func logRequest(_ exchange: any Exchange, _ outcome: Outcome, _ record: Record, status: Int) {
        var facts: [(String, LogValue)] = [
            ("request", .text(exchange.requestID)), ("peer", .text(exchange.peer.description)),
            ("status", .number(Double(status))),
            ("in", .number(Double(outcome.bytesIn))), ("out", .number(Double(outcome.bytesOut))),
            ("total_ms", .number(Double(outcome.elapsed.milliseconds))),
        ]
        if let head = exchange.head {
            facts.insert(("method", .text(head.method.name)), at: 2)
            facts.insert(("target", .text(head.target.raw)), at: 3)
        }
        if let problem = record.problem { facts.append(("problem", .text(problem))) }
        if record.messages > 0 {
            facts.append(("messages", .number(Double(record.messages))))
            facts.append(("warnings", .number(Double(record.warnings))))
        }
        for (name, seconds) in [
            ("queue_ms", record.queueSeconds), ("render_ms", record.renderSeconds),
        ] {
            if let seconds { facts.append((name, .number((seconds * 1e5).rounded() / 100))) }
        }
        if let account = record.account, account.most > 0 {
            facts.append(("memory", .number(Double(account.most))))
        }
        if outcome.closes { facts.append(("close", .flag(true))) }
        let event =
            outcome.fault?.event
            ?? (outcome.cut.map { $0.rawValue } ?? (status >= 400 ? "refused" : "request"))
        log.write(status >= 500 ? .error : .info, event, facts)
    }
}
