import Foundation
import Server
import System
import TestSockets
import Testing

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
