import Foundation
import TestSockets
import Testing

/// Rows 83 to 106, faults of the system: no fonts, crashes, interrupted calls, a wall clock that
/// jumps.
@Suite struct SystemFaultTests {
    private let hello = #"{"messages":["Hi!"]}"#

    // MARK: - Row 83

    /// A copy of the configuration that finds only the given fonts.
    private func configuration(_ folder: TemporaryFolder, fonts: [String]) throws -> String {
        let place = folder.url.appendingPathComponent("config")
        try FileManager.default.copyItem(
            at: RunningService.root.appendingPathComponent("config"), to: place)
        let own = folder.url.appendingPathComponent("fonts")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        for font in fonts {
            try FileManager.default.copyItem(
                atPath: font, toPath: own.path + "/" + (font as NSString).lastPathComponent)
        }
        let words = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig><dir>\(own.path)</dir><cachedir>\(folder.place("cache"))</cachedir>
            </fontconfig>
            """
        try Data(words.utf8).write(to: place.appendingPathComponent("fonts.conf"))
        return place.path
    }

    @Test(arguments: ["serve", "render", "batch", "bench"])
    func withoutFontsCommandsFail(command: String) throws {
        let folder = try TemporaryFolder()
        let config = try configuration(folder, fonts: [])
        let talk = try folder.write(hello, to: "talk.json")
        let rest = ["serve": ["--port", "0"], "batch": []][command] ?? [talk]
        let ended = try RunningService.program([command, "--config", config] + rest)
        #expect(ended.code == 78)
        // Fontconfig may report that its cache cannot be written, as in a sandbox.
        let words = ended.errors.split(separator: "\n").filter { !$0.hasPrefix("Fontconfig") }
        #expect(words.count == 1 && words[0].contains("Inter"), "\(ended.errors)")
        #expect(ended.output.isEmpty)
    }

    @Test func missingFontsMakeTheServiceNotReady() throws {
        let folder = try TemporaryFolder()
        let found = try RunningService.run(["fc-match", "-f", "%{file}", "DejaVu Sans Mono"]).output
        let font = String(decoding: found, as: UTF8.self)
        try #require(font.contains("DejaVu"))
        let service = try RunningService(["--config", try configuration(folder, fonts: [font])])
        let ready = try service.curl("/readyz")
        #expect(ready.status == 503 && ready.text.contains("fonts-missing"))
        #expect(ready.text.contains("Noto Color Emoji") && !ready.text.contains("DejaVu Sans Mono"))
        #expect(try service.curl("/healthz").status == 200)
        for format in ["png", "pdf", "svg", "json"] {
            let answer = try service.post(
                #"{"messages":["Hi 😀","سلام 你好"]}"#, to: "/render.\(format)")
            #expect(answer.status == 200, "\(format)")
        }
        #expect(service.stop() == 0)
    }

    // MARK: - Row 99

    /// Signals that a bug in a decoder raises. A supervisor restarts the service; leftovers of the
    /// crashed process must not prevent that.
    @Test(arguments: [SIGSEGV, SIGILL, SIGABRT, SIGBUS])
    func crashClosesConnectionsAndAllowsARestart(number: Int32) throws {
        // Swift's own crash handler expects a signal that was sent to be raised again, and
        // continues.
        let first = try RunningService(under: ["env", "SWIFT_BACKTRACE=enable=no"])
        let port = first.port
        let client = try first.client(
            "POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
        #expect(try first.curl("/healthz").status == 200)
        first.send(number)
        // The connection is closed without a response to the unfinished request.
        #expect(client.receiveAll() ?? [] == [])
        #expect(first.waitForExit() == number)
        let second = try RunningService(["--port", String(port)])
        #expect(second.port == port)
        #expect(try second.post(hello).status == 200)
    }

    // MARK: - Row 101

    /// Creating the first, some or the last of the threads fails.
    @Test(.enabled(if: Interruptions.areAllowed), arguments: [1, 2, 5, 8])
    func withoutThreadsStartupFails(first: Int) throws {
        let ended = try RunningService.run([
            "strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=clone,clone3", "-e",
            "inject=clone,clone3:error=EAGAIN:when=\(first)+", RunningService.executable.path,
            "serve", "--port", "0", "--workers", "2",
        ])
        #expect(ended.code == 78)
        #expect(ended.errors.contains("threads") && ended.output.isEmpty)
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
    }

    // MARK: - Row 102

    @Test(.enabled(if: Interruptions.areAllowed))
    func interruptedCallsAreRetried() throws {
        let service = try RunningService()
        let talk = WrittenTalk.long(400)
        let wanted = try ["png", "pdf", "svg"].map {
            try service.post(talk, to: "/render.\($0)").body
        }
        // `write` is excluded: Dispatch wakes its own thread by writing to an eventfd, which no
        // real system interrupts, and a lost wake-up is never repeated.
        let storm = try Interruptions(
            of: "read,sendto,pread64,pwrite64,epoll_wait,accept4,poll", in: service.processID)
        for (format, body) in zip(["png", "pdf", "svg"], wanted) {
            let answer = try service.post(talk, to: "/render.\(format)", ["--limit-rate", "40M"])
            #expect(answer.status == 200 && answer.body == body, "\(format)")
        }
        let client = try service.client()
        for byte in "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8 {
            client.send([byte])
        }
        #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 200 ") == true)
        withExtendedLifetime(storm) {}
    }

    @Test func signalsDoNotDisturbRequests() throws {
        let service = try RunningService()
        let talk = WrittenTalk.long(400)
        let wanted = try service.post(talk).body
        let request = Array(RunningService.request("/render", body: talk).utf8)
        let clients = try (0..<4).map { _ in try service.client() }
        for client in clients {
            for start in stride(from: 0, to: request.count, by: 97) {
                client.send(Array(request.dropFirst(start).prefix(97)))
                service.send(SIGHUP)
            }
        }
        for _ in 0..<2_000 { service.send(SIGHUP) }
        for client in clients {
            let answer = Data(client.receiveAll() ?? [])
            #expect(answer.starts(with: Array("HTTP/1.1 200 ".utf8)))
            // The last chunk and the end of the body after it.
            #expect(answer.range(of: wanted.suffix(16) + Data("\r\n0\r\n\r\n".utf8)) != nil)
        }
        #expect(service.stop() == 0)
    }

    // MARK: - Row 106

    @Test(arguments: [3_600, -3_600])
    func deadlinesIgnoreTheWallClock(jump: Int) throws {
        let folder = try TemporaryFolder()
        let source = RunningService.root.appendingPathComponent(
            "Tests/Fixtures/Faults/wall-clock.c")
        let made = try RunningService.run(
            ["clang", "-shared", "-fPIC", "-o", folder.place("clock.so"), source.path, "-ldl"])
        try #require(made.code == 0, "\(made.errors)")
        func set(_ seconds: Int) throws {
            // Replaced atomically: the service may read the file at any time.
            try Data("\(seconds)".utf8).write(
                to: folder.url.appendingPathComponent("offset"), options: .atomic)
        }
        try set(0)
        let service = try RunningService(
            ["--head-seconds", "2"],
            under: [
                "env", "LD_PRELOAD=" + folder.place("clock.so"),
                "WALL_CLOCK_OFFSET=" + folder.place("offset"),
            ])
        let half = try service.client("GET /healthz HTTP/1.1\r\nHo")
        #expect(try service.curl("/healthz").status == 200)
        try set(jump)
        let answer = try service.post(hello)
        // The request in progress is not late, and a stalled one is not waited for until the clock
        // is set back.
        half.send("st: a\r\n\r\n")
        #expect(half.receiveText(until: "ok\n").hasPrefix("HTTP/1.1 200 "))
        let never = try service.client("GET /healthz HT")
        #expect(never.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        // Dates follow the wall clock; no duration is negative.
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.timeZone = TimeZone(identifier: "GMT")
        form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let date = try #require(answer.header("date").flatMap(form.date(from:)))
        #expect(abs(date.timeIntervalSinceNow - Double(jump)) < 600)
        #expect(answer.header("server-timing")?.contains("=-") == false)
        // The kernel's clock never moved; code that waited by it would wait for an hour.
        try set(0)
        service.interrupt()
        let log = service.restOfLog()
        #expect(log.contains("drain_end") && !log.contains("=-"), "\(log)")
    }
}
