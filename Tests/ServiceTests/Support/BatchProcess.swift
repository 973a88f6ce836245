import Foundation

/// The real `chatprint batch`, in its own folder that holds its jobs and outputs.
final class BatchProcess {
    let folder: URL
    private let process = Process()
    private let results = Pipe()
    private let errors = Pipe()

    /// - Parameters:
    ///   - folder: the folder of an earlier run; by default a new one.
    ///   - jobs: lines for standard input.
    init(_ arguments: [String], jobs: String = "", in folder: URL? = nil) throws {
        self.folder =
            folder
            ?? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: self.folder, withIntermediateDirectories: true)
        let input = self.folder.appendingPathComponent("jobs.ndjson")
        try Data(jobs.utf8).write(to: input)
        process.executableURL = RunningService.executable
        process.currentDirectoryURL = self.folder
        let config = RunningService.root.appendingPathComponent("config").path
        process.arguments = ["batch", "--config", config] + arguments
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
        let place = folder.appendingPathComponent(name)
        var files: [String: Data] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
            let data = FileManager.default.contents(
                atPath: place.appendingPathComponent(file).path)
            if !file.contains(".part-") { files[file] = data }
        }
        return files
    }

    /// The names of unfinished files.
    func drafts(_ name: String = "out") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(
            atPath: folder.appendingPathComponent(name).path
        ).filter { $0.contains(".part-") }.sorted()
    }

    func write(_ text: String, to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
