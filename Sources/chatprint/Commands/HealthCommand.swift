import Server
import Service

/// `chatprint health`: checks the service at the address on which `chatprint serve` listens with
/// the same settings.
struct HealthCommand: Subcommand {
    static let description = CommandDescription(
        name: "health", summary: "check whether the service is healthy",
        details: [
            "Takes the settings of chatprint serve and checks the address where it would listen."
        ],
        options: ServiceArguments.options,
        examples: [
            .init(line: "chatprint health --port 8080", summary: "check the service on a port")
        ])

    private let settings: Settings

    init(arguments: Arguments) throws {
        settings = try ServiceArguments(arguments).settings
    }

    func run() throws(CommandFailure) -> Int32 {
        let (host, port) = (settings.host, settings.port)
        guard port > 0 else {
            throw .configuration(
                "port 0 selects any free port, so the address of the service is unknown")
        }
        guard HealthProbe.isAlive(host: host, port: UInt16(clamping: port), path: "/healthz") else {
            throw .refused("no service answers at \(host), port \(port)")
        }
        return 0
    }
}
