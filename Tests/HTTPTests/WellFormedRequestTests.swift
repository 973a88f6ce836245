import Testing

@testable import HTTP

@Suite struct WellFormedRequestTests {
    static let served = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.9\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET HTTP://A:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET https://a HTTP/1.1\r\nHost: a:443\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 0.0.0.0=5000\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: !$&'()*+;=%c3%a9:80\r\n\r\n",
        "GET / HTTP/1.1\r\nhOsT:a\t \r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{e9}\ttab\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent_Length: 5\r\nTransfer_Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\(String(repeating: "a", count: 7999)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 16_380))\r\n\r\n",
        "GET /?a=%09&b=|[]{}\"<>^` HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
            + String(repeating: "b", count: 1000),
        "POST / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked \r\n\r\n0\r\n\r\n",
    ]

    @Test(arguments: served)
    func isServedAndKeepsTheConnection(request: String) {
        let conversation = Conversation()
        conversation.receive(request)
        conversation.receive(request)
        #expect(conversation.statuses == [200, 200])
        #expect(conversation.fate == .open)
        #expect(conversation.requests.first == conversation.requests.last)
    }

    @Test(arguments: served)
    func isTheSameForEverySplit(request: String) {
        let whole = Conversation()
        whole.receive(request)
        let bytes = Array(request.utf8)
        for cut in stride(from: 0, to: bytes.count, by: bytes.count > 500 ? 97 : 1) {
            let halves = Conversation()
            halves.receive(Array(bytes[..<cut]))
            halves.receive(Array(bytes[cut...]))
            #expect(halves.requests == whole.requests)
        }
    }

    @Test(arguments: [
        "5\r\nhello\r\n0\r\n\r\n", "005\r\nhello\r\n000\r\n\r\n",
        "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "5;a\r\nhello\r\n0;b=c\r\n\r\n",
        "5 ;a=\"q\\\"; uo\"\t; b = c\r\nhello\r\n0\r\n\r\n",
        "1\r\nh\r\n1\r\ne\r\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n0\r\n\r\n",
        "5\r\nhello\r\n0\r\nContent-Length: 9\r\nHost: b\r\nTransfer-Encoding: x\r\n\r\n",
    ])
    func readsChunks(body: String) {
        let request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body
        let conversation = Conversation()
        conversation.receive(request)
        for byte in request.utf8 { conversation.receive([byte]) }
        #expect(conversation.requests.map(\.body) == [Array("hello".utf8), Array("hello".utf8)])
        #expect(conversation.requests.allSatisfy { $0.head.fields.values(of: "host") == ["a"] })
    }

    @Test func readsAHundredThousandChunksOfOneByte() {
        let conversation = Conversation()
        conversation.bodyLimit = 100_000
        let chunks = String(repeating: "1\r\na\r\n", count: 100_000)
        conversation.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        conversation.receive(chunks + "0\r\n\r\n")
        #expect(conversation.requests.first?.body.count == 100_000)
    }

    @Test func acceptsTheLongestLineByteByByte() {
        var limits = MessageLimits()
        limits.fieldBytes = 20
        let line = "X: " + String(repeating: "a", count: 17)
        let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n".utf8)
        let conversation = Conversation(limits: limits)
        for byte in request { conversation.change { $0.received([byte], now: $1) } }
        #expect(conversation.statuses == [200])
    }

    @Test func refusesChunksThatAreMostlyFraming() {
        var limits = MessageLimits()
        limits.chunkOverheadBytes = 1000
        let conversation = Conversation(limits: limits)
        conversation.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        conversation.receive(String(repeating: "1;abcdefgh\r\na\r\n", count: 100))
        #expect(conversation.faults == [.chunkOverhead(limit: 1000)])
        #expect(conversation.statuses == [413])
    }

    @Test(arguments: [
        ("/", "/"), ("/render%2epng", "/render.png"), ("/%72ender", "/render"),
        ("/a%2fb", "/a%2Fb"),
        ("/../x", "/../x"), ("/%2e%2e/x", "/../x"), ("//x", "//x"), ("/a+b", "/a+b"),
        ("/%252e", "/%2e"), ("/%F0%9F%98%80", "/😀"), ("http://a?x", "/"), ("http://a/b", "/b"),
        ("*", "*"),
    ])
    func decodesThePathOnce(target: String, path: String) throws {
        let found = try RequestTarget(Array(target.utf8)[...], method: .options)
        #expect(found.path == path)
        #expect(found.raw == target)
    }

    @Test(arguments: [
        ("/?a=1&b=2&a=3", ["a=1", "b=2", "a=3"]), ("/?", []), ("/?a", ["a="]), ("/?&&a=&", ["a="]),
        ("/?a+b=c%2Bd%26", ["a b=c+d&"]), ("/?=x", ["=x"]), ("/?a=b=c?d", ["a=b=c?d"]),
        ("/?%C3%A9=%E2%82%AC", ["é=€"]), ("/%3Fa?b", ["b="]),
    ])
    func decodesTheQueryInOrder(target: String, pairs: [String]) throws {
        let found = try RequestTarget(Array(target.utf8)[...], method: .get)
        #expect(found.query.map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test func keepsFieldsInOrderWithDuplicates() throws {
        let conversation = Conversation()
        conversation.receive(
            "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY:  two  \r\nx: 3\r\n\r\n")
        let fields = try #require(conversation.requests.first?.head.fields)
        #expect((0..<fields.count).map { fields[$0].name } == ["Host", "X", "Y", "x"])
        #expect(fields.values(of: "X") == ["1", "3"])
        #expect(fields["y"] == "two")
        #expect(fields["z"] == nil)
    }
}
