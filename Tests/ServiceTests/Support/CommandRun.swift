import Foundation
import Model
import Rendering
import TestDrawing

@testable import Service
@testable import chatprint

/// Runs a command of the program within this process, with the fonts of the tests: its exit code, and
/// its sentence about a failure. Files are its input and output, since what it prints goes to the
/// output of the tests.
func command(_ words: [String]) throws -> (code: Int32, errors: String) {
    do {
        let entry = try CommandList.entry(words[0])
        let config = CommandDescription.Option.configuration.name
        let takesConfig = entry.description.options.contains { $0.name == config }
        let own =
            takesConfig && !words.contains(config) ? [config, try TestFonts.folder.get().path] : []
        return (try entry.run(own + words.dropFirst()), "")
    } catch let failure as CommandFailure {
        return (failure.code, failure.sentence)
    }
}

/// What the commands read from an input, and the lines that they print about it.
struct CommandInput {
    private let builder: JobBuilder
    private let input: InputFile

    /// - Parameter flags: options for media, as of `chatprint import`.
    init(_ path: String, _ flags: [String] = []) throws {
        let arguments = try Arguments(flags + [path], of: ImportCommand.description)
        builder = try InProcessService.environment.get().jobBuilder
        input = try InputFile(arguments.operands, media: arguments.media())
    }

    /// The conversation that `import` writes, and its warnings.
    func imported(_ parameters: Parameters = [:]) throws -> (json: String, warnings: String) {
        let converted = try builder.prepared(try builder.conversion(of: input.upload, parameters))
        let lines = Terminal.lines(converted.warnings, of: converted.warningCount)
        return (
            String(decoding: try converted.json(), as: UTF8.self),
            lines.joined(separator: "\n")
        )
    }

    /// The warnings of `render` and `validate`.
    func warnings(_ parameters: Parameters = [:]) throws -> String {
        let job = try builder.job(input.upload, JobOptions(parameters))
        return Terminal.lines(job.warnings, of: job.warningCount).joined(separator: "\n")
    }

    /// The lines of `chats`.
    func chats() throws -> [String] {
        ChatTable(try builder.chats(of: input.upload, [:])).lines.map { String($0.dropFirst(2)) }
    }
}

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
        String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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

/// Deleted with its owner.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    var path: String { url.path }

    /// Sorted.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func place(_ name: String) -> String { file(name).path }

    /// Writes a file, and the folders above it.
    @discardableResult
    func write(_ content: some Sequence<UInt8>, to name: String) throws -> String {
        let url = file(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: url)
        return url.path
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }
}
