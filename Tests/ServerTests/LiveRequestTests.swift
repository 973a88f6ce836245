import HTTP
import Server
import System
import TestSockets
import Testing

/// Over real sockets, as raw bytes.
@Suite struct LiveRequestTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test func sendsHeadAndBodyTogether() throws {
        let server = try RunningServer()
        let client = try server.connect()
        client.send(Self.get)
        let first = String(decoding: client.receive() ?? [], as: UTF8.self)
        #expect(first.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(first.hasSuffix(" GMT\r\nContent-Length: 1\r\n\r\n/"))
    }

    @Test func servesOneBytePerPacket() throws {
        let server = try RunningServer()
        let client = try server.connect()
        for byte in Self.last.utf8 { client.send([byte]) }
        #expect(client.receiveAllText()?.hasSuffix("\r\n\r\n/last") == true)
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        let server = try RunningServer()
        let client = try server.connect()
        let paths = (0..<64).map { "/\($0)" }
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined() + Self.last)
        let text = client.receiveAllText() ?? ""
        let bodies = text.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
        #expect(bodies.map(String.init) == paths + ["/last"])
    }

    /// `MalformedRequestTests` cover each fault; these end early, in the middle and late.
    @Test(arguments: [
        ("\u{16}\u{3}\u{1}\u{2}", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000000\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 200_000))\r\n\r\n", 431),
    ])
    func malformedRequestsAreAnsweredAndClosedWithoutAReset(request: String, status: Int) throws {
        let server = try RunningServer()
        let client = try server.connect()
        client.send(request)
        let text = try #require(client.receiveAllText())
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nConnection: close\r\n"))
        #expect(text.contains("application/problem+json"))
        #expect(server.server.statistics.faults.values.reduce(0, +) == 1)
    }

    @Test func refusalsByTheHeadReachTheClient() throws {
        let server = try RunningServer(
            ScriptedApplication(admission: { _ in .refuse(Response(401)) }))
        let client = try server.connect()
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
        // The client is still sending when the response is sent.
        client.send([UInt8](repeating: 0, count: 200_000))
        #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 401 ") == true)
    }

    @Test func bodiesAreCollectedUpToTheLimit() throws {
        let server = try RunningServer(
            ScriptedApplication(
                admission: { _ in .accept(bodyLimit: 3_000_000) },
                answer: { request, exchange in
                    exchange.answer(Response(200, body: request.body))
                }))
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let client = try server.connect()
        client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        client.send(body)
        #expect(client.receiveAll()?.suffix(body.count).elementsEqual(body) == true)
        let long = try server.connect()
        long.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000001\r\n\r\n")
        #expect(long.receiveAllText()?.hasPrefix("HTTP/1.1 413 ") == true)
    }

    @Test func sendsContinueAndThenTheResponse() throws {
        let server = try RunningServer()
        let client = try server.connect()
        client.send(
            "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.receiveText(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("hi")
        #expect(client.receiveText(until: "/x").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func finishesResponsesToHalfClosedClients() throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                Worker.run {
                    exchange.begin(ResponseHead(200))
                    for _ in 0..<10 { exchange.write([UInt8](repeating: 0x61, count: 100_000)) }
                    exchange.finish()
                }
            }))
        let client = try server.connect()
        client.send("GET / HTTP/1.0\r\n\r\n")
        client.finishSending()
        let all = try #require(client.receiveAll())
        #expect(all.suffix(1_000_000).allSatisfy { $0 == 0x61 })
        #expect(all.count > 1_000_000)
        #expect(server.application.hears(.ended(.served, requests: 1)))
    }

    @Test(arguments: ["::1", "::"])
    func servesIPv6(host: String) throws {
        let server = try RunningServer(addresses: [.tcp(host: host, port: 0)])
        let client = try RawClient(port: server.port, version6: true)
        client.send(Self.last)
        #expect(client.receiveAllText()?.hasSuffix("/last") == true)
        if host == "::" { #expect(try server.get("/x")?.hasSuffix("/x") == true) }
    }

    @Test func failsToStartOnAPortInUse() throws {
        let server = try RunningServer()
        let address = ListenAddress.tcp(host: "127.0.0.1", port: server.port)
        #expect(throws: ListenFault.system(SystemError("bind", code: 98), address)) {
            _ = try RunningServer(addresses: [address])
        }
    }

    @Test func failsToStartOnAnInvalidHost() {
        let host = String(repeating: "a", count: 300)
        #expect(throws: ListenFault.unknownHost(host)) {
            _ = try RunningServer(addresses: [.tcp(host: host, port: 0)])
        }
    }

    @Test func usesOrCreatesARequestID() throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                exchange.answer(Response(200, body: Array(exchange.requestID.utf8)))
            }))
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: my-id\r\n\r\n")
        #expect(client.receiveText(until: "my-id").hasSuffix("\r\n\r\nmy-id"))
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: b\"d\r\n\r\n\(Self.last)")
        #expect(client.receiveAllText()?.contains("b\"d") == false)
    }
}
