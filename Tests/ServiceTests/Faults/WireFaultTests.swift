import Foundation
import TestSockets
import Testing

/// Rows 1 to 60, faults on the wire, sent as raw bytes to the real executable. The tests of HTTP and
/// of the server cover each; these tests show that the problem of each kind reaches the client.
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

    private static let rows = [
        Row(1, 400, "bad-request-line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(3, 505, "http-version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        Row(8, 400, "bad-method", "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(8, 501, "method-not-implemented", closes: false, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(9, 414, "uri-too-long", get("X: a", "/" + String(repeating: "a", count: 8_001))),
        Row(11, 400, "bad-target", get("X: a", "/%0d%0aX:1")),
        Row(12, 404, "not-found", closes: false, get("X: a", "/themes/../../etc/passwd")),
        Row(12, 404, "not-found", closes: false, get("X: a", "/%2e%2e/%2e%2e/etc/passwd")),
        Row(15, 405, "method-not-allowed", closes: false, "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(16, 400, "bad-host", "GET / HTTP/1.1\r\n\r\n"),
        Row(18, 400, "bad-framing", get("X: a\rb")), Row(20, 400, "bad-header", get("X : a")),
        Row(22, 431, "header-too-large", get("X: " + String(repeating: "a", count: 17 << 10))),
        Row(26, 501, "coding-not-implemented", post("Transfer-Encoding: x, chunked", "0\r\n\r\n")),
        Row(28, 400, "bad-chunk", post("Transfer-Encoding: chunked", "0x1\r\na\r\n0\r\n\r\n")),
        Row(32, 413, "content-too-large", post("Content-Length: 99999999")),
        Row(
            38, 415, "unsupported-media-type",
            post("Content-Length: 9\r\nContent-Type: image/png\r\nExpect: 100-continue")),
        Row(39, 417, "expectation-failed", get("Expect: other")),
        Row(40, 400, "json-syntax", closes: false, post("Accept: */*")),
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
        for row in Self.rows {
            let client = try service.client(row.bytes)
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

    @Test func slowClientsAreDisconnectedByTheSettings() throws {
        let service = try RunningService([
            "--head-seconds", "0.2", "--idle-seconds", "0.3", "--body-seconds", "0.2",
        ])
        let head = try service.client("GET / HTTP/1.1\r\n")
        #expect(head.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        let body = try service.client(Self.post("Content-Length: 100", "{"))
        #expect(body.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        #expect(try service.client().receiveAll() == [])
        let short = try service.client(Self.post("Content-Length: 100", "{"))
        short.finishSending()
        #expect(short.receiveAllText()?.contains("/problems/incomplete-body") == true)
    }
}

/// Interrupts system calls of a process before they take effect, using strace.
final class Interruptions {
    private let tracer = Process()
    private let words = Pipe()

    enum Failure: Error { case notAllowed }

    /// - Parameters:
    ///   - calls: comma-separated names.
    ///   - often: which calls, in the syntax of strace; every second call by default.
    init(of calls: String, in process: Int32, _ often: String = "1+2") throws {
        tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tracer.arguments = [
            "strace", "-f", "-o", "/dev/null", "-p", String(process), "-e", "trace=\(calls)",
            "-e", "inject=\(calls):error=EINTR:when=\(often)",
        ]
        tracer.standardError = words
        try tracer.run()
        // strace prints a line once it is attached and exits if it may not attach.
        var said = ""
        while !said.contains(" attached") {
            let piece = words.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw Failure.notAllowed }
            said += String(decoding: piece, as: UTF8.self)
        }
    }

    /// Uses SIGKILL: a process started by Dispatch has all other signals blocked and passes the
    /// mask on.
    deinit {
        if tracer.isRunning { kill(tracer.processIdentifier, SIGKILL) }
        tracer.waitUntilExit()
    }

    /// Whether processes may trace each other here; containers often forbid it.
    static let areAllowed: Bool = {
        let sleeper = Process()
        sleeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sleeper.arguments = ["sleep", "60"]
        guard (try? sleeper.run()) != nil else { return false }
        defer {
            kill(sleeper.processIdentifier, SIGKILL)
            sleeper.waitUntilExit()
        }
        return (try? Interruptions(of: "read", in: sleeper.processIdentifier)) != nil
    }()
}
