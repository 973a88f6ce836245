import Foundation
import HTTP
import Testing

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
        service.service.observe(
            isDraining: { false }, statistics: { nil }, missingFonts: ["Inter"])
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
