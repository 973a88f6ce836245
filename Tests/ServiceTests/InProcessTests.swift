import Basics
import Dispatch
import Foundation
import FoundationEssentials
import HTTP
import Importing
import Model
import Synchronization
import TestSupport
import Testing

@testable import Rendering
@testable import Service

@Suite struct InProcessTests {
    private let service: InProcessService
    private let hello = #"{"messages":["Hi!","Hello"]}"#

    init() throws { service = try InProcessService() }

    private func request(_ fields: [String], _ body: String = "") -> String {
        (["POST /render.svg HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
            + body
    }

    @Test func fragmentedRequestsAreAssembled() throws {
        let whole = try service.render(hello, to: "/render.svg")
        let chunks = hello.utf8.map { "1\r\n\(Character(Unicode.Scalar($0)))\r\n" }.joined()
        for text in [
            request(["Content-Length: \(hello.utf8.count)"], hello),
            request(["Transfer-Encoding: chunked"], chunks + "0\r\n\r\n"),
        ] {
            let connection = service.connect()
            for byte in text.utf8 { connection.send([byte]) }
            #expect(Answer(connection.output)?.body == whole.body)
            #expect(connection.ending == nil)
        }
    }

    @Test func readinessReflectsFontsAndDraining() throws {
        let service = try InProcessService()
        #expect(try service.get("/readyz").text == "ready\n")
        service.service.observe(isDraining: { false }, statistics: { nil }, missingFonts: ["Inter"])
        let poor = try service.get("/readyz")
        #expect(poor.status == 503 && poor.text.contains(#""allowed":["Inter"]"#))
        service.service.observe(isDraining: { true }, statistics: { nil }, missingFonts: [])
        let draining = try service.get("/readyz")
        #expect(draining.status == 503 && draining.text.contains("/problems/draining"))
        #expect(draining.header("retry-after") == "5")
        #expect(try service.get("/healthz").status == 200)
    }

    @Test func metricsCountRequestsAndProblems() throws {
        let service = try InProcessService()
        #expect(try service.post(hello, to: "/render.svg").status == 200)
        #expect(try service.post("{").status == 400)
        let text = try service.get("/metrics").text
        for line in [
            #"chatprint_requests_total{route="/render",format="svg",status="200"} 1"#,
            #"chatprint_requests_total{route="/render",format="",status="400"} 1"#,
            #"chatprint_problems_total{problem="json-syntax"} 1"#, "chatprint_messages_total 2",
            #"chatprint_request_seconds_count{route="/render",status="2xx"} 1"#,
            #"chatprint_request_seconds_bucket{route="/render",status="4xx",le="+Inf"} 1"#,
            #"chatprint_wait_seconds_count{route="/render",status="2xx"} 1"#,
            "chatprint_requests_in_flight 1", #"chatprint_build_info{version="test"} 1"#,
        ] {
            #expect(text.contains("\n" + line + "\n"), "\(line)")
        }
    }
}

@Suite struct ResponseSinkTests {
    private func sent(_ writes: [Int], messages: Int) throws -> RecordedWriter.Parts {
        let writer = RecordedWriter()
        let response = ResponseSink(writer, RenderControl()) { _ in ResponseHead(200) }
        let sink = response.sink.begin(
            RenderReport(
                format: .png, width: 1, height: 1, pages: 1, messages: messages, warnings: [],
                warningCount: 0))
        for count in writes { try sink.write([UInt8](repeating: 7, count: count)) }
        response.finish(timing: "")
        return writer.parts.withLock { $0 }
    }

    @Test(arguments: [(20, 500_000, true), (20, 530_000, false), (1_000, 300_000, false)])
    func onlySmallRenderingsAreSentAsAWhole(messages: Int, bytes: Int, isWhole: Bool) throws {
        let parts = try sent(Array(repeating: 10_000, count: bytes / 10_000), messages: messages)
        #expect(parts.whole == (isWhole ? bytes : nil))
        #expect(parts.pieces.reduce(0, +) == (isWhole ? 0 : bytes))
    }

    /// The sink itself only reports that it accepts no more bytes.
    @Test func timeoutsAfterTheFirstByteAreReported() throws {
        let backend = try #require(service.service.backend as? InProcessBackend)
        let folder = RunningService.root.appendingPathComponent("config").path
        let jobBuilder = JobBuilder(
            themes: try service.service.themes, languages: Languages.catalog,
            importPhrases: try ImportPhrases(folder: folder + "/imports"), limits: Limits())
        let line = "\"" + String(repeating: "a", count: 10_000) + "\""
        let body = "[" + Array(repeating: line, count: 100).joined(separator: ",") + "]"
        let job = try jobBuilder.job(Upload(Array(body.utf8)), JobOptions(format: .txt))
        let writer = RecordedWriter()
        let control = RenderControl(verdict: { _ in
            writer.parts.withLock { $0.pieces.isEmpty } ? .proceed : .late
        })
        let done = DispatchSemaphore(value: 0)
        _ = backend.pool.submit(isSmall: false) { worker in
            try? backend.render(job, writer, on: worker, since: 0, control)
            done.signal()
        }
        done.wait()
        #expect(writer.parts.withLock { $0.notes.problem } == "render-timeout")
    }
}

/// Records the sizes of the parts of a response.
private final class RecordedWriter: WorkReply {
    struct Parts: Sendable {
        var whole: Int?
        var pieces: [Int] = []
        var notes = WorkNotes()
    }

    let parts = Mutex(Parts())
    let requestID = "test"
    let isCanceled = false
    let hasOverflowed = false

    func began(after nanoseconds: UInt64) {}
    func answer(_ response: Response, onThisThread: Bool) {
        parts.withLock { $0.whole = response.body.count }
    }
    func begin(_ head: ResponseHead) {}
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        parts.withLock { $0.pieces.append(bytes.count) }
        return true
    }
    func finish() {}
    func fail() {}
    func note(_ change: (inout WorkNotes) -> Void) { parts.withLock { change(&$0.notes) } }
}
