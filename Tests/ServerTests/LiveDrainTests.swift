import Glibc
import HTTP
import Server
import Synchronization
import System
import TestSockets
import Testing

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
        let text = busy.receiveAllText()
        #expect(text?.hasSuffix("\r\nConnection: close\r\n\r\ndone") == true)
        #expect(server.server.wait() == 0)
        #expect(server.server.statistics.connectionsOpen == 0)
    }

    @Test func requestsRightAfterTheStartOfADrainAreAnswered() throws {
        let server = try RunningServer()
        let client = try server.connect()
        client.send(Self.get)
        #expect(client.receiveText(until: "/").hasSuffix("/"))
        server.server.drain(within: .seconds(20))
        client.send(Self.get)
        #expect(client.receiveAllText()?.contains("\r\nConnection: close\r\n") == true)
        #expect(server.server.wait() == 0)
    }

    @Test func requestsLeftAtTheDeadlineAreCutAndCounted() throws {
        let server = try RunningServer(ScriptedApplication(answer: { _, _ in }))
        let client = try server.connect()
        client.send(Self.get)
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
