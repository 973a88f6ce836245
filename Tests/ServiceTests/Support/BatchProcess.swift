import Foundation

/// The real `chatprint batch`, in its own folder that holds its jobs and outputs.
final class BatchProcess {
    let folder: TemporaryFolder
    private let process = Process()
    private let results = Pipe()
    private let errors = Pipe()

    /// - Parameters:
    ///   - jobs: lines for standard input.
    ///   - folder: the folder of an earlier run; by default a new one.
    init(
        _ arguments: [String] = ["-o", "out"], jobs: String = "", in folder: TemporaryFolder? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        let input = self.folder.file("jobs.ndjson")
        try Data(jobs.utf8).write(to: input)
        process.executableURL = RunningService.executable
        process.currentDirectoryURL = self.folder.url
        process.arguments = ["batch"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = results
        process.standardError = errors
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    struct Ending {
        let code: Int32
        let results: [[String: Any]]
        let errors: String

        var failures: [[String: Any]] { results.filter { $0["error"] != nil } }

        func result(_ id: String) -> [String: Any]? { results.first { $0["id"] as? String == id } }

        func problem(_ id: String) -> [String: Any]? { result(id)?["error"] as? [String: Any] }
    }

    func end() throws -> Ending {
        let output = results.fileHandleForReading.readDataToEndOfFile()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = try output.split(separator: 0x0A).map {
            try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:]
        }
        return Ending(
            code: process.terminationStatus, results: lines,
            errors: String(decoding: words, as: UTF8.self))
    }

    /// Sends a signal once `count` results have arrived.
    func signal(_ number: Int32, after count: Int) {
        waitForResults(count)
        kill(process.processIdentifier, number)
    }

    func closeResults(after count: Int) {
        waitForResults(count)
        try? results.fileHandleForReading.close()
    }

    private func waitForResults(_ count: Int) {
        var lines = 0
        while lines < count {
            let piece = results.fileHandleForReading.availableData
            if piece.isEmpty { return }
            lines += piece.count { $0 == 0x0A }
        }
    }

    func waitForExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    var words: String {
        String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Every file of a folder by name, except the drafts of a killed run.
    func outputs(_ name: String = "out") throws -> [String: Data] {
        var files: [String: Data] = [:]
        for file in try paths(name) where !file.contains(".part-") {
            files[file] = FileManager.default.contents(atPath: folder.place(name + "/" + file))
        }
        return files
    }

    func drafts(_ name: String = "out") throws -> [String] {
        try paths(name).filter { $0.contains(".part-") }.sorted()
    }

    private func paths(_ name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.place(name))
    }
}
