import Foundation
import Testing

@testable import Service

@Suite struct OperationTests {
    private let hello = #"{"messages":["Hi!","Hello"]}"#

    @Test func errorsNameTheSettingOfALimit() throws {
        let service = try InProcessService(["--body-bytes", "2048", "--messages", "3"])
        let large = try service.post(
            "{\"messages\":[\"" + String(repeating: "a", count: 4_000) + "\"]}")
        #expect(large.status == 413)
        #expect(large.text.contains("body_bytes"))
        let many = try service.post(#"{"messages":["a","b","c","d"]}"#)
        #expect(many.status == 422)
        #expect(many.text.contains(#""setting":"messages""#))
        #expect(try service.post(#"{"messages":["a","b","c"]}"#).status == 200)
    }

    @Test func bodiesThatAreTooLargeNameTheirSetting() throws {
        // A quarter of the memory is for bodies that are being received.
        let service = try InProcessService(["--memory-bytes", "8MiB", "--body-bytes", "3MiB"])
        let large = try service.post(String(repeating: " ", count: 3 << 19))
        #expect(large.status == 413 && large.text.contains(#""setting":"memory_bytes""#))
        #expect(large.text.contains(#""limit":1048576"#) && large.header("retry-after") == nil)
        for (method, count) in [("GET", 1 << 17), ("OPTIONS", 1)] {
            let body = Data(repeating: 0, count: count)
            let answer = try service.send(method, "/themes", body: body)
            #expect(answer.status == 413 && !answer.text.contains("setting"), "\(answer.text)")
        }
        #expect(Settings().requestMemory == 256 << 20)
        var settings = Settings()
        (settings.bodyBytes, settings.memoryBytes) = (1 << 30, 8 << 30)
        #expect(settings.requestMemory > 1 << 30 && settings.maxBody.bytes == 1 << 30)
    }

    @Test func apiKeysGuardEverythingExceptHealth() throws {
        let service = try InProcessService(["--api-keys", "secret,other"])
        let refused = try service.post(hello)
        #expect(refused.status == 401)
        #expect(refused.header("www-authenticate") == "Bearer")
        for key in ["secre", "secrets", "Secret", ""] {
            let answer = try service.post(
                hello, to: "/render", ["Authorization: Bearer \(key)"])
            #expect(answer.status == 401)
        }
        for key in ["secret", "other"] {
            let answer = try service.post(
                hello, to: "/render", ["Authorization: Bearer \(key)"])
            #expect(answer.status == 200)
        }
        #expect(try service.get("/healthz").status == 200)
        #expect(try service.get("/metrics").status == 401)
    }

    @Test func originsAreAllowedOnlyWhereConfigured() throws {
        let open = try InProcessService(["--cors-origins", "https://a.example"])
        let origin = ["Origin: https://a.example"]
        #expect(
            try open.post(hello, to: "/render", origin).header("access-control-allow-origin")
                == "https://a.example")
        let other = ["Origin: https://b.example"]
        #expect(
            try open.post(hello, to: "/render", other).header("access-control-allow-origin") == nil)
    }

    @Test func acceptedRequestsAreAnsweredInFullWhileDraining() async throws {
        let service = try RunningService(["--drain-seconds", "600"])
        let messages = (0..<3_000).map { "\"message number \($0) of a long talk\"" }
        let body = "{\"messages\":[" + messages.joined(separator: ",") + "]}"
        let port = service.port
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent(UUID().uuidString)
        try Data(body.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let output = Pipe()
        reader.standardOutput = output
        reader.arguments = [
            "curl", "-sS", "--limit-rate", "8M", "--data-binary", "@" + file.path,
            "http://127.0.0.1:\(port)/render?scale=1",
        ]
        try reader.run()
        // The first bytes have arrived, so the request is in progress.
        let first = output.fileHandleForReading.availableData
        service.interrupt()
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        reader.waitUntilExit()
        #expect(reader.terminationStatus == 0)
        #expect((first + rest).suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        #expect(service.waitForExit() == 0)
    }

    @Test func invalidSettingsFailStartupWithOneLine() throws {
        let result = try RunningService.run([
            RunningService.executable.path, "serve", "--port", "99999",
        ])
        #expect(result.code == 78)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("port"))
    }

    /// Without memory for any request, every answer would be an error.
    @Test(arguments: ["processes", "none"])
    func tooLittleMemoryFailsStartup(isolation: String) throws {
        let result = try RunningService.run([
            RunningService.executable.path, "serve", "--port", "0", "--isolation", isolation,
            "--memory-bytes", "16MiB",
        ])
        #expect(result.code == 78)
        #expect(
            result.errors.contains("memory_bytes is 16777216, but the service needs "),
            "\(result.errors)")
    }

    @Test func usedPortFailsStartup() throws {
        let service = try RunningService()
        let result = try RunningService.run([
            RunningService.executable.path, "serve", "--port", String(service.port),
        ])
        #expect(result.code == 78)
        #expect(result.errors.contains(String(service.port)))
    }
}
