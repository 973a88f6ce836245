import Foundation
import TestSockets
import Testing

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
        #expect(
            try service.get("/metrics").text.contains("\nchatprint_cache_answers 2\n"))
        #expect(try service.post("[\"Hi\"]", to: "/validate").status == 200)
        #expect(try service.post("[\"Hi\"]", to: "/validate").header("server-timing") == nil)
    }

    /// Responses long enough to be streamed to slow readers, by processes and by threads.
    @Test(arguments: ["processes", "none"])
    func slowReadersShareOneCachedBody(isolation: String) throws {
        let service = try RunningService([
            "--cache-bytes", "64MiB", "--isolation", isolation, "--workers", "1",
        ])
        let talk = WrittenTalk.long(400)
        let request = RunningService.request("/render.png?scale=1", body: talk)
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
