import Foundation
import TestSockets
import Testing

@testable import Service

@Suite struct OperationTests {
    private let hello = #"{"messages":["Hi!","Hello"]}"#

    @Test func bodiesThatAreTooLargeNameTheirSetting() throws {
        // A quarter of the memory is for bodies that are being received.
        let service = try InProcessService(["--memory-bytes", "8MiB", "--body-bytes", "3MiB"])
        let large = try service.post(String(repeating: " ", count: 3 << 19))
        #expect(large.status == 413 && large.text.contains(#""setting":"memory_bytes""#))
        let small = try InProcessService(["--body-bytes", "2048"])
        let long = try small.post(String(repeating: " ", count: 4_000))
        #expect(long.status == 413 && long.text.contains(#""setting":"body_bytes""#))
        #expect(large.text.contains(#""limit":1048576"#) && large.header("retry-after") == nil)
        for (method, count) in [("GET", 1 << 17), ("OPTIONS", 1)] {
            let answer = try service.send(method, "/themes", body: Data(repeating: 0, count: count))
            #expect(answer.status == 413 && !answer.text.contains("setting"), "\(answer.text)")
        }
        #expect(Settings().requestMemory == 256 << 20)
        var settings = Settings()
        (settings.bodyBytes, settings.memoryBytes) = (1 << 30, 8 << 30)
        #expect(settings.requestMemory > 1 << 30 && settings.maxBody.bytes == 1 << 30)
    }

    @Test func apiKeysGuardEverythingExceptHealth() throws {
        let service = try InProcessService(["--api-keys", "secret,other"])
        let refused = try service.post(hello)
        #expect(refused.status == 401 && refused.header("www-authenticate") == "Bearer")
        for (key, status) in [
            ("secre", 401), ("secrets", 401), ("Secret", 401), ("", 401), ("secret", 200),
            ("other", 200),
        ] {
            let answer = try service.post(hello, to: "/render", ["Authorization: Bearer \(key)"])
            #expect(answer.status == status, "\(key)")
        }
        #expect(try service.get("/healthz").status == 200)
        #expect(try service.get("/metrics").status == 401)
    }

    @Test func acceptedRequestsAreAnsweredInFullWhileDraining() throws {
        let service = try RunningService(["--drain-seconds", "600"])
        let client = try service.client()
        client.shrinkReceiveBuffer()
        client.send(RunningService.request("/render?scale=1", body: WrittenTalk.long(3_000)))
        // The first bytes have arrived, so the request is in progress.
        let first = try #require(client.receive())
        service.interrupt()
        let answer = Answer(Data(first + (client.receiveAll() ?? [])))
        #expect(answer?.body.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        #expect(service.waitForExit() == 0)
    }

    /// Without memory for any request, every answer would be an error.
    @Test(arguments: ["processes", "none"])
    func tooLittleMemoryFailsStartup(isolation: String) throws {
        let result = try RunningService.program([
            "serve", "--port", "0", "--isolation", isolation, "--memory-bytes", "16MiB",
        ])
        #expect(result.code == 78)
        #expect(
            result.errors.contains("memory_bytes is 16777216, but the service needs "),
            "\(result.errors)")
    }

    /// Programs that index logs reject a field with values of two types.
    @Test func logFieldsHaveOneTypeEach() throws {
        let service = try RunningService([
            "--log", "json", "--log-level", "debug", "--api-keys", "desk:secret,other",
            "--job-bytes", "64MiB",
        ])
        let key = ["-H", "Authorization: Bearer secret"]
        _ = try service.post(hello, key)
        _ = try service.post(#"{"messages":[{"text":"Hi","at":"Zoe"}]}"#, key)
        _ = try service.post(
            hello, ["-H", "Authorization: Bearer other", "-H", "Prefer: respond-async"])
        _ = try service.post(hello)
        for path in ["/healthz", "/readyz", "/nowhere"] { _ = try service.curl(path, key) }
        let children = try String(
            contentsOfFile: "/proc/\(service.processID)/task/\(service.processID)/children",
            encoding: .utf8)
        let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        kill(child, SIGKILL)
        let log = service.beginning + service.waitForLog("process_end")
        #expect(service.stop() == 0)
        let lines = try (log + service.restOfLog()).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            Set(lines.compactMap { $0["event"] as? String }).isSuperset(
                of: ["start", "listening", "request", "refused", "job", "process_end", "drain_end"])
        )
        var kinds: [String: Set<String>] = [:]
        for line in lines {
            for (name, value) in line {
                kinds[name, default: []].insert(value is String ? "text" : "number")
            }
        }
        for (name, types) in kinds { #expect(types.count == 1, "\(name)") }
        func line(_ target: String, _ status: Int) -> [String: Any]? {
            lines.first { $0["target"] as? String == target && $0["status"] as? Int == status }
        }
        #expect(line("/healthz", 200)?["level"] as? String == "debug")
        #expect(line("/readyz", 200)?["level"] as? String == "debug")
        #expect(line("/render", 200)?["level"] as? String == "info")
        #expect(line("/render", 200)?["key"] as? String == "desk")
        let refused = line("/render", 422)
        #expect(refused?["pointer"] as? String == "/messages/0/at")
        #expect(refused?["key"] as? String == "desk" && refused?["event"] as? String == "refused")
        #expect(line("/render", 202) != nil && line("/render", 202)?["key"] == nil)
        #expect(line("/render", 401) != nil && line("/render", 401)?["key"] == nil)
    }

    @Test func metricsDescribeTheProcess() throws {
        let service = try RunningService(["--memory-bytes", "1GiB", "--spill-bytes", "1MiB"])
        let text = try service.curl("/metrics").text
        func value(_ name: String) -> Double? {
            text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                .flatMap { Double($0.dropFirst(name.count + 1)) }
        }
        let now = Date().timeIntervalSince1970
        let start = try #require(value("process_start_time_seconds"))
        #expect(start > now - 3_600 && start < now + 2)
        let own = try #require(value("process_cpu_seconds_total"))
        #expect(try #require(value("chatprint_cpu_seconds_total")) >= own)
        let files = try #require(value("process_open_fds"))
        #expect(try files > 5 && files < #require(value("process_max_fds")))
        #expect(value("chatprint_memory_limit_bytes") == Double(1 << 30))
        #expect(value("chatprint_spill_limit_bytes") == Double(1 << 20))
        #expect(value("chatprint_spill_bytes") == 0)
        #expect(value("chatprint_certificate_expiry_timestamp_seconds") == nil)
    }

    @Test func processTimesAreReadFromTheSystem() throws {
        var fields = (0...30).map { "\($0 + 3)00" }
        (fields[11], fields[12], fields[13], fields[14]) = ("150", "50", "30", "20")
        fields[19] = "1000"
        let files = [
            "/proc/7/stat": "7 (a) b) " + fields.joined(separator: " "),
            "/proc/stat": "cpu 1 2\nbtime 1000\n",
        ]
        let times = try #require(ProcessTimes(of: "7", ticks: 100) { files[$0] })
        #expect((times.used, times.usedByEnded, times.start) == (2, 0.5, 1_010))
        #expect(ProcessTimes(of: "8") { files[$0] } == nil)
    }
}
