import Foundation
import Testing

/// `chatprint health` with every way to state the address of the service.
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
        ("127.0.0.9", "127.0.0.9"), ("0.0.0.0", "127.0.0.1"),
    ])
    func findsTheServiceByFlagsAndByTheEnvironment(listening: String, host: String) throws {
        let service = try RunningService(["--host", listening])
        let port = String(service.port)
        let byFlags = try health(["--host", host, "--port", port])
        #expect(byFlags.code == 0 && byFlags.errors.isEmpty && byFlags.output.isEmpty)
        let byEnvironment = ["CHATPRINT_HOST=\(host)", "CHATPRINT_PORT=\(port)"]
        #expect(try health([], byEnvironment).code == 0)
        // Flags win over the environment, as with `serve`, whose other flags are accepted too.
        #expect(try health(["--workers", "1", "--port", "1"], byEnvironment).code == 1)
    }

    @Test func findsTheServiceByItsConfigurationFile() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.file("themes"), withIntermediateDirectories: true)
        try Data("{\"port\": \(service.port)}".utf8)
            .write(to: folder.file("chatprint.json"))
        #expect(try health(["--config", folder.path]).code == 0)
        #expect(try health([], ["CHATPRINT_CONFIG=\(folder.path)"]).code == 0)
        let elsewhere = try health([], ["CHATPRINT_CONFIG=\(folder.path)", "CHATPRINT_PORT=1"])
        #expect(elsewhere.code == 1)
    }

    @Test(arguments: [
        (["--port", "0"], 78, "port"), (["--port", "99999"], 78, "port"),
        (["--prot", "1"], 2, "--prot"), (["--config", "nowhere"], 78, "nowhere"),
        (["--port", "1"], 1, "port 1"),
    ])
    func reportsFaults(flags: [String], code: Int32, word: String) throws {
        let result = try health(flags)
        #expect(result.code == code)
        #expect(result.errors.contains(word) && result.errors.split(separator: "\n").count == 1)
    }
}
