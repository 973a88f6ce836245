import Basics
import Foundation
import HTTP
import Isolation
import Rendering
import System
import Testing

@testable import Service

/// The backend is the test's own.
@Suite struct JobTests {
    private static let apart = ["Prefer: respond-async"]

    func service(_ change: (inout Settings) -> Void = { _ in }) throws -> HeldService {
        try HeldService { settings in
            settings.jobBytes = 1 << 20
            change(&settings)
        }
    }

    /// Starts a job and takes its work from the backend.
    func begin(
        _ service: HeldService
    ) throws -> (path: String, exchange: any WorkReply) {
        let exchange = try service.ask("POST /render", Self.apart, body: "[\"Hi\"]")
        let response = try exchange.whole()
        service.end(exchange)
        #expect(response.head.status == 202)
        #expect(response.head.fields["preference-applied"] == "respond-async")
        return try (#require(response.head.fields["location"]), service.work.next().exchange)
    }

    func job(_ service: HeldService, _ path: String) throws -> [String: Any] {
        let exchange = try service.ask("GET " + path)
        let response = try exchange.whole()
        service.end(exchange)
        let object = try JSONSerialization.jsonObject(with: Data(response.body))
        return try #require(object as? [String: Any])
    }

    @Test func jobReportsItsStateUntilDone() throws {
        let service = try service()
        let (path, work) = try begin(service)
        #expect(try job(service, path)["state"] as? String == "queued")
        #expect(try service.ask("GET \(path)/result").whole().head.status == 409)
        work.began(after: 5)
        #expect(try job(service, path)["state"] as? String == "running")
        work.progressed(RenderProgress(.output, done: 1, of: 2))
        // A retry does not decrease the progress.
        work.progressed(RenderProgress(.layout, done: 1, of: 2))
        let progress = try #require(job(service, path)["progress"] as? [String: Any])
        #expect(progress["fraction"] as? Double == 0.65 && progress["stage"] as? String == "output")
        work.begin(ResponseHead(200, ["Content-Type": "image/png"]))
        for byte in [1, 2, 3] as [UInt8] { #expect(work.write([byte][...])) }
        work.finish()
        let end = try job(service, path)
        #expect(end["state"] as? String == "done" && end["type"] as? String == "image/png")
        let result = try #require(end["result"] as? String)
        let response = try service.ask("GET " + result).whole()
        #expect(response.body == [1, 2, 3])
        #expect(response.head.fields["content-type"] == "image/png")
        #expect(response.head.fields["cache-control"] == "no-store")
        #expect(service.service.jobs?.reservation.held == 3)
        #expect(try service.ask("DELETE " + path).whole().head.status == 204)
        #expect(try service.ask("GET " + result).whole().head.status == 404)
    }

    @Test func failedJobsReportTheirProblem() throws {
        let service = try service()
        let (path, work) = try begin(service)
        work.refuse(.renderCrashed)
        let end = try job(service, path)
        #expect(end["state"] as? String == "failed")
        #expect((end["problem"] as? [String: Any])?["status"] as? Int == 500)
        #expect(try service.ask("GET \(path)/result").whole().head.status == 500)
        let (lost, broken) = try begin(service)
        broken.begin(ResponseHead(200))
        _ = broken.write([1][...])
        broken.fail()
        #expect(try job(service, lost)["state"] as? String == "failed")
        #expect(service.service.jobs?.reservation.held == 0)
    }

    /// In this process, and through the frames of a render process.
    @Test(arguments: [false, true])
    func jobsThatFailAfterTheirBeginningReportTheProblem(isRemote: Bool) throws {
        let service = try service()
        let (path, work) = try begin(service)
        let (ours, theirs) = try MessageSocket.pair()
        let remote: any WorkReply = FrameReply(
            1, requestID: work.requestID, FrameSocket(theirs), fault: nil, signer: nil
        ) {}
        let writer = isRemote ? remote : work
        writer.begin(ResponseHead(200))
        _ = writer.write([1][...])
        writer.fail(because: .timeout)
        if isRemote {
            let relay = ResponseRelay(work, service.service.settings, queued: 0)
            let front = FrameSocket(ours, receivesRequests: false)
            while let frame = try front.receive(), relay.take(frame) {}
        }
        let problem = try #require(job(service, path)["problem"] as? [String: Any])
        #expect(problem["type"] as? String == "/problems/render-timeout")
        #expect(problem["setting"] as? String == "render_seconds")
        #expect(service.service.metrics.snapshot.problems == ["render-timeout": 1])
    }

    @Test func jobsOfKilledProcessesReportTheProblem() throws {
        let service = try service()
        let (path, work) = try begin(service)
        let relay = ResponseRelay(work, service.service.settings, queued: 0)
        var facts = PackedWriter()
        ResponseHead(200).write(to: &facts)
        #expect(relay.take(Frame(.head, 1, facts: facts.bytes)))
        relay.end(.late)
        let problem = try #require(job(service, path)["problem"] as? [String: Any])
        #expect(problem["type"] as? String == "/problems/render-timeout")
    }

    @Test func deletingAJobCancelsItsWork() throws {
        let service = try service()
        let (path, work) = try begin(service)
        let withdrawn = OnceFlag()
        work.note { $0.withdraw = { _ = withdrawn.set() } }
        #expect(try service.ask("DELETE " + path).whole().head.status == 204)
        #expect(work.isCanceled && !withdrawn.set())
        work.answer(Response(RenderFault.abandoned.explanation, requestID: work.requestID))
        #expect(service.service.metrics.snapshot.problems == [:])
        #expect(try service.ask("GET " + path).whole().head.status == 404)
        #expect(try service.ask("DELETE " + path).whole().head.status == 404)
        #expect(service.service.jobs?.counts.ended == ["cancelled": 1])
    }

    @Test(arguments: [
        "/jobs/", "/jobs/a/b", "/jobs/a/result/b", "/jobs//result", "/jobs",
    ])
    func otherJobPathsAreNotFound(path: String) throws {
        #expect(throws: HeldService.Refused.self) { try service().ask("GET " + path) }
    }

    /// Job ids have 128 random bits, and no id reveals another.
    @Test func jobIdsCannotBeGuessed() throws {
        let service = try service { $0.jobs = 1_000 }
        let paths = try (0..<1_000).map { _ in try begin(service).path }
        #expect(Set(paths).count == 1_000 && paths.allSatisfy { $0.utf8.count == 6 + 22 })
        #expect(Set(paths.map { $0.dropFirst(6).prefix(4) }).count > 990)
        #expect(try service.ask("GET " + paths[0].dropLast()).whole().head.status == 404)
        let closed = try self.service { $0.apiKeys = ["secret"] }
        #expect(throws: HeldService.Refused.self) { try closed.ask("GET " + paths[0]) }
    }

    // MARK: - Limits

    @Test func numberOfJobsIsLimited() throws {
        let service = try service { $0.jobs = 3 }
        let jobs = try (0..<3).map { _ in try begin(service) }
        for _ in 0..<10_000 {
            let refused = try service.ask("POST /render", Self.apart, body: "[\"Hi\"]").whole()
            #expect(refused.head.status == 429)
        }
        #expect(service.work.count == 0 && service.service.jobs?.counts.kept == 3)
        // Ended jobs count until they are deleted or expire.
        jobs[0].exchange.answer(Response(200, body: [1]))
        #expect(try service.ask("POST /render", Self.apart, body: "[]").whole().head.status == 429)
        #expect(try service.ask("DELETE " + jobs[0].path).whole().head.status == 204)
        _ = try begin(service)
    }

    @Test func resultsAreLimitedInBytes() throws {
        let service = try service { $0.jobBytes = 100_000 }
        let (path, work) = try begin(service)
        work.answer(Response(200, body: [UInt8](repeating: 0, count: 60_000)))
        let (other, streams) = try begin(service)
        streams.begin(ResponseHead(200))
        #expect(streams.write([UInt8](repeating: 0, count: 30_000)[...]))
        #expect(!streams.write([UInt8](repeating: 0, count: 30_000)[...]))
        streams.fail()
        let end = try job(service, other)
        #expect((end["problem"] as? [String: Any])?["setting"] as? String == "job_bytes")
        #expect((60_000..<70_000).contains(service.service.jobs?.reservation.held ?? 0))
        // Retrying cannot help a result that never fits.
        let (large, bytes) = try begin(service)
        bytes.begin(ResponseHead(200))
        #expect(!bytes.write([UInt8](repeating: 0, count: 100_001)[...]))
        bytes.fail()
        let problem = try job(service, large)["problem"] as? [String: Any]
        #expect(problem?["status"] as? Int == 422 && problem?["limit"] as? Int == 100_000)
        // A result that is still being sent counts although its job is deleted.
        let reader = try service.ask("GET \(path)/result")
        _ = try service.ask("DELETE " + path).whole()
        #expect(service.service.jobs?.reservation.held ?? 0 >= 60_000)
        service.end(reader)
    }

    @Test func endedJobsExpire() async throws {
        let service = try service { $0.jobSeconds = 0.1 }
        let (path, work) = try begin(service)
        work.answer(Response(200, body: [1, 2, 3]))
        while try service.ask("GET " + path).whole().head.status != 404 { await Task.yield() }
        #expect(service.service.jobs?.counts.kept == 0)
    }

    @Test func respondAsyncIsIgnoredWithoutJobs() throws {
        let none = try HeldService()
        let asked = try none.ask("POST /render", Self.apart, body: "[]")
        none.work.next().exchange.answer(Response(200, body: [1]))
        #expect(try asked.whole().head.status == 200)
        let service = try service()
        for fields in [[], ["Prefer: return=minimal"], ["Prefer: respond-asynchronously"]] {
            let asked = try service.ask("POST /render", fields, body: "[]")
            service.work.next().exchange.answer(Response(200, body: [1]))
            #expect(try asked.whole().head.status == 200)
        }
        let among = ["Prefer: return=minimal, Respond-Async; foo=1"]
        #expect(try service.ask("POST /render", among, body: "[]").whole().head.status == 202)
    }

    /// With render processes: progress comes from another process.
    @Test func longConversationRendersAsynchronously() throws {
        let service = try RunningService(["--job-bytes", "64MiB"])
        let talk = WrittenTalk.long(20_000)
        let begun = try service.post(talk, to: "/render.pdf", ["-H", "Prefer: respond-async"])
        #expect(begun.status == 202)
        let path = try #require(begun.header("location"))
        let events = try service.curl(path, ["-H", "Accept: text/event-stream"])
        #expect(events.header("content-type") == "text/event-stream")
        let messages = events.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        #expect(messages.count > 2 && messages.last?.hasPrefix("event: end") == true)
        #expect(messages.contains { $0.contains(#""stage":"output""#) })
        let result = try service.curl(path + "/result")
        let drawn = try service.post(talk, to: "/render.pdf")
        #expect(result.status == 200 && result.body == drawn.body)
        #expect(result.header("content-disposition") == drawn.header("content-disposition"))
        let metrics = try service.curl("/metrics").text
        #expect(metrics.contains("\nchatprint_jobs_ended_total{state=\"done\"} 1\n"))
    }
}

extension JobTests {
    private func event(_ exchange: RecordedExchange) throws -> String {
        guard case .body(let bytes) = exchange.next() else { throw HeldService.Refused() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func listen(_ service: HeldService, _ path: String) throws -> RecordedExchange {
        let exchange = try service.ask("GET " + path, ["Accept: text/event-stream"])
        guard case .head(let head, nil) = exchange.next() else { throw HeldService.Refused() }
        #expect(head.fields["content-type"] == "text/event-stream")
        return exchange
    }

    @Test func listenersGetEventsUntilTheEnd() throws {
        let service = try service()
        let (path, work) = try begin(service)
        let listener = try listen(service, path)
        #expect(try event(listener).hasPrefix("event: progress\ndata: {"))
        work.began(after: 1)
        #expect(try event(listener).contains(#""state":"running""#))
        work.progressed(RenderProgress(.output, done: 1, of: 2))
        #expect(try event(listener).contains(#""fraction":0.65"#))
        work.answer(Response(200, body: [1]))
        let end = try event(listener)
        #expect(end.hasPrefix("event: end\n") && end.contains(#""state":"done""#))
        #expect(end.hasSuffix("\n\n"))
        guard case .end = listener.next() else { throw HeldService.Refused() }
        // A later listener gets the end event at once.
        let late = try listen(service, path)
        #expect(try event(late).hasPrefix("event: end\n"))
        guard case .end = late.next() else { throw HeldService.Refused() }
    }

    @Test func listenersAreLimitedAndRemovedOnDisconnect() throws {
        let service = try service()
        let (path, work) = try begin(service)
        let listeners = try (0..<AsyncRender.maxListeners).map { _ in try listen(service, path) }
        let refused = try service.ask("GET " + path, ["Accept: text/event-stream"]).whole()
        #expect(refused.head.status == 429)
        for listener in listeners {
            _ = try event(listener)
            service.end(listener, isCut: true)
        }
        let last = try listen(service, path)
        _ = try event(last)
        work.fail()
        #expect(try event(last).hasPrefix("event: end\n"))
        #expect(!listeners.contains { !$0.isSilent })
    }

    /// Otherwise nobody would notice that a client has left.
    @Test func silentListenersGetComments() throws {
        let service = try HeldService(commentSeconds: 0.01) { $0.jobBytes = 1 << 20 }
        let (path, work) = try begin(service)
        let listener = try listen(service, path)
        #expect(try event(listener).hasPrefix("event: progress\n"))
        for _ in 0..<2 { #expect(try event(listener) == ":\n\n") }
        work.answer(Response(200, body: [1]))
        var last = try event(listener)
        while last == ":\n\n" { last = try event(listener) }
        #expect(last.hasPrefix("event: end\n"))
        guard case .end = listener.next() else { throw HeldService.Refused() }
    }

    @Test func listenersOfADeletedJobLearnThatItWasDeleted() throws {
        let service = try service()
        let (path, work) = try begin(service)
        work.began(after: 1)
        let listener = try listen(service, path)
        _ = try event(listener)
        _ = try service.ask("DELETE " + path)
        work.answer(Response(RenderFault.abandoned.explanation, requestID: work.requestID))
        let end = try event(listener)
        #expect(end.hasPrefix("event: end\n") && end.contains("The job was deleted"))
        #expect(end.contains(#""status":404"#) && !end.contains("499"))
    }

    /// The timer of the next comment must not keep the result.
    @Test func deletedJobsFreeTheirResultAfterTheEvents() throws {
        let service = try service()
        let store = try #require(service.service.jobs)
        do {
            let (path, work) = try begin(service)
            let listener = try listen(service, path)
            _ = try event(listener)
            work.answer(Response(200, body: [1]))
            #expect(try event(listener).hasPrefix("event: end\n"))
            guard case .end = listener.next() else { throw HeldService.Refused() }
            service.end(listener)
            service.end(try service.ask("DELETE " + path))
        }
        let end = ContinuousClock.now + .seconds(5)
        while store.reservation.held > 0, ContinuousClock.now < end { usleep(1_000) }
        #expect(store.reservation.held == 0)
    }

    /// A client may delete a job as soon as it has the end event.
    @Test func jobsDeletedAfterTheirEndKeepTheirOutcome() throws {
        let service = try service()
        let (path, work) = try begin(service)
        let id = try #require(path.split(separator: "/").last)
        let job = try #require(service.service.jobs?.job(String(id)))
        work.fail()
        _ = try service.ask("DELETE " + path)
        #expect(job.outcome == "failed")
    }

    @Test func headGetsNoEvents() throws {
        let service = try service()
        let (path, _) = try begin(service)
        let head = try service.ask("HEAD " + path, ["Accept: text/event-stream"]).whole()
        #expect(head.head.fields["content-type"] == "application/json")
    }
}
