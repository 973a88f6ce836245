import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Model
import Rendering
import Server
import Service
import System

/// `chatprint batch`: renders many conversations, from lines of standard input, from a folder's
/// files, or all chats of an export.
struct BatchCommand: Subcommand {
    static let description = CommandDescription(
        name: "batch", operands: "[FOLDER|EXPORT|-]", takesFiles: true,
        summary: "render all chats of an export, all files of a folder, or jobs",
        details: [
            "An export with several chats gives a file for each of them, index.html and report.json. "
                + "A folder is an export if its files are of one format and hold more chats than "
                + "there are files and folders with chats in it; otherwise each of these is "
                + "rendered. Without an operand, or with -, jobs are read from standard input.",
            "A job is a line of JSON with \"conversation\" or \"input\", with \"id\" or \"output\", and "
                + "settings of its own. Its result is a line of JSON on standard output.",
        ],
        options: [
            .destination("DIR", "output folder", .folder),
            .init(name: "--skip-existing", summary: "skip jobs whose output exists"),
            .init(
                name: "--chats", summary: "render every chat of a folder that is an export"),
            .init(
                name: "--min-messages", placeholder: "N",
                summary: "of an export, only chats with at least N messages to render"),
            .init(
                name: "--people", placeholder: "NAMES",
                summary: "of an export, only chats with one of these people: names, IDs or "
                    + "handles, separated by commas"),
        ] + CommandDescription.Option.settings + CommandDescription.Option.media
            + CommandDescription.Option.signing + [.strict, .quiet, .configuration],
        examples: [
            .init(
                line: "chatprint batch exports/ -o pages/ --format pdf",
                summary: "render a folder of exports"),
            .init(
                line: "chatprint batch conversations.json -o out/ --format pdf",
                summary: "render all chats of an account"),
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
        options.media = try arguments.media()
        options.password = try arguments.sourcePassword(
            readsInput: arguments.operands.first ?? "-" == "-")
        options.skipsExisting = arguments.has("--skip-existing")
        options.signer = try SigningKey(arguments.signing(settings)).identity()
        options.signsAlways = arguments.signs
        options.showsProgress = !isQuiet && Terminal.isWatched
        options.filter = try chatFilter()
        let operand = arguments.operands.first ?? "-"
        if operand != "-" { try checkFolders(operand, options) }
        let environment = try RenderEnvironment(configuration, settings: settings)
        try environment.requireFonts()
        options.parameters = try environment.parameters(arguments)
        options.format =
            try arguments.format() ?? options.parameters["format"].flatMap { .init(ending: $0) }
        let source = try source(operand, options, environment.jobBuilder)
        if case .account = source { options.account = AccountReport() }
        let batch = Batch(
            environment, options: options,
            queue: source.isAccount ? environment.pool.size : settings.queue, count: source.count)
        // After a signal, running jobs are finished, so that no incomplete file remains.
        let queue = DispatchQueue(label: "signals")
        let isAccount = source.isAccount
        let signals = try Signals([SIGINT, SIGTERM], queue: queue) { number in
            batch.stop(by: number)
            // The report of an account follows.
            guard !isAccount else { return }
            batch.wait()
            // Exits here, because the main thread may wait for input that never comes.
            exit(128 + number)
        }
        var fault: (any Error)?
        switch source {
        case .entries(let files): for file in files { guard batch.take(file) else { break } }
        case .lines: try feed(batch, limit: settings.bodyBytes)
        case .account(let input):
            do { try feed(batch, input, options, environment.jobBuilder) } catch { fault = error }
        }
        batch.wait()
        withExtendedLifetime(signals) {}
        try writeReport(options, isComplete: batch.stoppedBy == nil && fault == nil)
        if let signal = batch.stoppedBy { return 128 + signal }
        if let failure = batch.failure { throw failure }
        if let fault { throw fault }
        let tally = batch.tally
        if !isQuiet, Terminal.isWatched { Terminal.error(tally.text) }
        return tally.failed == 0 ? 0 : 1
    }

    private enum Source {
        case lines
        case entries([Batch.Entry])
        case account(InputFile)

        var isAccount: Bool { if case .account = self { true } else { false } }

        var count: Int? { if case .entries(let entries) = self { entries.count } else { nil } }
    }

    private func chatFilter() throws(CommandFailure) -> ChatFilter {
        var filter = ChatFilter()
        if let text = arguments.value("--min-messages") {
            guard let number = Int(text), number >= 0 else {
                throw .usage("--min-messages is \"\(text)\", but must be a number")
            }
            filter.minMessages = number
        }
        filter.people = arguments.values("--people").flatMap(ChatFilter.names)
        return filter
    }

    private func source(
        _ operand: String, _ options: Batch.BatchOptions, _ builder: JobBuilder
    ) throws -> Source {
        let account = ["--chats", "--min-messages", "--people"].first { arguments.has($0) }
        if let account, arguments.has("--chat") {
            throw CommandFailure.usage("\(account) and --chat cannot be combined")
        }
        guard operand != "-" else {
            if let account { throw CommandFailure.usage("\(account) needs an export") }
            return .lines
        }
        let isFolder = FileFacts(operand)?.kind == .folder
        var input: InputFile?
        if !arguments.has("--chat") {
            // A folder that is no export may have no files, or too many.
            input =
                isFolder && account == nil
                ? try? InputFile(path: operand, media: options.media)
                : try InputFile(path: operand, media: options.media)
            input?.setPassword(options.password)
        }
        if let input, try isAccount(input, isFolder, builder, options) {
            // A second run would read the outputs of the first.
            guard !isFolder || !Self.real(options.folder ?? "").hasPrefix(Self.real(operand) + "/")
            else { throw CommandFailure.usage("the output folder must be outside of the export") }
            return .account(input)
        }
        guard isFolder else {
            if let account { throw CommandFailure.usage("\(account) needs an export") }
            let name = URL(fileURLWithPath: operand).lastPathComponent
            return .entries([
                .job(
                    BatchEntry(
                        id: .string(name), source: .file(operand),
                        output: stem(name) + ending(options)))
            ])
        }
        if let account {
            throw CommandFailure.usage(
                "\(account): \(operand) is a folder of exports; --chats reads it as one export")
        }
        return .entries(try jobs(in: operand, options))
    }

    private func isAccount(
        _ input: InputFile, _ isFolder: Bool, _ builder: JobBuilder, _ options: Batch.BatchOptions
    ) throws -> Bool {
        if arguments.has("--chats") { return true }
        guard isFolder else { return !builder.isOwn(input.upload, options.parameters) }
        do throws(Explanation) {
            return try builder.isAccount(input.upload, options.parameters)
        } catch {
            throw failure(error, of: input)
        }
    }

    private func failure(_ problem: Explanation, of input: InputFile) -> CommandFailure {
        .problem(
            ProblemText(problem, path: input.path, command: ["batch"] + arguments.outputWords))
    }

    /// Submits every chat of an export.
    private func feed(
        _ batch: Batch, _ input: InputFile, _ options: Batch.BatchOptions, _ builder: JobBuilder
    ) throws {
        var input = input
        var names = ChatFileNames(reserved: AccountReport.fileNames)
        var number = 0
        let format = options.format ?? .png
        let reading = RenderWatch.reading(isQuiet: !options.showsProgress)
        let control = reading.while {
            batch.stoppedBy == nil && batch.failure == nil
        }
        let jobOptions = JobOptions(options.parameters, format: format)
        do throws(Explanation) {
            try input.read { (upload) throws(Explanation) in
                try builder.forEachChat(of: upload, for: jobOptions, control: control) { chat in
                    let facts = ChatFacts(chat, number: number)
                    number += 1
                    var entry = BatchEntry(
                        id: .string(facts.id.isEmpty ? facts.title : facts.id),
                        source: .chat(chat.export))
                    entry.chat = facts
                    if case .success = chat.export {
                        entry.output = names.next(
                            facts.title, facts.first, ending: ending(options))
                    }
                    entry.parameters.append("format", format.rawValue)
                    return batch.take(.job(entry))
                }
            }
        } catch {
            guard batch.stoppedBy == nil, batch.failure == nil else { return }
            throw failure(error, of: input)
        }
    }

    /// Writes the index and the report of an account beside its files.
    private func writeReport(
        _ options: Batch.BatchOptions, isComplete: Bool
    ) throws(CommandFailure) {
        guard let account = options.account, let folder = options.folder, !account.isEmpty else {
            return
        }
        let source = arguments.operands.first.map { URL(fileURLWithPath: $0).lastPathComponent }
        for file in account.files(source: source, isComplete: isComplete) {
            try OutputFile.write(file.bytes, to: folder + "/" + file.name)
        }
    }

    private func ending(_ options: Batch.BatchOptions) -> String {
        BatchTarget.ending(of: options.format ?? .png, options.parameters)
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

    private func checkFolders(
        _ operand: String, _ options: Batch.BatchOptions
    ) throws(CommandFailure) {
        guard let output = options.folder else {
            throw .usage("--output is required for a folder or an export")
        }
        guard Self.real(operand) != Self.real(output) else {
            throw .usage("the output folder must differ from the input folder")
        }
        guard FileFacts(operand) != nil else {
            throw .file("\(operand) is not a readable file or folder")
        }
    }

    /// Returns an entry for everything within a folder except its hidden files and the output
    /// folder, sorted by name.
    private func jobs(
        in folder: String, _ options: Batch.BatchOptions
    ) throws(CommandFailure) -> [Batch.Entry] {
        let found: FolderNames
        do throws(SystemError) {
            found = try FolderNames(folder)
        } catch {
            throw .file("\(folder) is not a readable folder")
        }
        let target = Self.real(options.folder ?? "")
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
