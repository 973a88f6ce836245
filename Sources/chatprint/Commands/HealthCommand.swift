import Server
import Service

/// `chatprint health`: asks the service on this machine whether it lives. It is looked for where the same
/// settings would have `chatprint serve` listen.
struct HealthCommand {
    static let description = CommandDescription(
        name: "health", summary: "ask the service here whether it lives",
        details: ["It is looked for where the same settings would have chatprint serve listen."],
        options: ServiceArguments.options,
        examples: [.init(line: "chatprint health --port 8080", summary: "one on another port")])

    private let settings: Settings

    init(_ arguments: [String]) throws {
        settings = try ServiceArguments(arguments, of: Self.description).settings
    }

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
