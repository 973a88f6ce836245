import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Model
import Rendering
import Server
import Service
import System

/// `chatprint batch`: renders many conversations, from lines of standard input or from a folder's
/// files.
struct BatchCommand: Subcommand {
    static let description = CommandDescription(
        name: "batch", operands: "[FOLDER|-]", takesFiles: true,
        summary: "render all files of a folder, or jobs from standard input",
        details: [
            "A job is a line of JSON with \"conversation\" or \"input\", with \"id\" or \"output\", and "
                + "settings of its own. Its result is a line of JSON on standard output."
        ],
        options: [
            .init(
                name: "--output", short: "-o", placeholder: "DIR", value: .folder,
                summary: "output folder"),
            .init(name: "--skip-existing", summary: "skip jobs whose output exists"),
        ] + CommandDescription.Option.settings + CommandDescription.Option.media
            + CommandDescription.Option.signing + [.strict, .quiet, .configuration],
        examples: [
            .init(
                line: "chatprint batch exports/ -o pages/ --format pdf",
                summary: "render a folder of exports"),
            .init(
                line: "chatprint batch -o out/ < jobs.jsonl > results.jsonl",
                summary: "render a job for each line"),
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        guard arguments.operands.count <= 1 else {
            throw CommandFailure.usage("expected one folder, got \(arguments.operands.count)")
        }
        let configuration = try arguments.configuration()
        let settings = try RenderEnvironment.settings(in: configuration, flags: [])
        let isQuiet = arguments.has("--quiet")
        var options = Batch.BatchOptions()
        options.folder = arguments.value("--output")
        options.parameters = try arguments.settings()
        options.format = try arguments.format()
        options.media = try arguments.media()
        options.password = try arguments.sourcePassword(
            readsInput: arguments.operands.first ?? "-" == "-")
        options.skipsExisting = arguments.has("--skip-existing")
        options.signer = try SigningKey(arguments.signing(settings)).identity()
        options.signsAlways = arguments.signs
        options.showsProgress = !isQuiet && Terminal.isWatched
        let files = try arguments.operands.first.flatMap { try jobs(in: $0, options) }
        let environment = try RenderEnvironment(configuration, settings: settings)
        try environment.requireFonts()
        let batch = Batch(
            environment, options: options, queue: settings.queue, count: files?.count)
        // After a signal, running jobs are finished, so that no incomplete file remains.
        let queue = DispatchQueue(label: "signals")
        let signals = try Signals([SIGINT, SIGTERM], queue: queue) { number in
            batch.stop(by: number)
            batch.wait()
            // Exits here, because the main thread may wait for input that never comes.
            exit(128 + number)
        }
        if let files {
            for file in files { guard batch.take(file) else { break } }
        } else {
            try feed(batch, limit: settings.bodyBytes)
        }
        batch.wait()
        withExtendedLifetime(signals) {}
        if let signal = batch.stoppedBy { return 128 + signal }
        if let failure = batch.failure { throw failure }
        let tally = batch.tally
        if !isQuiet, Terminal.isWatched { Terminal.error(tally.text) }
        return tally.failed == 0 ? 0 : 1
    }

    private func feed(_ batch: Batch, limit: Int) throws {
        var feed = LineFeed(limit: limit)
        do throws(SystemError) {
            while let line = try feed.next() {
                let entry: Batch.Entry =
                    switch line {
                    case .whole(let bytes): .line(bytes)
                    case .tooLong: .tooLong(limit: limit)
                    }
                guard batch.take(entry, line: feed.number) else { return }
            }
        } catch {
            batch.wait()
            throw CommandFailure.file("standard input cannot be read (\(error))")
        }
    }

    /// Returns an entry for everything within a folder except its hidden files and the output
    /// folder, sorted by name; nil for standard input.
    private func jobs(
        in folder: String, _ options: Batch.BatchOptions
    ) throws(CommandFailure) -> [Batch.Entry]? {
        guard folder != "-" else { return nil }
        guard let output = options.folder else {
            throw .usage("--output is required for a folder")
        }
        let found: FolderNames
        do throws(SystemError) {
            found = try FolderNames(folder)
        } catch {
            throw .file("\(folder) is not a readable folder")
        }
        let target = Self.real(output)
        guard Self.real(folder) != target else {
            throw .usage("the output folder must differ from the input folder")
        }
        let inputs = found.names.filter { Self.real(folder + "/" + $0) != target }
        var counts: [String: Int] = [:]
        for name in inputs { counts[stem(name), default: 0] += 1 }
        // A file may also be named like another one without its extension.
        for name in inputs where stem(name) != name { counts[name, default: 0] += 1 }
        let ending = "." + (options.format ?? .png).ending
        let jobs = inputs.map { name in
            // Two files whose names differ only in the extension must not share an output.
            let isAlone = counts[stem(name)] == 1
            return BatchEntry(
                id: .string(name), source: .file(folder + "/" + name), isFound: true,
                output: (isAlone ? stem(name) : name) + ending)
        }
        let unnamed = found.invalid.map { name in
            Batch.Entry.failed(
                BatchEntry(id: .string(name)),
                .unreadable("The name \"\(name)\" is not valid UTF-8"))
        }
        return jobs.map(Batch.Entry.job) + unnamed
    }

    private static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
