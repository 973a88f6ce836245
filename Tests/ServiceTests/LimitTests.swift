import Foundation
import HTTP
import Model
import Testing

@testable import Service

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
