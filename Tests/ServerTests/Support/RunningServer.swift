import HTTP
import Server
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

    func connect() throws -> RawClient { try RawClient(port: port) }

    /// On a connection of its own.
    func get(_ path: String = "/") throws -> String? {
        let client = try connect()
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return client.receiveAllText()
    }
}
