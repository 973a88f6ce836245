import Basics
import Dispatch
import HTTP

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
        let writer = ClientWriter(self, exchange)
        let (progress, end) = (Array("progress".utf8), Array("end".utf8))
        let seconds = settings.jobSeconds
        let hasBegun = OnceFlag()
        let listener = AsyncRender.Listener { job in
            // Read before the status, because a later change is reported by its own event.
            let isOver = job.phase.isOver
            if hasBegun.set() {
                writer.begin(
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
            guard writer.write(event[...]), !isOver else {
                if isOver { writer.finish() }
                return false
            }
            return true
        }
        writer.note { $0.withdraw = { job.remove(id) } }
        note(exchange) { $0.writer = writer }
        guard job.add(listener, id) else {
            return send(.jobsFull(setting: nil, AsyncRender.maxListeners), exchange)
        }
        // Only writing shows that a client has left, and proxies close silent connections.
        // Weak, because the result of a deleted job would stay in memory until the next comment.
        jobs?.remind { [weak job, weak writer] in
            guard let job, let writer, job.isHeard(by: id) else { return false }
            return writer.write(Array(":\n\n".utf8)[...])
        }
    }
}
