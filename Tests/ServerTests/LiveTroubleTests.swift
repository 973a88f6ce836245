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
        let client = try server.connect(sending: sent)
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
            let client = try server.connect(sending: Self.get)
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
            let client = try server.connect(sending: Self.get)
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
        let second = try server.connect(sending: Self.get)
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
        let client = try server.connect(sending: Self.get)
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

@Suite struct LiveDrainTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func drainingFinishesAcceptedRequestsAndAcceptsNoOthers() throws {
        let kept = Mutex<(any Exchange)?>(nil)
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in kept.withLock { $0 = exchange } })
        ) { $0.timeouts.drainGrace = .milliseconds(50) }
        let busy = try server.connect()
        let idle = try server.connect()
        busy.send(Self.get)
        #expect(server.application.hears(.received(path: "/")))
        server.server.drain(within: .seconds(20))
        #expect(idle.receiveAll() == [])
        #expect(throws: RawClient.Failure.self) { _ = try server.connect() }
        kept.withLock { $0?.answer(Response(200, body: Array("done".utf8))) }
        #expect(busy.receiveAllText()?.hasSuffix("\r\nConnection: close\r\n\r\ndone") == true)
        #expect(server.server.wait() == 0)
        #expect(server.server.statistics.connectionsOpen == 0)
    }

    @Test func requestsRightAfterTheStartOfADrainAreAnswered() throws {
        let server = try RunningServer()
        let client = try server.connect(sending: Self.get)
        #expect(client.receiveText(until: "/").hasSuffix("/"))
        server.server.drain(within: .seconds(20))
        client.send(Self.get)
        #expect(client.receiveAllText()?.contains("\r\nConnection: close\r\n") == true)
        #expect(server.server.wait() == 0)
    }

    @Test func requestsLeftAtTheDeadlineAreCutAndCounted() throws {
        let server = try RunningServer(ScriptedApplication(answer: { _, _ in }))
        let client = try server.connect(sending: Self.get)
        #expect(server.application.hears(.received(path: "/")))
        server.server.drain(within: .milliseconds(50))
        #expect(server.server.wait() == 1)
        #expect(client.receiveAll() == nil)
        #expect(server.application.hears(.finished(path: "/", status: nil, cut: .stopped)))
    }

    @Test func servesAndRemovesAUnixSocket() throws {
        let path = "/tmp/chatprint-test-\(UInt32.random(in: 0...UInt32.max)).sock"
        for _ in 0..<2 {
            let server = try RunningServer(addresses: [.unix(path: path)])
            #expect(server.port == 0)
            let client = try RawClient(path: path)
            client.send("GET /unix HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(client.receiveAllText()?.hasSuffix("/unix") == true)
            // The socket of a running server is not taken over.
            #expect(
                throws: ListenFault.system(SystemError("bind", code: 98), .unix(path: path))
            ) {
                _ = try RunningServer(addresses: [.unix(path: path)])
            }
        }
        #expect(throws: RawClient.Failure.self) { _ = try RawClient(path: path) }
    }

    @Test func inheritedSocketsMustListenAndAreNamedByTheirAddress() throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(throws: ListenFault.notListening(number)) {
            _ = try RunningServer(addresses: [.inherited(number)])
        }
        // Binds the socket to any free port.
        #expect(listen(number, 8) == 0)
        let path = "/tmp/chatprint-test-\(UInt32.random(in: 0...UInt32.max)).sock"
        let server = try RunningServer(addresses: [.inherited(number), .unix(path: path)])
        #expect(
            server.server.addresses
                == [.tcp(host: "0.0.0.0", port: server.port), .unix(path: path)])
        #expect(try server.get("/a")?.hasSuffix("/a") == true)
    }

    /// A file of another kind refuses connections as the socket of a dead server does.
    @Test func keepsAnotherFileAtThePathOfAUnixSocket() throws {
        let path = "/tmp/chatprint-test-\(UInt32.random(in: 0...UInt32.max)).txt"
        let file = try DraftFile(for: path)
        try file.write(Array("notes".utf8))
        try file.publish()
        defer { _ = unsafe unlink(path) }
        #expect(throws: ListenFault.notSocket(path: path)) {
            _ = try RunningServer(addresses: [.unix(path: path)])
        }
        #expect(FileFacts(path)?.bytes == 5)
    }

    @Test(
        arguments: [
            (["LISTEN_PID": "7", "LISTEN_FDS": "2"], [.inherited(3), .inherited(4)]),
            (["LISTEN_PID": "8", "LISTEN_FDS": "2"], []), (["LISTEN_FDS": "2"], []), ([:], []),
            (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], []),
            (["LISTEN_PID": "7", "LISTEN_FDS": "x"], []),
            (
                [
                    "LISTEN_PID": "7", "LISTEN_FDS": "3",
                    "LISTEN_FDNAMES": "chatprint.socket:metrics:x",
                ], [.inherited(3), .inherited(5)]
            ),
        ] as [([String: String], [ListenAddress])])
    func findsSocketsPassedBySystemd(environment: [String: String], found: [ListenAddress]) {
        #expect(ListenAddress.inherited(environment: environment, processID: 7) == found)
        let metrics = ListenAddress.inherited(
            forMetrics: true, environment: environment, processID: 7)
        #expect(metrics == (environment["LISTEN_FDNAMES"] == nil ? [] : [.inherited(4)]))
    }
}

@Suite struct PeerTests {
    /// The text that the system writes. It shows IPv4 within the lowest 32 bits, which no client's
    /// address has.
    private func systemText(_ high: UInt64, _ low: UInt64) -> String {
        var bytes = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test func addressesAreWrittenLikeTheSystem() {
        #expect(Peer(.version6(0, 1)).description == "::1")
        #expect(Peer(.version6(0, 0)).description == "::")
        #expect(Peer(.version6(0x2001_0db8 << 32, 0)).description == "2001:db8::")
        #expect(Peer(.version4(0x7F00_0001)).description == "127.0.0.1")
        // Addresses with every pattern of zero and nonzero groups.
        for pattern in 1..<256 {
            var (high, low) = (UInt64(0), UInt64(0))
            for place in 0..<8 {
                let group: UInt64 = pattern >> place & 1 == 1 ? 0xA << UInt64(place % 3 * 4) : 0
                if place < 4 { high = high << 16 | group } else { low = low << 16 | group }
            }
            guard high > 0 || low >> 32 > 0 else { continue }
            #expect(Peer(.version6(high, low)).description == systemText(high, low))
        }
    }
}

@Suite(.serialized) struct SignalTests {
    @Test(arguments: [false, true])
    func everySignalIsDeliveredWhicheverThreadGetsIt(isBlockedHere: Bool) throws {
        var (mask, before) = (sigset_t(), sigset_t())
        if isBlockedHere {
            unsafe sigfillset(&mask)
            unsafe pthread_sigmask(SIG_BLOCK, &mask, &before)
        }
        defer { if isBlockedHere { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) } }
        let heard = DispatchSemaphore(value: 0)
        let signals = try Signals([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "signals")) { _ in
            heard.signal()
        }
        for number in 0..<500 {
            kill(getpid(), number.isMultiple(of: 2) ? SIGUSR1 : SIGUSR2)
            #expect(heard.wait(timeout: .now() + 20) == .success)
        }
        withExtendedLifetime(signals) {}
    }

    /// Signals sent by this suite do not interrupt clients of other tests.
    @Test func signalsDoNotInterruptReads() throws {
        let signals = try Signals([SIGUSR1], queue: DispatchQueue(label: "signals")) { _ in }
        let server = try RunningServer { $0.timeouts.idle = .milliseconds(300) }
        let client = try server.connect()
        let waiting = pthread_self()
        let isOver = Atomic(false)
        let sender = DispatchSemaphore(value: 0)
        DispatchQueue(label: "sender").async {
            while !isOver.load(ordering: .relaxed) {
                _ = pthread_kill(waiting, SIGUSR1)
                usleep(1_000)
            }
            sender.signal()
        }
        let received = client.receiveAll()
        isOver.store(true, ordering: .relaxed)
        sender.wait()
        #expect(received == [])
        withExtendedLifetime(signals) {}
    }
}
