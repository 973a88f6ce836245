import Basics
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
        conversation.receive("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY:  two  \r\nx: 3\r\n\r\n")
        let fields = try #require(conversation.requests.first?.head.fields)
        #expect((0..<fields.count).map { fields[$0].name } == ["Host", "X", "Y", "x"])
        #expect(fields.values(of: "X") == ["1", "3"])
        #expect(fields["y"] == "two")
        #expect(fields["z"] == nil)
    }
}

/// Each gets its status, and the connection is closed.
@Suite struct MalformedRequestTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let request: String
        let status: Int
        let slug: String

        init(_ status: Int, _ slug: String, _ request: String) {
            self.request = request
            self.status = status
            self.slug = slug
        }

        var testDescription: String { "\(slug) \(request.prefix(60).debugDescription)" }
    }

    static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n" }

    static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

    static let requestLines = [
        Row(400, "bad-request-line", "GET /\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET\r\n\r\n"),
        Row(400, "bad-request-line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-method", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / HTTP/1.32\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / HTTP/01.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / HTTP/1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "GET / HTTP/1,1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-request-line", "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(505, "http-version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        Row(505, "http-version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n"),
        Row(505, "http-version", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"),
        Row(505, "http-version", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Row(400, "bad-request-line", "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\u{00}\u{01}"),
        Row(400, "bad-request-line", "\u{0}\r\n\r\n"),
        Row(400, "bad-request-line", "\u{16}\u{3}\n"),
        Row(400, "bad-request-line", "\r\n\"GET / HTTP/1.1\r\n"),
        Row(400, "bad-method", "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-method", "Get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-method", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-method", String(repeating: "A", count: 33) + " / HTTP/1.1\r\n\r\n"),
        Row(400, "bad-method", String(repeating: "A", count: 100_000)),
        Row(414, "uri-too-long", "GET /\(String(repeating: "a", count: 8000)) HTTP/1.1\r\n\r\n"),
        Row(414, "uri-too-long", "GET /\(String(repeating: "a", count: 9000))"),
        Row(501, "method-not-implemented", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n"),
    ]

    static let targets = [
        "/a#b", "/a\\b", "/\u{7}", "/\u{7f}", "/é", "/%", "/%1", "/%zz", "/%00", "/%0d%0aX:1",
        "/%1b", "/%c0%af", "/%ff", "/?a=%00", "/?a=%0d%0aX:1", "/?a=%", "/?a=%e2%82", "*", "a",
        "a/b", "ftp://a/", "file:///etc/passwd", "//a b",
    ].map {
        Row(
            400, $0 == "//a b" ? "bad-request-line" : "bad-target",
            "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    static let hosts =
        [
            "", "Host: a\r\nHost: a", "Host:", "Host:  ", "Host: a,b", "Host: u@a", "Host: a/b",
            "Host: a:b", "Host: a:99999", "Host: a:-1", "Host: a:80:80", "Host: [::1", "Host: []",
            "Host: [g::]", "Host: a b", "Host: é", "Host: a?b", "Host: http://a",
            "Host: a=1,b", "Host: a%", "Host: a%4", "Host: a%zz", "Host: a%2f", "Host: a%40b",
            "Host: a%3a80", "Host: a%2cb", "Host: a%0d%0a", "Host: a%00", "Host: a%25", "Host: a\"",
        ].map {
            Row(400, "bad-host", "GET / HTTP/1.1\r\n\($0)\($0.isEmpty ? "" : "\r\n")\r\n")
        } + [
            Row(400, "bad-host", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
            Row(400, "bad-host", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
            Row(400, "bad-host", "GET http://a:81/ HTTP/1.1\r\nHost: a\r\n\r\n"),
            Row(400, "bad-host", "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
            Row(400, "bad-host", "GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n"),
        ]

    static let lines = [
        Row(400, "bad-framing", "GET / HTTP/1.1\nHost: a\n\n"),
        Row(400, "bad-framing", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        Row(400, "bad-framing", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        Row(400, "bad-framing", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"),
        Row(400, "bad-framing", "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"),
        Row(400, "bad-framing", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-framing", "GET / HTTP/1.1\rHost: a\r\r"),
        Row(400, "bad-framing", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "bad-header", get("X: a\u{0}b")),
        Row(400, "bad-header", get("X: a\u{1}b")),
        Row(400, "bad-header", get("X: \u{7f}")),
        Row(400, "bad-header", get("X: \u{B}a")),
        Row(400, "bad-header", get("X : a")),
        Row(400, "bad-header", get("X\t: a")),
        Row(400, "bad-header", get("X a")),
        Row(400, "bad-header", get(": a")),
        Row(400, "bad-header", get("X(: a")),
        Row(400, "bad-header", get("Xé: a")),
        Row(400, "bad-header", get("X: a\r\n b")),
        Row(400, "bad-header", get("X: a\r\n\tb")),
        Row(400, "bad-header", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        Row(431, "header-too-large", get("X: \(String(repeating: "a", count: 16 << 10))")),
        Row(431, "header-too-large", get("X: \(String(repeating: "a", count: 99 << 10))")),
        Row(431, "header-too-large", get(String(repeating: "a", count: 17 << 10))),
        Row(
            431, "header-too-large",
            get(
                (0..<4).map { "X\($0): \(String(repeating: "a", count: 9 << 10))" }
                    .joined(separator: "\r\n"))),
        Row(431, "header-too-large", get((0..<100).map { "X\($0): a" }.joined(separator: "\r\n"))),
        Row(417, "expectation-failed", post("Content-Length: 1\r\nExpect: other", "a")),
        Row(417, "expectation-failed", get("Expect: 100-continue, other")),
    ]

    static let framings =
        [
            "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 6",
            "Content-Length: 5, 5", "Content-Length: +5", "Content-Length: -1",
            "Content-Length: 0x5", "Content-Length: 5_0", "Content-Length: 1e1",
            "Content-Length:", "Content-Length: 5 5", "Content-Length: 5.0",
            "Content-Length: 10000000000000000000", "Content-Length: 9999999999999999999",
            "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: ,chunked", "Transfer-Encoding: chunked,",
            "Transfer-Encoding: \u{A0}chunked", "Transfer-Encoding: gzip",
            "Transfer-Encoding: identity", "Transfer-Encoding: chunked;q=1",
            "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked, gzip", "Transfer-Encoding:",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        ].map { Row(400, "bad-framing", post($0, "hello")) } + [
            Row(400, "bad-header", post("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n")),
            Row(400, "bad-header", post("Transfer-Encoding: chunked\u{C}", "0\r\n\r\n")),
            Row(400, "bad-header", post("Transfer-Encoding : chunked", "0\r\n\r\n")),
            Row(501, "coding-not-implemented", post("Transfer-Encoding: gzip, chunked")),
            Row(
                501, "coding-not-implemented",
                post("Transfer-Encoding: x\r\nTransfer-Encoding: chunked")),
            Row(
                400, "bad-framing",
                "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ]

    static let chunks =
        [
            "\r\n", "-1\r\n", "+1\r\n", "0x1\r\na\r\n", "1_0\r\n", "00000000000000001\r\na\r\n",
            "1 \r\na\r\n", " 1\r\na\r\n", "1\na\r\n", "1\ra", "1\r\naX", "1\r\na\n0\r\n\r\n",
            "1\r\na\r0\r\n\r\n", "g\r\n", ";a\r\n", "1;\r\na\r\n",
            "1;;a\r\na\r\n", "1;a=\r\na\r\n", "1;a=\"b\r\na\r\n", "1;a\u{1}\r\na\r\n",
            "1;a\n", "1;=a\r\n", "1;a b\r\n", "1;\(String(repeating: "a", count: 5000))\r\n",
            "0\r\nX\r\n\r\n", "0\r\nX : a\r\n\r\n", "0\r\n a\r\n\r\n", "0\r\nX: a\n\r\n",
            "0\r\nX: \u{0}\r\n\r\n", "0\r\nX: \(String(repeating: "a", count: 17 << 10))\r\n\r\n",
        ].map { Row(400, "bad-chunk", chunked($0)) }

    static let bodies = [
        Row(413, "content-too-large", post("Content-Length: 1001")),
        Row(413, "content-too-large", post("Content-Length: 10000000000000")),
        Row(413, "content-too-large", post("Content-Length: 9223372036854775807")),
        Row(413, "content-too-large", chunked("3e9\r\n\(String(repeating: "a", count: 1001))")),
        Row(
            413, "content-too-large",
            chunked("ffffffffffffffff\r\n\(String(repeating: "a", count: 1001))")),
        Row(413, "content-too-large", post("Content-Length: 1001\r\nExpect: 100-continue")),
    ]

    static let all = requestLines + targets + hosts + lines + framings + chunks + bodies

    @Test(arguments: all)
    func getsOneResponseAndIsClosed(row: Row) {
        let conversation = Conversation()
        conversation.receive(row.request)
        check(conversation, row)
    }

    @Test(arguments: all)
    func getsTheSameResponseByteByByte(row: Row) {
        let conversation = Conversation()
        for byte in row.request.utf8 { conversation.receive([byte]) }
        check(conversation, row)
    }

    @Test(arguments: all)
    func isRefusedAfterAValidRequest(row: Row) {
        let conversation = Conversation()
        conversation.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + row.request)
        #expect(conversation.statuses == [200, row.status])
    }

    private func check(_ conversation: Conversation, _ row: Row) {
        #expect(conversation.statuses == [row.status])
        #expect(conversation.faults.map(\.type.rawValue) == [row.slug])
        #expect(conversation.text.contains("\r\nConnection: close\r\n"))
        #expect(conversation.fate == .shut)
        #expect(conversation.requests.isEmpty)
    }
}

@Suite struct NegotiationTests {
    static let types = [
        MediaType("image", "png"), MediaType("application", "pdf"), MediaType("image", "svg+xml"),
    ]

    @Test(
        arguments: [
            (nil, 0), ("*/*", 0), ("image/*", 0), ("application/pdf", 1),
            ("image/svg+xml, image/png", 0),
            ("image/svg+xml, image/png;q=0.9", 2), ("image/*;q=0.5, application/pdf;q=0.4", 0),
            ("*/*;q=0.1, image/png;q=0, application/*", 1), ("text/html", nil),
            ("image/png;q=0", nil),
            ("image/*, image/png;q=0", 2), ("IMAGE/PNG", 0), ("image/png;q=2", 0),
            ("text/html, application/xhtml+xml, */*;q=0.8", 0), ("garbage", 0), ("", 0),
            ("application/pdf;v=\"a,b\";q=1, image/png;q=0.999", 1), ("*/png", 0), ("*/*;q=0", nil),
            ("application/pdf;q=1.000,image/png;q=0.9999", 1),
            ("application/pdf;q=1.5, image/png;q=0.5", 0), ("x\\,image/svg+xml", 2),
        ] as [(String?, Int?)])
    func choosesThePreferredType(accept: String?, place: Int?) {
        var fields: HeaderFields = [:]
        if let accept { fields.append("Accept", accept) }
        #expect(AcceptedTypes(fields).best(of: Self.types) == place)
    }

    @Test(
        arguments: [
            (nil, []), ("", []), ("de", ["de"]),
            ("de-AT, de;q=0.9, en;q=0.8", ["de-AT", "de", "en"]),
            ("en;q=0.5, fr;q=0.7, *;q=0.1", ["fr", "en", "*"]), ("en;q=0, de", ["de"]),
            ("ja;q=0.5,ko;q=0.5", ["ja", "ko"]), (" zh-Hant-TW ; q=0.300 ", ["zh-Hant-TW"]),
            ("de;Q=0.2, en", ["en", "de"]), ("de;q=2, fr", ["fr"]),
            ("de;q=0.1234, x;y=1, it", ["it"]), ("../etc, de_DE, overlongtag, <b>, pl", ["pl"]),
        ] as [(String?, [String])])
    func languagesAreSortedByPreference(accept: String?, ranges: [String]) {
        var fields: HeaderFields = [:]
        if let accept { fields.append("Accept-Language", accept) }
        #expect(AcceptedLanguages(fields).ranges == ranges)
    }

    @Test func longLanguageListsAreCut() {
        let list = (0..<500).map { "aa-x\($0)" }.joined(separator: ", ")
        #expect(AcceptedLanguages(["Accept-Language": list]).ranges.count == 32)
    }

    @Test(
        arguments: [
            ("application/json", "application/json", nil),
            ("TEXT/Plain; charset=UTF-8", "text/plain", "UTF-8"),
            ("a/b;charset=\"utf-8\"", "a/b", "utf-8"), ("a/b ; x=\"\\\"\" ; charset=c", "a/b", "c"),
            ("a/b;", "a/b", nil),
        ] as [(String, String, String?)])
    func parsesMediaTypes(text: String, essence: String, charset: String?) {
        let type = MediaType(text)
        #expect(type?.essence == essence)
        #expect(type?.parameter("charset") == charset)
    }

    @Test(arguments: [
        "", "a", "a/", "/b", "a/b c", "a/b;c", "a/b;c=\"d", "a b/c", "a/b;=d", "a/b,c/d",
    ])
    func rejectsInvalidMediaTypes(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        ("chat.png", "attachment; filename=\"chat.png\""),
        ("Zoë.pdf", "attachment; filename=\"Zo_.pdf\"; filename*=UTF-8''Zo%C3%AB.pdf"),
        ("😀.png", "attachment; filename=\"_.png\"; filename*=UTF-8''%F0%9F%98%80.png"),
        ("../../etc/passwd", "attachment; filename=\"_.._etc_passwd\""),
        ("a\r\nX: b", "attachment; filename=\"a__X_ b\""),
        ("a\"b\\c", "attachment; filename=\"a_b_c\""),
        ("50%.png", "attachment; filename=\"50_.png\"; filename*=UTF-8''50%25.png"),
        ("a\u{202E}gpj.exe", "attachment; filename=\"a_gpj.exe\""),
        ("", "attachment; filename=\"file\""),
        (".hidden", "attachment; filename=\"hidden\""), ("...", "attachment; filename=\"file\""),
        ("\u{0}", "attachment; filename=\"_\""),
    ])
    func sanitizesFileNames(name: String, field: String) {
        #expect(ContentDisposition.field(.attachment, filename: name) == field)
    }

    @Test func cutsLongFileNamesBetweenCharacters() {
        let field = ContentDisposition.field(.inline, filename: String(repeating: "é", count: 999))
        #expect(field.hasSuffix(String(repeating: "%C3%A9", count: 75)))
        #expect(field.hasPrefix("inline; filename=\"\(String(repeating: "_", count: 75))\""))
        let picture = ContentDisposition.field(
            .inline, filename: String(repeating: "a", count: 999), ending: ".png")
        #expect(picture == "inline; filename=\"\(String(repeating: "a", count: 146)).png\"")
    }

    @Test(
        arguments: [
            (["abc-DEF_1.2"], "abc-DEF_1.2"), (["a b"], nil), ([""], nil), (["a", "b"], nil),
            ([], nil),
            (["a\u{1b}[0m"], nil), ([String(repeating: "a", count: 65)], nil), (["é"], nil),
        ] as [([String], String?)])
    func acceptsOnlySafeRequestIDs(given: [String], taken: String?) {
        var fields: HeaderFields = [:]
        for value in given { fields.append("X-Request-Id", value) }
        #expect(RequestID.given(in: fields) == taken)
    }

    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(arguments: [
        "00-\(trace)-\(span)-01", "00-\(trace)-\(span)-ff", "01-\(trace)-\(span)-01",
        "cc-\(trace)-\(span)-01-what-the-future-brings", "fe-\(trace)-\(span)-00-",
    ])
    func validTraceParentsAreParsed(value: String) throws {
        let parent = try #require(TraceParent(["Traceparent": value]))
        #expect(parent.traceID == Self.trace && parent.parentID == Self.span)
    }

    @Test(arguments: [
        [], [""], ["00"], ["00-\(trace)-\(span)"], ["00-\(trace)-\(span)-1"],
        ["00-\(trace)-\(span)-01-"], ["00-\(trace)-\(span)-01-more"],
        ["01-\(trace)-\(span)-01more"], ["ff-\(trace)-\(span)-01"], ["0-\(trace)-\(span)-01"],
        ["00-\(trace.uppercased())-\(span)-01"], ["00-\(trace)-\(span.uppercased())-01"],
        ["0A-\(trace)-\(span)-01"], ["00-\(trace)-\(span)-0A"], ["00-\(trace)-\(span)-0g"],
        ["00-\(String(repeating: "0", count: 32))-\(span)-01"],
        ["00-\(trace)-0000000000000000-01"], ["00_\(trace)-\(span)-01"],
        ["00-\(trace.dropLast())é-\(span)-01"],
        ["00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01"],
    ])
    func invalidTraceParentsAreIgnored(values: [String]) {
        var fields: HeaderFields = [:]
        for value in values { fields.append("traceparent", value) }
        #expect(TraceParent(fields) == nil)
    }
}
