import Dispatch
import Glibc
import HTTP
import Server
import Synchronization
import System
import TestSockets
import Testing

@Suite struct LiveTroubleTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n", "timeout_header"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc", "timeout_body"),
    ])
    func refusesUnfinishedHeadsAndBodies(sent: String, fault: String) throws {
        let server = try RunningServer {
            $0.timeouts.head = .milliseconds(100)
            $0.timeouts.body = .milliseconds(100)
        }
        let client = try server.connect()
        client.send(sent)
        #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 408 ") == true)
        #expect(server.server.statistics.faults == [fault: 1])
    }

    @Test func closesIdleConnectionsWithoutAResponse() throws {
        let server = try RunningServer { $0.timeouts.idle = .milliseconds(100) }
        let client = try server.connect()
        #expect(client.receiveAll() == [])
        #expect(server.application.hears(.ended(.idle, requests: 0)))
    }

    @Test func disconnectsPeersThatReadNoResponses() throws {
        let answer = Response(200, body: [UInt8](repeating: 0, count: 1 << 16))
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in exchange.answer(answer) })
        ) { $0.timeouts.write = .milliseconds(200) }
        let client = try server.connect()
        client.shrinkReceiveBuffer()
        let flood = String(repeating: Self.get, count: 2000)
        // Sends as long as the server accepts requests, until it has closed the connection.
        while client.send(flood) {}
        #expect(server.application.hearsEnding(.slowReader))
        #expect(server.server.statistics.connectionsOpen == 0)
    }

    @Test func slowReadersNeverBlockAWorker() throws {
        let written = DispatchSemaphore(value: 0)
        let size = 8 << 20
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                Worker.run {
                    exchange.begin(ResponseHead(200), length: size)
                    for number in 0..<(size >> 16) {
                        exchange.write(
                            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1 << 16))
                    }
                    exchange.finish()
                    written.signal()
                }
            }))
        let client = try server.connect()
        client.shrinkReceiveBuffer()
        client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        // The worker finishes before a byte is read.
        written.wait()
        let all = try #require(client.receiveAll())
        let body = all.suffix(size)
        #expect(all.count > size)
        #expect(
            (0..<128).allSatisfy {
                body[body.startIndex + $0 << 16] == UInt8(truncatingIfNeeded: $0)
            })
        #expect(server.application.hears(.finished(path: "/", status: 200, cut: nil)))
        #expect(server.server.statistics.bytesSpilled > size / 4)
    }

    @Test func workersAreNotifiedOfStalledReaders() throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                Worker.run {
                    exchange.begin(ResponseHead(200))
                    for _ in 0..<256 { exchange.write([UInt8](repeating: 0, count: 1 << 16)) }
                    // Ends only when a write returns false.
                    while exchange.write([]) { sched_yield() }
                }
            })
        ) { $0.timeouts.write = .milliseconds(200) }
        let client = try server.connect()
        client.shrinkReceiveBuffer()
        client.send(Self.get)
        #expect(server.application.hears(.ended(.slowReader, requests: 1)))
        // Unread bytes are dropped with the reset: a truncated response never looks complete.
        #expect(client.receiveAll() == nil)
    }

    @Test(arguments: [true, false])
    func cancelsTheWorkOfDisconnectedClients(resets: Bool) throws {
        let kept = Mutex<(any Exchange)?>(nil)
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in kept.withLock { $0 = exchange } })
        ) { $0.timeouts.probe = .milliseconds(50) }
        do {
            let client = try server.connect()
            client.send(Self.get)
            #expect(server.application.hears(.received(path: "/")))
            if resets { client.resetOnClose() }
        }
        #expect(server.application.hears(.finished(path: "/", status: nil, cut: .reset)))
        #expect(kept.withLock { $0?.isCanceled } == true)
        #expect(server.server.statistics.exchangesCut == 1)
    }

    @Test func survivesAFloodOfResets() throws {
        let server = try RunningServer()
        for number in 0..<500 {
            let client = try server.connect()
            client.resetOnClose()
            if number % 2 == 0 { client.send(Self.get) }
        }
        #expect(try server.get("/after")?.hasSuffix("/after") == true)
        while server.server.statistics.connectionsOpen > 0 {
            #expect(server.application.hears(.ended(.served, requests: 1)))
        }
        #expect(server.server.statistics.connectionsTotal == 501)
    }

    @Test func respondsBesideAThousandIdleConnections() throws {
        DescriptorLimit.raise()
        // Fewer if the machine allows few open files: each connection has two in this process.
        let count = min(1000, (DescriptorLimit.present.hard - 128) / 2)
        let server = try RunningServer { $0.connections = 1200 }
        let idle = try (0..<count).map { _ in try server.connect() }
        #expect(try server.get("/probe")?.hasSuffix("/probe") == true)
        idle[count - 1].send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(idle[count - 1].receiveAllText()?.hasSuffix("/x") == true)
        #expect(server.server.statistics.connectionsTotal == count + 1)
    }

    @Test func rejectsConnectionsOverTheLimitAndRecovers() throws {
        let kept = Mutex<[any Exchange]>([])
        let server = try RunningServer(
            ScriptedApplication(answer: { request, exchange in
                guard request.head.target.path == "/busy" else {
                    return exchange.answer(Response(200, body: Array("again".utf8)))
                }
                kept.withLock { $0.append(exchange) }
            })
        ) { $0.connections = 2 }
        do {
            let busy = try (0..<2).map { _ in
                let client = try server.connect()
                client.send("GET /busy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return client
            }
            while kept.withLock({ $0.count }) < 2 {
                #expect(server.application.hears(.received(path: "/busy")))
            }
            let third = try server.connect()
            #expect(third.receiveAllText()?.hasPrefix("HTTP/1.1 503 ") == true)
            #expect(server.server.statistics.faults == ["conn_limit": 1])
            for exchange in kept.withLock({ $0 }) { exchange.answer(Response(200)) }
            for client in busy {
                #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 200 ") == true)
            }
        }
        while server.server.statistics.connectionsOpen > 0 {
            #expect(server.application.hears(.ended(.served, requests: 1)))
        }
        #expect(try server.get("/")?.hasSuffix("again") == true)
    }

    /// A client that holds all connections idle does not keep others out.
    @Test func longestIdleConnectionIsClosedForANewOne() throws {
        let server = try RunningServer { settings in
            settings.connections = 4
            settings.idleGrace = .zero
        }
        let clients = try (0..<3).map { _ in
            let client = try server.connect()
            client.send(Self.get)
            #expect(client.receiveText(until: "\n/").hasSuffix("\r\n\r\n/"))
            return client
        }
        // The oldest connection has just been served; one with a partial request is not idle.
        clients[2].send("GET / HT")
        let pause = SystemClock.now
        while SystemClock.now < pause + .milliseconds(5) { sched_yield() }
        clients[0].send(Self.get)
        #expect(clients[0].receiveText(until: "\n/").hasSuffix("\r\n\r\n/"))
        // A connection without any request is closed first, however new it is.
        let silent = try server.connect()
        var newcomers: [RawClient] = []
        for (number, displaced) in [silent, clients[1]].enumerated() {
            let newcomer = try server.connect()
            newcomers.append(newcomer)
            newcomer.send("GET /newcomer HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(newcomer.receiveText(until: "/newcomer").hasSuffix("/newcomer"))
            #expect(displaced.receiveAll() == [])
            #expect(server.application.hears(.ended(.idle, requests: number)))
        }
        for client in [clients[0], clients[2]] {
            client.send(client === clients[2] ? "TP/1.1\r\nHost: a\r\n\r\n" : Self.get)
            #expect(client.receiveText(until: "\n/").hasSuffix("\r\n\r\n/"))
        }
        #expect(server.server.statistics.faults == [:])
    }

    @Test func newConnectionsWaitForTheGraceOfIdleOnes() throws {
        let server = try RunningServer { settings in
            settings.connections = 1
            settings.idleGrace = .milliseconds(200)
        }
        let first = try server.connect()
        let second = try server.connect()
        second.send(Self.get)
        first.send(Self.get)
        #expect(first.receiveText(until: "\n/").hasSuffix("\r\n\r\n/"))
        #expect(second.receiveText(until: "\n/").hasSuffix("\r\n\r\n/"))
        #expect(first.receiveAll() == [])
        #expect(server.server.statistics.faults == [:])
    }

    @Test func unfinishedBodiesShareOneBudget() throws {
        let server = try RunningServer { $0.requestMemory = 1 << 20 }
        let clients = try (0..<3).map { _ in try server.connect() }
        for client in clients {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            client.send([UInt8](repeating: 0, count: 900_000))
        }
        // Two unfinished bodies already exceed the budget: at least one request is refused.
        #expect(server.application.hears(.finished(path: "/", status: 503, cut: nil)))
        #expect(server.server.statistics.faults["overload"] ?? 0 >= 1)
    }

    /// A body is held once, whatever its length, and does not exceed a budget of its size.
    @Test(arguments: [true, false])
    func bodiesOfTheSizeOfTheBudgetAreReceived(isDeclared: Bool) throws {
        let count = 5 << 20
        let server = try RunningServer(
            ScriptedApplication(
                admission: { _ in .accept(bodyLimit: count) },
                answer: { request, exchange in
                    exchange.answer(Response(200, body: Array("\(request.body.count)".utf8)))
                })
        ) { $0.requestMemory = count + (1 << 18) }
        let client = try server.connect()
        let framing =
            isDeclared ? "Content-Length: \(count)" : "Transfer-Encoding: chunked"
        client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(framing)\r\n\r\n")
        if !isDeclared { client.send(String(count, radix: 16) + "\r\n") }
        client.send([UInt8](repeating: 0, count: count))
        if !isDeclared { client.send("\r\n0\r\n\r\n") }
        #expect(client.receiveAllText()?.hasSuffix("\r\n\r\n\(count)") == true)
    }

    @Test func cutsResponsesThatFail() throws {
        let kept = Mutex<(any Exchange)?>(nil)
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                exchange.begin(ResponseHead(200))
                exchange.write(Array("half".utf8))
                kept.withLock { $0 = exchange }
            }))
        let client = try server.connect()
        client.send(Self.get)
        #expect(client.receiveText(until: "half\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        kept.withLock { $0?.fail() }
        #expect(client.receiveAll() == nil)
        #expect(server.application.hears(.ended(.broken, requests: 1)))
    }

    @Test(arguments: [true, false])
    func unansweredRequestsGet500(fails: Bool) throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                if fails { exchange.fail() } else { exchange.finish() }
            }))
        #expect(try server.get()?.hasPrefix("HTTP/1.1 500 ") == true)
    }
}
