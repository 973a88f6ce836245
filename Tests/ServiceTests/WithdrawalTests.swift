import Dispatch
import Foundation
import HTTP
import Isolation
import Model
import Rendering
import System
import Testing

@testable import Service

@Suite struct WithdrawalTests {
    /// A service with a worker that is busy, and that draws with cairo, until the test releases it.
    private struct BusyService {
        let service: RenderService
        let backend: InProcessBackend
        private let own: InProcessService
        private let released = DispatchSemaphore(value: 0)

        /// - Parameter idle: the number of other workers.
        init(_ flags: [String] = [], idle: Int = 0) throws {
            own = try InProcessService(["--workers", "\(1 + idle)"] + flags, isDirect: true)
            service = own.service
            backend = try #require(own.service.backend as? InProcessBackend)
            let begun = DispatchSemaphore(value: 0)
            _ = backend.pool.submit(isSmall: false, needsCairo: true) { [released] _ in
                begun.signal()
                released.wait()
            }
            begun.wait()
        }

        func release() { released.signal() }

        /// Waits until the only idle worker has done its work.
        func finishWork() {
            let done = DispatchSemaphore(value: 0)
            _ = backend.pool.submit(isSmall: true) { _ in done.signal() }
            done.wait()
        }
    }

    /// Otherwise the front process would wait for the response until the time limit of a render,
    /// and then kill the process.
    @Test func renderProcessesEndTheResponsesOfWithdrawnRequests() throws {
        let busy = try BusyService()
        let front = try FrontProcess(of: busy.backend)
        let request = WorkRequest(requestID: "id", as: .txt, type: nil, body: [])
        try front.send(request, body: Array("[\"Hi\"]".utf8)[...])
        try front.socket.send(Frame(.cancel, 1))
        // An invalid request gets its response at once.
        try front.socket.send(Frame(.request, 2))
        let end = try #require(try front.socket.receive())
        #expect(end.kind == .broken && end.number == 1)
        #expect(busy.backend.pool.queued == 0)
        busy.release()
        front.finish()
    }

    @Test func deletedJobsThatWaitEndTheirEvents() throws {
        let busy = try BusyService(["--job-bytes", "1MiB"])
        defer { busy.release() }
        let begun = try busy.service.ask(
            "POST /render", ["Prefer: respond-async"], body: "[\"Hi\"]")
        guard case .whole(let accepted) = begun.next() else { throw HeldService.Refused() }
        let path = try #require(accepted.head.fields["location"])
        #expect(busy.backend.pool.queued == 1)
        let listener = try busy.service.ask("GET " + path, ["Accept: text/event-stream"])
        guard case .head = listener.next(), case .body = listener.next() else {
            throw HeldService.Refused()
        }
        _ = try busy.service.ask("DELETE " + path)
        try #require(busy.service.jobs?.counts.ended == ["cancelled": 1])
        guard case .body(let event) = listener.next(), case .end = listener.next() else {
            throw HeldService.Refused()
        }
        let text = String(decoding: event, as: UTF8.self)
        #expect(text.hasPrefix("event: end\n") && text.contains(#""type":"/problems/no-job""#))
        #expect(busy.service.metrics.snapshot.problems == [:])
    }

    /// A request that waits for cairo is already parsed, and equal requests wait for it.
    @Test func equalRequestsDoNotWaitForAWithdrawnOne() throws {
        let busy = try BusyService(["--cache-bytes", "8MiB"], idle: 1)
        let path = "POST /render.svg?engine=cairo"
        let first = try busy.service.ask(path, body: "[\"Hi\"]")
        busy.finishWork()
        #expect(busy.backend.pool.cairo.queued == 1)
        let second = try busy.service.ask(path, body: "[\"Hi\"]")
        #expect(busy.service.cache?.counts.misses == 1)
        first.cancel()
        busy.service.finished(
            first,
            Outcome(
                status: nil, fault: nil, bytesIn: 0, bytesOut: 0, elapsed: .zero, closes: true,
                cut: .reset))
        busy.release()
        // The second one is rendered on its own.
        guard case .whole(let response) = second.next() else { throw HeldService.Refused() }
        #expect(response.head.status == 200 && busy.service.cache?.counts.misses == 2)
    }
}
