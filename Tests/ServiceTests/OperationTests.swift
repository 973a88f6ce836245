import Foundation
import HTTP
import Model
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

@Suite struct LimitTests {
    private let hello = #"{"messages":["Hi!","Hello"]}"#

    private func peer(_ last: UInt8, version6: Bool = false) -> Peer {
        version6
            ? Peer(.version6(0x2000 << 48, UInt64(last))) : Peer(.version4(10 << 24 | UInt32(last)))
    }

    /// Nothing could set a property without a declaration.
    @Test func everyPropertyOfTheSettingsIsDeclared() {
        let properties = [Mirror(reflecting: Settings()), Mirror(reflecting: Limits())]
            .flatMap { $0.children.compactMap(\.label) }
        let names = properties.map { $0.replacing(/[A-Z]/) { "_" + $0.output.lowercased() } }
        let settings = Setting.all.map(\.name)
        let signing = settings.filter { $0.hasPrefix("sign_") }
        #expect(
            names.filter { !["limits", "signing"].contains($0) }.sorted()
                == settings.filter { !signing.contains($0) }.sorted())
        #expect(Mirror(reflecting: Settings().signing).children.count == signing.count)
    }

    @Test(arguments: Setting.all)
    func settingChangesItsOwnValueOnly(setting: Setting) throws {
        let standard = Settings()
        let text = try #require(
            (setting.words + ["on", "100000000", "2001", "50", "*", "x", "{\"x\":{}}"]).first {
                text in
                var settings = standard
                return setting.read(text, into: &settings)
                    && setting.text(in: settings) != setting.text(in: standard)
            })
        var settings = standard
        try settings.set(setting, to: text, source: "test")
        #expect(Setting.all.filter { $0.text(in: settings) != $0.text(in: standard) } == [setting])
    }

    @Test func rateLimitAllowsABurstThenTheRate() {
        let limit = RateLimit(rate: 2, burst: 3)
        let start = Instant(milliseconds: 1_000)
        for _ in 0..<3 { #expect(limit.refuses(peer(1), now: start) == nil) }
        #expect(limit.refuses(peer(1), now: start) == 1)
        #expect(limit.refuses(peer(2), now: start) == nil)
        let later = start + .milliseconds(500)
        #expect(limit.refuses(peer(1), now: later) == nil)
        #expect(limit.refuses(peer(1), now: later) == 1)
        let muchLater = start + .seconds(3_600)
        for _ in 0..<3 { #expect(limit.refuses(peer(1), now: muchLater) == nil) }
        #expect(limit.refuses(peer(1), now: muchLater) == 1)
    }

    @Test func ipv6NetworksAreOneClientAndUnixSocketsAreExempt() {
        let limit = RateLimit(rate: 0.1, burst: 1)
        let now = Instant(milliseconds: 0)
        #expect(limit.refuses(peer(1, version6: true), now: now) == nil)
        #expect(limit.refuses(peer(2, version6: true), now: now) == 10)
        for _ in 0..<9 { #expect(limit.refuses(Peer(.local), now: now) == nil) }
    }

    @Test func rateLimiterMemoryIsBounded() {
        let limit = RateLimit(rate: 1, burst: 1, maxClients: 16)
        for round in 0..<10 {
            for last in 0...255 {
                _ = limit.refuses(peer(UInt8(last)), now: Instant(milliseconds: round))
            }
        }
        #expect(limit.clients <= 16)
    }

    @Test func clientsOverTheirRateGetRetryAfterUntilItRefills() throws {
        let service = try InProcessService(["--client-rate", "0.01", "--client-burst", "2"])
        for _ in 0..<2 { #expect(try service.post(hello).status == 200) }
        let refused = try service.post(hello)
        #expect(refused.status == 429 && refused.text.contains("/problems/rate-limited"))
        #expect((refused.header("retry-after").flatMap { Int($0) } ?? 0) > 90)
        #expect(try service.get("/healthz").status == 200)
        service.advance(by: .seconds(100))
        #expect(try service.post(hello).status == 200)
    }

    @Test func wrongKeysCountTowardTheRate() throws {
        let service = try InProcessService([
            "--client-rate", "0.01", "--client-burst", "2", "--api-keys", "secret",
        ])
        let statuses = try (0..<3).map { guess in
            try service.post(hello, to: "/render", ["Authorization: Bearer \(guess)"]).status
        }
        #expect(statuses == [401, 401, 429])
        #expect(try service.get("/healthz").status == 200)
    }

    @Test func exhaustedMemoryBudgetGets503() throws {
        let service = try InProcessService(["--memory-bytes", "1"])
        let refused = try service.post(hello)
        #expect(refused.status == 503 && refused.header("retry-after") != nil)
        #expect(refused.text.contains(#""setting":"memory_bytes""#))
        #expect(try service.get("/healthz").status == 200)
        #expect(try service.get("/themes").status == 200)
    }

    /// A hundred patterns on each of a thousand messages.
    @Test func timeLimitCoversPreparation() throws {
        let service = try InProcessService(["--render-seconds", "0.2"])
        let pattern = #"{"pattern":"(a|b|ab|ba)+[cd]{3,9}e"}"#
        let patterns = Array(repeating: pattern, count: 100).joined(separator: ",")
        let text = String(repeating: "ab", count: 500)
        let messages = Array(repeating: "\"\(text)\"", count: 1_000).joined(separator: ",")
        let answer = try service.post(
            #"{"messages":[\#(messages)],"options":{"redact":[\#(patterns)]}}"#)
        #expect(answer.status == 503 && answer.header("retry-after") != nil)
        #expect(answer.text.contains("/problems/render-timeout"))
        #expect(try service.get("/healthz").status == 200)
    }
}

@Suite struct SettingsTests {
    /// An operator who misspells a limit would rely on it.
    @Test(arguments: ["CHATPRINT_RENDER_SECOND", "CHATPRINT_MESAGES", "CHATPRINT_LOGLEVEL"])
    func misspelledVariablesAreErrors(variable: String) {
        var settings = Settings()
        let name = variable.dropFirst(10).lowercased()
        #expect(throws: SettingsFault.unknown(name: name, source: variable)) {
            try settings.read(environment: [variable: "5"])
        }
    }

    /// A deployment that leaves a variable empty must not turn on the decoders.
    @Test(arguments: [("", nil), ("off", false), ("true", true)] as [(String, Bool?)])
    func emptySwitchesAreNotSet(text: String, value: Bool?) throws {
        var settings = Settings()
        try settings.read(environment: ["CHATPRINT_HEIF": text])
        #expect(settings.heif == value)
    }

    /// An empty variable is not set, as in a compose file, but a list without a key is a mistake.
    @Test(arguments: [",", " , ", ",,", " ", "\n"])
    func listsWithoutAValueAreErrors(text: String) throws {
        var settings = Settings()
        let fault = SettingsFault.badValue(.apiKeys, value: text, source: "CHATPRINT_API_KEYS")
        #expect(throws: fault) { try settings.read(environment: ["CHATPRINT_API_KEYS": text]) }
        try settings.read(environment: ["CHATPRINT_API_KEYS": ""])
        #expect(settings.apiKeys.isEmpty)
        try settings.read(environment: ["CHATPRINT_API_KEYS": "a, b,\n"])
        #expect(settings.apiKeys == ["a", "b"])
        try settings.read(environment: ["CHATPRINT_API_KEYS": ""])
        #expect(settings.apiKeys == ["a", "b"])
        #expect(
            throws: SettingsFault.badValue(.apiKeys, value: "", source: "--api-keys")
        ) {
            try settings.set(.apiKeys, to: "", source: "--api-keys")
        }
    }

    private func settings(_ file: String) throws -> Settings {
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "settings.json")
        var settings = Settings()
        do throws(SettingsFault) {
            try settings.read(file: path)
        } catch {
            #expect(error.sentence.hasPrefix(path + ": ") && !error.sentence.contains("s3cret"))
            throw error
        }
        return settings
    }

    /// A configuration that was assembled wrongly must not open the service.
    @Test(arguments: [
        #""api_keys":[""]"#, #""api_keys":[null]"#, #""api_keys":[[]]"#, #""api_keys":["a"," "]"#,
        #""api_keys":[{"key":"s3cret"}]"#, #""api_keys":{"key":"s3cret"}"#, #""api_keys":null"#,
        #""api_keys":"""#, #""api_keys":" ""#, #""api_keys":",""#, #""api_keys":["s3cret,x"]"#,
        #""api_keys":[true]"#, #""api_keys":false"#, #""api_keys":1"#, #""url_keys":[""]"#,
        #""api_keys":["s3cret"],"api_keys":[]"#, #""mark":{"text":"x"}"#, #""mark":["x"]"#,
        #""mark":true"#, #""workers":[2]"#, #""workers":2.0"#, #""port":null"#, #""heif":1"#,
    ])
    func valuesOfAnotherKindAreErrors(member: String) {
        #expect(throws: SettingsFault.self) { _ = try settings("{\(member)}") }
    }

    @Test func valuesOfAFileAreRead() throws {
        let read = try settings(
            #"{"$schema":1,"api_keys":["a"," b "],"url_keys":"c, d","cors_origins":[],"workers":2,"#
                + #""port":"80","heif":false,"mark":"","media_bytes":"1 MiB","render_seconds":0.5}"#
        )
        #expect(read.apiKeys == ["a", "b"] && read.urlKeys == ["c", "d"])
        #expect(read.corsOrigins.isEmpty && read.workers == 2 && read.port == 80)
        #expect(read.heif == false && read.limits[.mediaBytes] == 1 << 20)
        #expect(read.renderSeconds == 0.5)
    }

    /// Browsers never send another form.
    @Test(arguments: [
        "https://a.example/", "https://A.example", "https://a.example:443", "http://a.example:80",
        "a.example", "//a.example", "https://a.example/chat", "https://*.example", "https://",
        "https://a.example:", "https://a.example, b.example", "https://bücher.example",
    ])
    func originsThatNeverMatchAreErrors(text: String) {
        var settings = Settings()
        #expect(
            throws: SettingsFault.badValue(.corsOrigins, value: text, source: "--cors-origins")
        ) {
            try settings.set(.corsOrigins, to: text, source: "--cors-origins")
        }
    }

    @Test func originsOfBrowsersAreValid() throws {
        var settings = Settings()
        for text in [
            "*", "null", "https://a.example", "http://localhost:3000", "http://[::1]:8080",
            "https://a.example:80", "chrome-extension://abcdef", "https://xn--bcher-kva.example",
        ] {
            try settings.set(.corsOrigins, to: text, source: "test")
            #expect(settings.corsOrigins == [text])
        }
    }

    @Test func variablesOfOthersAreIgnored() throws {
        var settings = Settings()
        try settings.read(environment: [
            "CHATPRINT_CONFIG": "/etc/chatprint", "CHATPRINT_SERVICE_HOST": "10.0.0.1",
            "CHATPRINT_PORT_8080_TCP": "tcp://10.0.0.1:8080", "CHATPRINT_PAGES": "7",
        ])
        #expect(settings.limits[.pages] == 7)
    }
}
