import Foundation
import TestSockets
import Testing

/// Rows 61 to 110, faults of the process: a full queue, no free file descriptors, a log without a
/// reader, signals, being killed.
@Suite struct ProcessFaultTests {
    private let hello = #"{"messages":["Hi!"]}"#

    @Test func fullQueueSendsRetryAfter() throws {
        let service = try RunningService([
            "--processes", "1", "--workers", "1", "--queue", "1",
        ])
        let clients = try (0..<6).map { _ in
            try service.client(
                RunningService.request("/render.json", body: WrittenTalk.long(2_000)))
        }
        let answers = clients.map { $0.receiveAllText() ?? "" }
        let served = answers.filter { $0.hasPrefix("HTTP/1.1 200 ") }
        let refused = answers.filter { $0.hasPrefix("HTTP/1.1 429 ") }
        #expect(served.count >= 1 && served.count + refused.count == 6)
        #expect(!refused.isEmpty)
        for answer in refused {
            #expect(answer.contains("\r\nRetry-After: 1\r\n"))
            #expect(answer.contains(#""setting":"queue""#))
        }
        #expect(try service.post(hello).status == 200)
    }

    /// Rows 56 and 113: once a waiting client disconnects, its place in the queue is free.
    @Test func disconnectedClientsFreeTheirQueuePlace() throws {
        let service = try RunningService([
            "--processes", "1", "--workers", "1", "--queue", "1",
        ])
        let busy = try service.client(
            RunningService.request("/render.pdf", body: WrittenTalk.long(80_000)))
        try service.await("chatprint_workers_busy 1")
        do {
            // No small one, which would step ahead of the one at work.
            let leaver = try service.client(
                RunningService.request("/render", body: WrittenTalk.long(6_000)))
            try service.await("chatprint_queue_depth 1")
            leaver.resetOnClose()
        }
        service.waitForLog("status=499")
        #expect(try service.curl("/metrics").text.contains("\nchatprint_queue_depth 0\n"))
        #expect(try service.curl("/metrics").text.contains("\nchatprint_workers_busy 1\n"))
        let next = try service.client(RunningService.request("/render", body: hello))
        #expect(next.receiveAllText()?.hasPrefix("HTTP/1.1 200 ") == true)
        withExtendedLifetime(busy) {}
    }

    /// Row 61: no request waits longer than the limit, however long the workers are busy.
    @Test func requestsThatWaitTooLongGet429() throws {
        let service = try RunningService([
            "--processes", "1", "--workers", "1", "--queue-seconds", "0.2",
        ])
        let busy = try service.client(
            RunningService.request("/render.pdf", body: WrittenTalk.long(80_000)))
        try service.await("chatprint_workers_busy 1")
        // No small one, which would step ahead of the one at work.
        let waiting = try service.client(
            RunningService.request("/render.json", body: WrittenTalk.long(6_000)))
        let answer = waiting.receiveAllText() ?? ""
        #expect(answer.hasPrefix("HTTP/1.1 429 "))
        #expect(answer.contains("\r\nRetry-After: 5\r\n"))
        #expect(answer.contains(#""setting":"queue_seconds""#))
        #expect(try service.curl("/metrics").text.contains("\nchatprint_workers_busy 1\n"))
        withExtendedLifetime(busy) {}
    }

    @Test func descriptorExhaustionRefusesSomeAndRecovers() throws {
        let service = try RunningService([], under: ["prlimit", "--nofile=64:64"])
        do {
            // A connection with a partial request is not idle and is not closed for another.
            let clients = try (0..<100).map { _ in try service.client("GET /healthz HT") }
            for client in clients { client.send("TP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
            let answers = clients.map { $0.receiveAllText() ?? "" }
            let starts = answers.map { $0.prefix(12) }
            #expect(starts.allSatisfy { $0 == "HTTP/1.1 200" || $0 == "HTTP/1.1 503" })
            #expect(starts.contains("HTTP/1.1 200"))
            #expect(
                answers.allSatisfy {
                    $0.hasPrefix("HTTP/1.1 200") || $0.contains(#""setting":"connections""#)
                })
        }
        #expect(try service.post(hello).status == 200)
    }

    @Test func allConnectionsBusyGets503() throws {
        let service = try RunningService(["--connections", "1"])
        let busy = try service.client("GET /healthz HT")
        let answer = try service.client().receiveAllText() ?? ""
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: 1\r\n"))
        #expect(answer.contains(#""setting":"connections","#) && answer.contains(#""limit":1"#))
        #expect(answer.contains("All 1 connections are in use"))
        busy.send("TP/1.1\r\nHost: a\r\n\r\n")
        #expect(busy.receiveText(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func unusableSpillFolderIsReportedAtStartup() throws {
        let ended = try RunningService.program([
            "serve", "--port", "0", "--spill-folder", "/proc/none",
        ])
        #expect(ended.code == 78 && ended.output.isEmpty)
        #expect(ended.errors.contains("spill_folder") && ended.errors.contains("/proc/none"))
    }

    /// Response bytes waiting for a slow reader are limited; the log names the limit.
    @Test func unreadResponsesAreCutAtTheLimit() throws {
        let service = try RunningService([
            "--spill-bytes", "65536", "--buffer-bytes", "65536",
        ])
        let client = try service.client()
        client.shrinkReceiveBuffer()
        client.send(RunningService.request("/render.json", body: WrittenTalk.long(6_000)))
        // The response is cut after its reader has stalled for long enough.
        service.waitForLog("problem=spill-full")
        // If no byte had been sent yet, the response is the problem.
        let answer = client.receiveAllText()
        #expect(answer?.contains(#""setting":"spill_bytes""#) ?? true)
        #expect(try service.curl("/metrics").text.contains("spill-full"))
        #expect(try service.post(hello).status == 200)
    }

    @Test(arguments: [true, false])
    func unreadLogDoesNotBlockRequests(isClosed: Bool) throws {
        let service = try RunningService()
        if isClosed { service.closeLog() }
        // More lines than a pipe buffers.
        let target = String(repeating: "a", count: 200)
        let lost = "GET /\(target) HTTP/1.1\r\nHost: a\r\n"
        for _ in 0..<20 {
            let client = try service.client(
                String(repeating: lost + "\r\n", count: 15) + lost + "Connection: close\r\n\r\n")
            #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 404 ") == true)
        }
        let dropped = try service.curl("/metrics").text.split(separator: "\n")
            .first { $0.hasPrefix("chatprint_log_dropped_total ") }
        #expect(dropped != nil)
        #expect(try service.post(hello).status == 200)
        #expect(service.stop() == 0)
    }

    /// A parent process may close descriptors 0 to 2. The spill file or the memory ledger that got
    /// the number of the standard output contained log lines.
    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func closedStandardDescriptorsStayUnused(closed: String) throws {
        let folder = try TemporaryFolder()
        let socket = folder.place("socket")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" serve --port 0 --unix-socket \(socket) \(closed)",
            RunningService.executable.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        while process.isRunning, !FileManager.default.fileExists(atPath: socket) { usleep(10_000) }
        let answer = try RunningService.run([
            "curl", "-s", "--unix-socket", socket, "-o", "/dev/null", "-w", "%{http_code}", "-d",
            hello, "http://localhost/render",
        ])
        #expect(String(decoding: answer.output, as: UTF8.self) == "200")
        for (number, operation) in ["<&-", ">&-", "2>&-"].enumerated()
        where closed.split(separator: " ").contains(Substring(operation)) {
            let file = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(process.processIdentifier)/fd/\(number)")
            #expect(file == "/dev/null")
        }
    }

    /// systemd's `LimitFSIZE` concerns the spill file, too.
    @Test func fileSizeLimitCutsOnlyTheResponse() throws {
        let service = try RunningService(
            ["--buffer-bytes", "65536"], under: ["prlimit", "--fsize=1048576"])
        let client = try service.client()
        client.shrinkReceiveBuffer()
        client.send(RunningService.request("/render.png?scale=4", body: WrittenTalk.long(1_600)))
        service.waitForLog("spill-full")
        #expect(try service.post(hello).status == 200)
        withExtendedLifetime(client) {}
        #expect(service.stop() == 0)
    }

    @Test func logLinesHaveTheTraceOfTheCallerAndCannotBeBroken() throws {
        let service = try RunningService(["--log", "text"])
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        let field = "traceparent: 00-\(trace)-\(span)-01"
        #expect(try service.curl("/version", ["-H", field]).status == 200)
        #expect(try service.curl("/version?other", ["-H", field + "-x"]).status == 200)
        _ = try service.curl("/x%1B%5B31m", ["-H", "X-Request-Id: a"])
        let client = try service.client(
            "GET /\u{1B}[31m\u{85}{\"a\":1} HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = client.receiveAll()
        _ = try service.curl("/\(String(repeating: "b", count: 2_000))")
        service.interrupt()
        let log = service.restOfLog()
        #expect(!log.contains("\u{1B}") && !log.contains("\u{85}"))
        let lines = log.split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count < 1_000 } && log.contains("drain_end"))
        let traced = lines.filter { $0.contains(" trace_id=\(trace) parent_span_id=\(span) ") }
        #expect(traced.count == 1 && traced[0].contains(" target=/version "))
        #expect(lines.contains { $0.contains("/version?…") && !$0.contains("trace_id") })
    }

    @Test func closedTerminalDoesNotStopTheService() throws {
        let service = try RunningService()
        for number in [SIGHUP, SIGPIPE, SIGCHLD] { service.send(number) }
        #expect(try service.post(hello).status == 200)
        #expect(service.stop() == 0)
    }

    /// A supervisor counts another code as a failure of the service.
    @Test func requestedStopSucceedsEvenIfItCutsRequests() throws {
        let service = try RunningService(["--drain-seconds", "0.2", "--log", "text"])
        let client = try service.client(Self.unfinished)
        #expect(try service.curl("/healthz").status == 200)
        service.interrupt()
        #expect(service.waitForExit() == 0)
        #expect(service.restOfLog().contains(" error drain_end lost=1\n"))
        withExtendedLifetime(client) {}
    }

    private static let unfinished =
        "POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"

    @Test func secondSignalExitsAtOnce() throws {
        let service = try RunningService(["--drain-seconds", "60"])
        let client = try service.client(Self.unfinished)
        #expect(try service.curl("/healthz").status == 200)
        service.send(SIGTERM)
        service.waitForLog("drain_start")
        service.send(SIGTERM)
        withExtendedLifetime(client) {}
        #expect(service.waitForExit() == 128 + SIGTERM)
    }

    @Test func portIsReusableAfterAKillButNotWhileItIsUsed() throws {
        let first = try RunningService()
        let port = first.port
        _ = try first.clientWithAResponse()
        first.send(SIGKILL)
        _ = first.waitForExit()
        let second = try RunningService(["--port", String(port)])
        #expect(second.port == port)
        #expect(try second.post(hello).status == 200)
        let third = try RunningService.program(["serve", "--port", String(port)])
        #expect(third.code == 78 && third.errors.contains(String(port)))
        #expect(third.errors.split(separator: "\n").count == 1)
    }

    @Test func metricsCanHaveTheirOwnPort() throws {
        let other = try RunningService()
        let port = other.port
        #expect(other.stop() == 0)
        let service = try RunningService(["--metrics-port", String(port)])
        #expect(try service.curl("/metrics").status == 404)
        let metrics = try RunningService.run(["curl", "-sf", "http://127.0.0.1:\(port)/metrics"])
        #expect(
            metrics.code == 0
                && String(decoding: metrics.output, as: UTF8.self).contains("chatprint_"))
    }
}
