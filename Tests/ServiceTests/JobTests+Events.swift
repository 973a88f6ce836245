import Basics
import Foundation
import HTTP
import Rendering
import Testing

@testable import Service

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
