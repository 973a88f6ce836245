import Dispatch
import HTTP
import Server
import Synchronization
import TestSockets

/// On a free port, stopped at the end of the test.
final class RunningServer {
    let server: Server
    let application: ScriptedApplication

    init(
        _ application: ScriptedApplication = ScriptedApplication(),
        addresses: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 0)], spill: SpillFile? = nil,
        _ change: (inout ServerSettings) -> Void = { _ in }
    ) throws {
        var settings = ServerSettings()
        change(&settings)
        self.application = application
        let spill = try spill ?? SpillFile(folder: "/tmp", limit: 1 << 30)
        server = Server(settings: settings, application: application, spill: spill)
        try server.start(addresses)
    }

    deinit {
        server.stop()
        server.wait()
    }

    var port: UInt16 {
        if case .tcp(_, let port) = server.addresses[0] { port } else { 0 }
    }

    func connect(sending text: String = "") throws -> RawClient {
        let client = try RawClient(port: port)
        if !text.isEmpty { client.send(text) }
        return client
    }

    /// On a connection of its own.
    func get(_ path: String = "/") throws -> String? {
        try connect(sending: "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            .receiveAllText()
    }
}

/// An application with scripted responses, which records events for the test.
final class ScriptedApplication: Application {
    enum Event: Sendable, Equatable {
        case received(path: String)
        case finished(path: String?, status: Int?, cut: ConnectionEnd?)
        case ended(ConnectionEnd, requests: Int)
    }

    private let admission: @Sendable (RequestHead) -> Admission
    private let answer: @Sendable (Request, any Exchange) -> Void
    private let events = Mutex<[Event]>([])
    private let outcomeList = Mutex<[Outcome]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(
        admission: @escaping @Sendable (RequestHead) -> Admission = { _ in
            .accept(bodyLimit: 1 << 20)
        },
        answer: @escaping @Sendable (Request, any Exchange) -> Void = { request, exchange in
            exchange.answer(Response(200, body: Array(request.head.target.path.utf8)))
        }
    ) {
        self.admission = admission
        self.answer = answer
    }

    var outcomes: [Outcome] { outcomeList.withLock { $0 } }

    func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        admission(head)
    }

    func respond(to request: Request, _ exchange: any Exchange) {
        note(.received(path: request.head.target.path))
        answer(request, exchange)
    }

    func finished(_ exchange: any Exchange, _ outcome: Outcome) {
        outcomeList.withLock { $0.append(outcome) }
        note(
            .finished(
                path: exchange.head?.target.path, status: outcome.status?.code, cut: outcome.cut))
    }

    func ended(_ peer: Peer, _ ending: ConnectionEnd, requests: Int) {
        note(.ended(ending, requests: requests))
    }

    /// Waits for a connection to end in this way, after any number of requests.
    func hearsEnding(_ ending: ConnectionEnd) -> Bool {
        hears { event in
            if case .ended(ending, _) = event { true } else { false }
        }
    }

    private func note(_ event: Event) {
        events.withLock { $0.append(event) }
        arrivals.signal()
    }

    /// Waits for an event; returns false if it does not happen.
    func hears(_ event: Event) -> Bool {
        hears { $0 == event }
    }

    func hears(_ isWanted: (Event) -> Bool) -> Bool {
        while true {
            if events.withLock({ $0.contains(where: isWanted) }) { return true }
            if arrivals.wait(timeout: .now() + 20) == .timedOut { return false }
        }
    }
}

/// Work outside the event loop, like that of a renderer.
enum Worker {
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: work)
    }
}
