import Foundation
import Testing

/// With every way to state the address of the service.
@Suite struct HealthTests {
    private func health(
        _ flags: [String] = [], _ environment: [String] = []
    ) throws -> (code: Int32, output: Data, errors: String) {
        try RunningService.run(
            ["env", "-u", "CHATPRINT_PORT", "-u", "CHATPRINT_HOST"] + environment
                + [RunningService.executable.path, "health"] + flags)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("localhost", "localhost"),
    ])
    func findsTheServiceByFlagsTheEnvironmentAndAFile(listening: String, host: String) throws {
        let service = try RunningService(["--host", listening])
        let port = String(service.port)
        #expect(try command(["health", "--host", host, "--port", port]).code == 0)
        let environment = ["CHATPRINT_HOST=\(host)", "CHATPRINT_PORT=\(port)"]
        #expect(try health([], environment).code == 0)
        // Flags win over the environment, as with `serve`, whose other flags are accepted too.
        #expect(try health(["--workers", "1", "--port", "1"], environment).code == 1)
        let folder = try TemporaryFolder()
        try folder.write("", to: "themes/none")
        try folder.write("{\"port\": \(port), \"host\": \"\(host)\"}", to: "chatprint.json")
        let config = "CHATPRINT_CONFIG=\(folder.path)"
        #expect(try command(["health", "--config", folder.path]).code == 0)
        #expect(try health([], [config]).code == 0)
        #expect(try health([], [config, "CHATPRINT_PORT=1"]).code == 1)
    }
}
