import Basics
import Foundation
import HTTP
import Model
import System
import TestSockets
import Testing

@testable import Service

/// The backend is the test's own.
@Suite struct AnswerCacheTests {
    private let path = "GET /render.png?m=Hi&m=Hello"

    private func response(_ bytes: Int, _ fields: HeaderFields = [:]) -> Response {
        Response(200, fields, body: [UInt8](repeating: 7, count: bytes))
    }

    /// Sends a request, answers it from the backend and discards the response.
    private func draw(
        _ service: HeldService, _ line: String, _ fields: [String] = [], body: String = "",
        as response: Response
    ) throws {
        let exchange = try service.ask(line, fields, body: body)
        service.work.next().exchange.answer(response)
        _ = try exchange.whole()
        service.end(exchange)
    }

    @Test func equalRequestsRenderOnce() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        try draw(
            service, path,
            as: response(100, ["Chatprint-Height": "9", "Server-Timing": "layout;dur=1"]))
        let again = try service.ask("GET /render.png?m=Hi&m=Hello")
        let answer = try again.whole()
        #expect(answer.body.count == 100 && service.work.count == 0)
        #expect(answer.head.fields["chatprint-height"] == "9")
        #expect(answer.head.fields["server-timing"] == "cache;desc=hit")
        #expect(answer.head.fields["x-request-id"] == again.requestID)
        #expect(answer.head.fields["cache-control"] == "public, max-age=3600")
        #expect(answer.head.fields["etag"] != nil)
        #expect(service.cache.hits == 1 && service.cache.misses == 1)
        #expect(service.cache.entries == 1)
        // HEAD gets the same response: the connection leaves out the body.
        #expect(try service.ask(path.replacing("GET", with: "HEAD")).whole().body.count == 100)
    }

    /// Everything of a request that reaches a render process is part of the cache key.
    @Test func relevantPartsOfARequestAreInTheCacheKey() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        let asked: [(String, [String], String)] = [
            ("POST /render", [], "{}"), ("POST /render", [], "[]"),
            ("POST /render?theme=a", [], "{}"), ("POST /render?theme=b", [], "{}"),
            ("POST /render?theme.mode=dark&mode=light", [], "{}"),
            ("POST /render?mode=light&theme.mode=dark", [], "{}"),
            ("POST /render?a=1&a=2", [], "{}"), ("POST /render?a=2&a=1", [], "{}"),
            ("POST /render?a=1%26b=2", [], "{}"), ("POST /render?a=1&b=2", [], "{}"),
            ("POST /render.png", [], "{}"), ("POST /render.webp", [], "{}"),
            ("POST /render", ["Accept: image/webp"], "{}"),
            ("POST /render", ["Accept: image/png"], "{}"),
            ("POST /render", ["Content-Type: text/plain"], "{}"),
            ("POST /render", ["Content-Type: application/json"], "{}"),
            // A parameter is not the same as a field of the body.
            ("POST /render?a=", [], "1:b{}"), ("POST /render?a=1:b", [], "{}"),
            ("GET /render.png?m=Hi", [], ""), ("GET /render.png?m=Ho", [], ""),
            ("GET /render.png?m.a=Hi", [], ""), ("GET /render.png?m=Hi&me=a", [], ""),
        ]
        for (line, fields, body) in asked {
            try draw(service, line, fields, body: body, as: response(1))
        }
        #expect(service.cache.hits == 0 && service.cache.entries == asked.count)
    }

    @Test(arguments: [
        ["Origin: https://evil.example"], ["X-Forwarded-Host: evil.example"],
        ["X-Request-Id: mine"], ["User-Agent: other"], ["Cookie: a=b"], ["Accept-Language: de"],
        ["Range: bytes=0-1"], ["Cache-Control: no-cache"],
    ])
    func irrelevantHeadersShareOneCacheEntry(fields: [String]) throws {
        let service = try HeldService(cacheBytes: 1 << 20) { $0.corsOrigins = ["*"] }
        try draw(service, path, fields, as: response(10))
        let fields = try service.ask(path).whole().head.fields
        #expect(service.cache.hits == 1)
        for index in 0..<fields.count {
            #expect(!fields[index].value.contains("evil") && fields[index].value != "mine")
        }
        #expect(!fields.contains("access-control-allow-origin"))
    }

    /// A theme that follows `mode` resets the mode.
    @Test func orderOfThemeAndModeIsInTheCacheKey() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        try draw(service, "GET /render.png?theme=a&m=Hi&mode=dark", as: response(1))
        try draw(service, "GET /render.png?mode=dark&theme=a&m=Hi", as: response(1))
        #expect(service.cache.hits == 0)
        // The position of messages among other parameters is irrelevant.
        _ = try service.ask("GET /render.png?m=Hi&theme=a&mode=dark&errors=picture").whole()
        #expect(service.cache.hits == 1)
    }

    @Test(arguments: [422, 429, 500, 503, 304])
    func problemsAreNotCached(status: Int) throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        try draw(service, path, as: Response(Status(status), [:], body: [1]))
        #expect(service.cache.entries == 0 && service.cache.bytes == 0)
        let refused = try service.ask(path)
        service.work.next().exchange.refuse(Explanation(.empty, "None."))
        #expect(try refused.whole().head.status == 422)
        #expect(service.cache.entries == 0)
    }

    @Test func noStoreResponsesAreNotCached() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        let exchange = try service.ask(path)
        service.work.next().exchange.answer(response(10, ["Cache-Control": "no-store"]))
        let answer = try exchange.whole()
        #expect(answer.head.fields["cache-control"] == "no-store")
        #expect(answer.head.fields["etag"] == nil && service.cache.entries == 0)
    }

    @Test func streamedResponsesAreCachedOnlyWhenComplete() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        for isWhole in [false, true] {
            let exchange = try service.ask(path)
            let work = service.work.next().exchange
            work.begin(ResponseHead(200, ["Chatprint-Height": "9"]))
            for byte in [1, 2, 3] as [UInt8] { #expect(work.write([byte][...])) }
            #expect(service.cache.bytes == 3)
            if isWhole { work.finish() } else { work.fail() }
            service.end(exchange)
            #expect(service.cache.entries == (isWhole ? 1 : 0))
            #expect(isWhole || service.cache.bytes == 0)
        }
        let answer = try service.ask(path).whole()
        #expect(answer.body == [1, 2, 3] && answer.head.fields["chatprint-height"] == "9")
    }

    @Test func responsesBeyondTheirShareAreNotCached() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        try draw(service, path, as: response(1 << 17))
        let exchange = try service.ask(path)
        let work = service.work.next().exchange
        work.begin(ResponseHead(200))
        let waits = try service.ask(path)
        for _ in 0..<3 { #expect(work.write([UInt8](repeating: 0, count: 1 << 16)[...])) }
        // No request waits for a response that will not be cached.
        service.work.next().exchange.answer(response(1))
        #expect(try waits.whole().body.count == 1)
        work.finish()
        #expect(service.cache.entries == 0 && service.cache.bytes == 0)
        _ = exchange
    }

    @Test func leastRecentlyUsedEntryIsEvicted() throws {
        let service = try HeldService(cacheBytes: 90_000)
        for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            try draw(service, "GET /render.png?m=\(name)", as: response(10_000))
        }
        _ = try service.ask("GET /render.png?m=a").whole()
        try draw(service, "GET /render.png?m=i", as: response(10_000))
        #expect(service.cache.evictions == 1 && service.cache.bytes <= 90_000)
        _ = try service.ask("GET /render.png?m=a").whole()
        _ = try service.ask("GET /render.png?m=b")
        #expect(service.work.count == 1)
    }

    @Test func evictedEntriesCountWhileTheyAreSent() throws {
        let service = try HeldService(cacheBytes: 90_000)
        var readers: [RecordedExchange] = []
        for number in 0..<8 {
            try draw(service, "GET /render.png?m=\(number)", as: response(10_000))
            readers.append(try service.ask("GET /render.png?m=\(number)"))
        }
        // The eight responses fill the cache, and no reader has finished.
        for number in 0..<50 {
            try draw(service, "GET /render.png?m=other\(number)", as: response(10_000))
            #expect(service.cache.bytes <= 90_000)
        }
        #expect(service.cache.entries == 0)
        for reader in readers { service.end(reader) }
        _ = try readers.map { try $0.whole() }
        #expect(service.cache.bytes < 10_000)
        try draw(service, path, as: response(10_000))
        #expect(service.cache.entries == 1)
    }

    @Test func cacheReservesItsMemoryInTheBudget() throws {
        let none = ProcessMemory(resident: .max, mapped: .max)
        let budget = MemoryBudget(
            limit: 64 << 20, systemLimit: none,
            measure: { ProcessMemory(resident: 8 << 20, mapped: 8 << 20) })
        let service = try HeldService(cacheBytes: 1 << 30, memory: budget)
        #expect(service.service.cache?.reservation.limit == 16 << 20)
        for number in 0..<40 {
            try draw(service, "GET /render.png?m=\(number)", as: response(1 << 20))
            #expect(service.cache.bytes <= 16 << 20 && budget.reserved >= service.cache.bytes)
        }
        #expect(service.cache.entries == 15)
        // Nothing is cached once others have reserved the whole budget.
        while budget.reserve(1 << 20, now: 0) == .granted {}
        try draw(service, path, as: response(1 << 20))
        #expect(budget.reserved <= 64 << 20)
    }

    // MARK: - Requests under way

    @Test func equalConcurrentRequestsRenderOnce() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        let all = try (0..<100).map { _ in try service.ask(path) }
        #expect(service.work.count == 1 && all.allSatisfy(\.isSilent))
        service.work.next().exchange.answer(response(10))
        for exchange in all { #expect(try exchange.whole().body.count == 10) }
        #expect(service.cache.shared == 99 && service.cache.hits == 99)
    }

    @Test(arguments: ["problem", "broken", "left", "forgotten", "pieces"])
    func waitingRequestsSurviveAFailureOfTheFirst(how: String) throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        let first = try service.ask(path)
        let others = try (0..<10).map { _ in try service.ask(path) }
        do {
            let work = service.work.next().exchange
            switch how {
            case "problem": work.refuse(.renderCrashed)
            case "broken": work.fail()
            case "left":
                service.end(first, isCut: true)
                work.fail()
            case "pieces":
                work.begin(ResponseHead(200))
                _ = work.write([1][...])
                work.fail()
            default: break
            }
        }
        for number in 0..<10 {
            let (order, exchange) = service.work.next()
            #expect(order.format == .png && !order.body.isEmpty)
            exchange.answer(response(number + 1))
        }
        for exchange in others {
            let answer = try exchange.whole()
            #expect(answer.head.status == 200)
            #expect(answer.head.fields["x-request-id"] == exchange.requestID)
        }
        #expect(service.work.count == 0)
    }

    @Test func waitingRequestsOfClosedConnectionsAreDropped() throws {
        let service = try HeldService(cacheBytes: 1 << 20)
        _ = try service.ask(path)
        let (leaves, stays) = (try service.ask(path), try service.ask(path))
        service.end(leaves, isCut: true)
        service.work.next().exchange.fail()
        service.work.next().exchange.answer(response(3))
        #expect(try stays.whole().body.count == 3)
        #expect(leaves.isSilent && service.work.count == 0)
    }

    @Test func waitingRequestsShareOneBody() throws {
        let service = try HeldService(cacheBytes: 200_000)
        let body = "[\"" + String(repeating: "a", count: 100_000) + "\"]"
        let all = try (0..<50).map { _ in try service.ask("POST /render", body: body) }
        #expect(service.work.count == 1)
        #expect((100_000...110_000).contains(service.cache.bytes))
        // Without room for the other body, each request renders on its own.
        let other = body.replacing("a", with: "b")
        _ = try (0..<3).map { _ in try service.ask("POST /render", body: other) }
        #expect(service.work.count == 4)
        service.work.next().exchange.answer(response(10))
        for exchange in all { #expect(try exchange.whole().body.count == 10) }
    }

    // MARK: - Access

    @Test func keysAreCheckedBeforeTheCache() throws {
        let service = try HeldService(cacheBytes: 1 << 20) { settings in
            settings.apiKeys = ["secret"]
            settings.urlKeys = ["first"]
        }
        let target = "/render.png?m=Hi"
        let signed = try #require(SignedAddress.signed(target, key: "first"))
        try draw(service, "GET " + signed, as: response(10))
        #expect(try service.ask("GET " + target).whole().head.status == 403)
        let past = try #require(SignedAddress.signed(target, key: "first", expires: 1))
        #expect(try service.ask("GET " + past).whole().head.status == 403)
        let later = try #require(SignedAddress.signed(target, key: "first", expires: 1 << 40))
        #expect(try service.ask("GET " + later).whole().body.count == 10)
        try draw(
            service, "POST /render", ["Authorization: Bearer secret"], body: "[]", as: response(9))
        #expect(throws: HeldService.Refused.self) { try service.ask("POST /render", body: "[]") }
        #expect(service.cache.hits == 1)
    }
}

@Suite struct CachedServiceTests {
    @Test(arguments: ["png", "webp", "jpeg", "pdf", "svg", "json", "zip"])
    func cachedResponsesEqualRenderedOnes(format: String) throws {
        let plain = try InProcessService()
        let service = try InProcessService(["--cache-bytes", "16MiB"])
        let body = #"{"messages":["Hi!","Hello"],"title":"A \"talk\"","unheard":1}"#
        let path = "/render.\(format)?theme=whatsapp"
        let (drawn, first) = (try plain.post(body, to: path), try service.post(body, to: path))
        let again = try service.post(body, to: path)
        #expect(drawn.status == 200 && again.status == 200)
        #expect(first.body == drawn.body && again.body == drawn.body)
        for name in first.headers.keys where !["x-request-id", "server-timing"].contains(name) {
            #expect(again.header(name) == drawn.header(name), "\(name)")
        }
        #expect(again.header("server-timing") == "cache;desc=hit")
        let metrics = try service.get("/metrics").text
        for line in ["hits_total 1", "misses_total 1", "answers 1", "shared_total 0"] {
            #expect(metrics.contains("\nchatprint_cache_\(line)\n"), "\(line)")
        }
        #expect(metrics.contains("\nchatprint_messages_total 2\n"))
        #expect(!(try plain.get("/metrics").text.contains("chatprint_cache")))
    }

    @Test func getRequestsAreCached() throws {
        let service = try InProcessService(["--cache-bytes", "16MiB"])
        let path = "/render.png?m=Hi!&m=Hello"
        let first = try service.get(path)
        let (again, head) = (try service.get(path), try service.send("HEAD", path))
        #expect(again.body == first.body && again.header("etag") == first.header("etag"))
        #expect(head.body.isEmpty && head.header("server-timing") == "cache;desc=hit")
        #expect(head.header("content-length") == first.header("content-length"))
        let tag = try #require(first.header("etag"))
        #expect(try service.get(path, ["If-None-Match: " + tag]).status == 304)
        // Warnings are repeated from the cache; errors are not cached.
        #expect(try service.get(path + "&unheard=1").header("chatprint-warnings") == "1")
        #expect(try service.get(path + "&unheard=1").header("chatprint-warnings") == "1")
        for _ in 0..<2 {
            #expect(try service.get(path + "&scale=99").status == 422)
            #expect(try service.get(path + "&scale=99&errors=picture").status == 422)
        }
        #expect(try service.get("/metrics").text.contains("\nchatprint_cache_answers 2\n"))
        #expect(try service.post("[\"Hi\"]", to: "/validate").status == 200)
        #expect(try service.post("[\"Hi\"]", to: "/validate").header("server-timing") == nil)
    }

    /// Responses long enough to be streamed to slow readers, by processes and by threads.
    @Test(arguments: ["processes", "none"])
    func slowReadersShareOneCachedBody(isolation: String) throws {
        let service = try RunningService([
            "--cache-bytes", "64MiB", "--isolation", isolation, "--workers", "1",
        ])
        let request = RunningService.request("/render.png?scale=1", body: WrittenTalk.long(400))
        func client() throws -> RawClient {
            let client = try service.client()
            client.shrinkReceiveBuffer()
            client.send(request)
            return client
        }
        let drawn = try #require(Answer(Data(client().receiveAll() ?? [])))
        #expect(drawn.status == 200 && drawn.body.count > 1 << 20)
        let again = try #require(Answer(Data(client().receiveAll() ?? [])))
        try #require(again.header("server-timing") == "cache;desc=hit")
        let before = try service.memory("VmRSS")
        let readers = try (0..<100).map { _ in try client() }
        try service.await("chatprint_cache_hits_total 101")
        // Each reader has only what its socket holds.
        #expect(try service.memory("VmRSS") - before < 100 * (256 << 10))
        #expect(try service.curl("/metrics").text.contains("\nchatprint_bytes_spilled_total 0\n"))
        for reader in readers {
            let answer = Answer(Data(reader.receiveAll() ?? []))
            #expect(answer?.body == drawn.body)
            #expect(answer?.header("content-length") == "\(drawn.body.count)")
        }
    }
}
