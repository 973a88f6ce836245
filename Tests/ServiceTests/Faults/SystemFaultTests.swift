import Foundation
import Server
import System
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

/// Row 114: no free file descriptors. A service that cannot open a font reports the error or
/// renders correctly, and recovers when descriptors are available again.
@Suite(.serialized) struct DescriptorFaultTests {
    private static let formats = ["png", "svg", "pdf", "json"]

    private static let talk = Data(
        #"""
        {"title":"Ω","messages":[{"from":"A","text":"Hi 😀 سلام 你好 Привет ไทย नमस्ते שלום 한국어 日本語"},
        {"from":"B","text":"ქართული Հայ አማርኛ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල ខ្មែរ ລາວ မြန်မာ ᏣᎳᎩ བོད"},
        {"from":"B","text":"**bold** `code`","format":"markdown"}]}
        """#.utf8)

    /// The correct output of each format, rendered with enough descriptors.
    private static let right: Result<[String: Data], any Error> = Result {
        let service = try RunningService()
        var right: [String: Data] = [:]
        for format in formats {
            let answer = try service.curl("/render.\(format)", body: talk)
            try #require(answer.status == 200)
            right[format] = answer.body
        }
        return right
    }

    private func render(_ format: String) -> String {
        RunningService.request(
            "/render." + format, body: String(decoding: Self.talk, as: UTF8.self))
    }

    /// Whether a response is a 503 or has exactly these bytes.
    private func isHonest(_ answer: [UInt8]?, _ body: Data) -> Bool {
        guard let answer = answer.map({ Data($0) }), !answer.isEmpty else { return false }
        if answer.starts(with: Array("HTTP/1.1 503 ".utf8)) { return true }
        return answer.starts(with: Array("HTTP/1.1 200 ".utf8)) && answer.suffix(body.count) == body
    }

    /// The hard limit, which this process may not raise; on some machines it is lower than a case
    /// needs.
    private static let hard = DescriptorLimit.present.hard

    /// The first requested format has most to open, with the fewest descriptors. The clients belong
    /// to this process, as do those of tests that run at the same time.
    @Test(
        arguments: [(28, 0), (28, 1), (28, 2), (28, 3), (64, 0), (256, 1), (1_024, 2)]
            .filter { $0.0 + 150 < hard })
    func idleConnectionsLeaveDescriptorsForResponses(limit: Int, first: Int) throws {
        DescriptorLimit.raise()
        let right = try Self.right.get()
        let service = try RunningService(
            ["--idle-seconds", "600", "--workers", "2"],
            under: ["prlimit", "--nofile=\(limit):\(limit)"])
        do {
            let clients = try (0..<limit + 100).map { _ in try service.client() }
            // A client that sends a request is still served: an idle connection is closed once it
            // has had time to send one.
            for number in 0..<3 {
                let format = Self.formats[(first + number) % 4]
                var answer: [UInt8]?
                repeat {
                    answer = try service.client(render(format)).receiveAll()
                    #expect(isHonest(answer, try #require(right[format])), "\(format) at \(limit)")
                } while answer?.starts(with: Array("HTTP/1.1 503 ".utf8)) == true
            }
            withExtendedLifetime(clients) {}
        }
        for format in Self.formats {
            var answer = try service.curl("/render.\(format)", body: Self.talk)
            // The service may not have noticed all closed connections yet.
            while answer.status == 503 {
                answer = try service.curl("/render.\(format)", body: Self.talk)
            }
            #expect(answer.status == 200 && answer.body == right[format], "\(format) at \(limit)")
        }
        #expect(service.stop() == 0)
    }

    /// No file can be opened at all: the limit of the process falls below its number of open files.
    @Test(arguments: [0, 1, 2, 3])
    func withoutDescriptorsRequestsGet503(first: Int) throws {
        let right = try Self.right.get()
        let service = try RunningService(["--isolation", "none", "--workers", "1"])
        let clients = try (0..<4).map { _ in try service.clientWithAResponse() }
        try set(files: 4, of: service)
        for (number, client) in clients.enumerated() {
            client.send(render(Self.formats[(first + number) % 4]))
            let answer = client.receiveAll()
            #expect(answer?.starts(with: Array("HTTP/1.1 503 ".utf8)) == true)
            #expect(isHonest(answer, Data()))
        }
        try set(files: min(1_024, Self.hard), of: service)
        for format in Self.formats {
            let answer = try service.curl("/render.\(format)", body: Self.talk)
            #expect(answer.status == 200 && answer.body == right[format], "\(format)")
        }
        #expect(service.stop() == 0)
    }

    /// A large request is passed to its process in a file. If none can be opened, it waits, at most
    /// as long as any request may, and no process is killed.
    @Test func largeRequestsWaitForADescriptor() throws {
        let talk = WrittenTalk.long(1_000)
        let service = try RunningService(["--queue-seconds", "1", "--processes", "2"])
        let client = try service.clientWithAResponse()
        try set(files: 4, of: service)
        client.send(RunningService.request("/render.json", body: talk))
        #expect(client.receiveAll()?.starts(with: Array("HTTP/1.1 429 ".utf8)) == true)
        try set(files: min(1_024, Self.hard), of: service)
        #expect(try service.post(talk, to: "/render.json").status == 200)
        #expect(try service.curl("/metrics").text.contains("\nchatprint_process_starts_total 2\n"))
        #expect(service.stop() == 0)
    }

    private func set(files: Int, of service: RunningService) throws {
        let done = try RunningService.run([
            "prlimit", "--nofile=\(files):", "--pid", String(service.processID),
        ])
        try #require(done.code == 0, "\(done.errors)")
    }

    @Test func tooLowLimitIsReportedAtStartup() throws {
        let ended = try RunningService.run([
            "prlimit", "--nofile=16:16", RunningService.executable.path, "serve", "--port", "0",
        ])
        #expect(ended.code == 78)
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
        #expect(ended.output.isEmpty)
    }

    @Test(.enabled(if: hard >= 4_000)) func softLimitIsRaisedAndLogged() throws {
        let service = try RunningService(
            ["--connections", "1500"], under: ["prlimit", "--nofile=64:4000"])
        #expect(service.beginning.contains(" files=4000 files_hard=4000 connections_held=1500"))
    }
}
