import Foundation
import TestSockets
import Testing

/// Rows 1 to 60, faults on the wire, sent as raw bytes to the real executable. The tests of the
/// HTTP state machine cover each in more detail; these tests show that nothing between it and the
/// socket changes the result.
@Suite struct WireFaultTests {
    struct Row: Sendable {
        let number: Int
        let bytes: String
        let status: Int
        let slug: String
        let closes: Bool

        init(_ number: Int, _ status: Int, _ slug: String, closes: Bool = true, _ bytes: String) {
            (self.number, self.status, self.slug) = (number, status, slug)
            (self.bytes, self.closes) = (bytes, closes)
        }
    }

    private static func get(_ fields: String, _ target: String = "/themes") -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
    }

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST /render HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    private static func target(_ target: String) -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    private static let heads = [
        Row(1, 400, "bad-request-line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(2, 400, "bad-request-line", "GET /\r\n\r\n"),
        Row(3, 505, "http-version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        Row(4, 400, "bad-request-line", "GET / HTTP/1.32\r\nHost: a\r\n\r\n"),
        Row(6, 505, "http-version", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Row(7, 400, "bad-request-line", "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\u{00}\u{01}"),
        Row(8, 400, "bad-method", "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(8, 501, "method-not-implemented", closes: false, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(9, 414, "uri-too-long", target("/" + String(repeating: "a", count: 8_001))),
        Row(10, 400, "bad-target", target("/a\\b")),
        Row(11, 400, "bad-target", target("/%0d%0aX:1")),
        Row(12, 404, "not-found", closes: false, target("/themes/../../etc/passwd")),
        Row(12, 404, "not-found", closes: false, target("/%2e%2e/%2e%2e/etc/passwd")),
        Row(13, 400, "bad-host", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(14, 400, "bad-target", target("*")),
        Row(15, 501, "method-not-implemented", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"),
        Row(15, 405, "method-not-allowed", closes: false, "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(16, 400, "bad-host", "GET / HTTP/1.1\r\n\r\n"),
        Row(17, 400, "bad-framing", "GET / HTTP/1.1\nHost: a\n\n"),
        Row(18, 400, "bad-framing", get("X: a\rb")),
        Row(19, 400, "bad-header", get("X: a\u{0}b")),
        Row(20, 400, "bad-header", get("X : a")),
        Row(21, 400, "bad-header", get("X: a\r\n b")),
        Row(22, 431, "header-too-large", get("X: " + String(repeating: "a", count: 17 << 10))),
        Row(39, 417, "expectation-failed", get("Expect: other")),
        Row(48, 404, "not-found", closes: false, target("/nothing")),
    ]

    private static let bodies = [
        Row(23, 400, "bad-framing", post("Content-Length: 1\r\nTransfer-Encoding: chunked", "0")),
        Row(24, 400, "bad-framing", post("Content-Length: 5\r\nContent-Length: 5", "hello")),
        Row(25, 400, "bad-framing", post("Content-Length: 0x5", "hello")),
        Row(26, 400, "bad-framing", post("Transfer-Encoding: ,chunked", "0\r\n\r\n")),
        Row(26, 501, "coding-not-implemented", post("Transfer-Encoding: x, chunked", "0\r\n\r\n")),
        Row(28, 400, "bad-chunk", post("Transfer-Encoding: chunked", "0x1\r\na\r\n0\r\n\r\n")),
        Row(29, 400, "bad-chunk", post("Transfer-Encoding: chunked", "1;\r\na\r\n0\r\n\r\n")),
        Row(32, 413, "content-too-large", post("Content-Length: 99999999")),
        Row(34, 413, "content-too-large", post("Content-Length: 10000000000000")),
        Row(
            38, 415, "unsupported-media-type",
            post("Content-Length: 9\r\nContent-Type: image/png\r\nExpect: 100-continue")),
        Row(40, 400, "json-syntax", closes: false, post("Accept: */*")),
        Row(
            47, 405, "method-not-allowed", closes: false,
            "PUT /render HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"),
        Row(
            49, 406, "not-acceptable", closes: false,
            post("Accept: image/bmp\r\nContent-Length: 2", "{}")),
        Row(
            50, 415, "unsupported-media-type", closes: false,
            post("Content-Type: application/json; charset=latin1\r\nContent-Length: 2", "{}")),
        Row(
            51, 415, "unsupported-content-coding", closes: false,
            post("Content-Encoding: br\r\nContent-Length: 2", "{}")),
    ]

    @Test func malformedRequestsGetTheirProblemAndHarmNoOther() throws {
        let service = try RunningService()
        for row in Self.heads + Self.bodies {
            let client = try RawClient(port: UInt16(service.port))
            client.send(row.bytes)
            // A connection that stays open answers the next request; any other is closed.
            if !row.closes { client.send(Self.get("Connection: close", "/healthz")) }
            let answer = client.receiveAllText() ?? ""
            #expect(answer.hasPrefix("HTTP/1.1 \(row.status) "), "row \(row.number): \(answer)")
            #expect(
                answer.contains("\"type\":\"/problems/\(row.slug)\""),
                "row \(row.number): \(answer)")
            #expect(answer.hasSuffix("\r\n\r\nok\n") == !row.closes, "row \(row.number): \(answer)")
        }
        #expect(try service.curl("/healthz").status == 200)
    }

    @Test func unusualValidRequestsAreServed() throws {
        let service = try RunningService()
        let chunks = String(repeating: "1\r\n \r\n", count: 20_000)
        let hello = #"{"messages":["a"]}"#
        let rows: [(Int, String, Int)] = [
            (5, "GET /themes HTTP/1.2\r\nHost: a\r\n", 200),
            (13, "GET http://a/themes HTTP/1.1\r\nHost: a\r\n", 200),
            (14, "OPTIONS * HTTP/1.1\r\nHost: a\r\n", 204),
            (27, "GET /themes HTTP/1.1\r\nHost: a\r\nContent_Length: 5\r\n", 200),
            (44, "GET /themes HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n", 200),
            (46, "OPTIONS /render HTTP/1.1\r\nHost: a\r\n", 204),
        ]
        for (number, head, status) in rows {
            let client = try RawClient(port: UInt16(service.port))
            client.send(head + "Connection: close\r\n\r\n")
            let answer = client.receiveAllText() ?? ""
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "row \(number): \(answer)")
        }
        for (number, body) in [
            (30, "12\r\n\(hello)\r\n0\r\nContent-Length: 1\r\nHost: b\r\n\r\n"),
            (31, "\(chunks)12\r\n\(hello)\r\n0\r\n\r\n"),
        ] {
            let client = try RawClient(port: UInt16(service.port))
            client.send(Self.post("Transfer-Encoding: chunked\r\nConnection: close", body))
            let answer = client.receiveAll() ?? []
            #expect(answer.starts(with: "HTTP/1.1 200 ".utf8), "row \(number)")
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let service = try RunningService()
        let client = try RawClient(port: UInt16(service.port))
        let paths = (0..<64).map { $0 % 3 == 0 ? "/healthz" : "/none/\($0)" }
        client.send(
            paths.map { Self.target($0) }.joined() + Self.get("Connection: close", "/readyz"))
        let statuses = (client.receiveAllText() ?? "").components(separatedBy: "HTTP/1.1 ")
            .dropFirst().map { $0.prefix(3) }
        #expect(statuses == paths.map { $0 == "/healthz" ? "200" : "404" } + ["200"])
    }

    @Test func halfClosedAndWaitingClientsAreServed() throws {
        let service = try RunningService()
        let hello = #"{"messages":["a"]}"#
        let half = try RawClient(port: UInt16(service.port))
        half.send(Self.post("Content-Length: \(hello.utf8.count)", hello))
        half.finishSending()
        #expect(half.receiveAll()?.suffix(8).prefix(4) == Array("IEND".utf8)[...])
        let waiting = try RawClient(port: UInt16(service.port))
        waiting.send(
            Self.post(
                "Content-Length: \(hello.utf8.count)\r\nExpect: 100-continue\r\nConnection: close"))
        #expect(waiting.receiveText(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        waiting.send(hello)
        #expect(waiting.receiveAll()?.starts(with: "HTTP/1.1 200 ".utf8) == true)
    }

    @Test func slowClientsAreDisconnectedByTheSettings() throws {
        let service = try RunningService([
            "--head-seconds", "0.2", "--idle-seconds", "0.3", "--body-seconds", "0.2",
        ])
        let head = try RawClient(port: UInt16(service.port))
        head.send("GET / HTTP/1.1\r\n")
        #expect(head.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        let body = try RawClient(port: UInt16(service.port))
        body.send(Self.post("Content-Length: 100", "{"))
        #expect(body.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        #expect(try RawClient(port: UInt16(service.port)).receiveAll() == [])
        let short = try RawClient(port: UInt16(service.port))
        short.send(Self.post("Content-Length: 100", "{"))
        short.finishSending()
        #expect(short.receiveAllText()?.contains("/problems/incomplete-body") == true)
    }
}
