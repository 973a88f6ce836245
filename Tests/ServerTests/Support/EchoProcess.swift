import Foundation
import Testing

/// A process of `http-echo`, ended at the end of the test.
final class EchoProcess {
    /// Beside the tests, if it was built.
    static let executable: String? = {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let path = folder.appendingPathComponent("http-echo").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    let port: UInt16
    private let process = Process()

    /// Starts it with a limit on its open files and waits until it listens.
    init(files: Int = 1024) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "prlimit", "--nofile=\(files):\(files)", try #require(Self.executable), "0",
        ]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let digits = line.split(separator: ":").last?.prefix { $0.isNumber }
        port = try #require(digits.flatMap { UInt16($0) })
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    func terminate() { process.terminate() }

    func exitStatus() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
