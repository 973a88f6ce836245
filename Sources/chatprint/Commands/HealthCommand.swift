import Server
import Service

/// `chatprint health`: asks the service on this machine whether it lives. It is looked for where the same
/// settings would have `chatprint serve` listen.
struct HealthCommand {
    private let settings: Settings

    init(_ arguments: [String]) throws { settings = try ServiceArguments(arguments).settings }

    func run() throws(CommandFailure) -> Int32 {
        let (host, port) = (settings.host, settings.port)
        guard port > 0 else {
            throw .configuration("port 0 is any free one: nobody knows where the service listens")
        }
        guard HealthProbe.isAlive(host: host, port: UInt16(clamping: port), path: "/healthz") else {
            throw .refused("no service answers at \(host), port \(port)")
        }
        return 0
    }
}
