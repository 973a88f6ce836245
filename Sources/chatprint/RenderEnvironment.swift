import Basics
import Dispatch
import Evidence
import FoundationEssentials
import Importing
import Model
import Rendering
import Server
import Service
import Synchronization
import System
import Themes

/// Everything that a command needs for rendering, and the settings in force.
struct RenderEnvironment {
    let core: RenderCore
    let settings: Settings

    var jobBuilder: JobBuilder { core.jobBuilder }
    var pool: WorkerPool { core.pool }
    var missingFonts: [String] { core.missingFonts }
    /// A digest of the installed fonts.
    var fonts: String { core.fonts }

    /// - Parameter workers: the number of workers; nil for the number in the settings.
    init(_ arguments: Arguments, workers: Int? = nil) throws {
        let configuration = try arguments.configuration()
        let flags = workers.map { [(Setting.workers, String($0))] } ?? []
        try self.init(
            configuration, settings: RenderEnvironment.settings(in: configuration, flags: flags))
    }

    init(_ configuration: Configuration, settings: Settings) throws(CommandFailure) {
        self.settings = settings
        try RenderEnvironment.requireThreads(settings)
        core = try CommandFailure.wording { () throws(ConfigurationFault) in
            try RenderCore(
                configuration, limits: settings.limits, workers: Self.workers(settings),
                queue: settings.queue, mark: settings.forcedMark,
                presets: settings.presetsInForce)
        }
    }

    /// Fails if no fonts are installed. If only some fonts are missing, commands can still draw.
    func requireFonts() throws(CommandFailure) {
        try CommandFailure.wording(core.requireFonts)
    }

    /// Opens the resources for drawing, before clients of the service can use up all file
    /// descriptors.
    func warmUp(readsHEIF: Bool) throws(CommandFailure) {
        if readsHEIF { Worker.openDecoders() }
        let failure = Mutex<RenderFault?>(nil)
        pool.onEach { worker in
            do throws(RenderFault) {
                try worker.warmUp()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        // Makes Dispatch open the file descriptors that it needs for waiting. If none were left
        // later, it would abort the process.
        let waited = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { waited.signal() }
        waited.wait()
        guard let failure = failure.withLock({ $0 }) else { return }
        throw .configuration("the fonts cannot be opened: \(failure.explanation.commandDetail)")
    }

    static func settings(
        in configuration: Configuration, flags: [(Setting, String)]
    ) throws(CommandFailure) -> Settings {
        var settings = Settings()
        do throws(SettingsFault) {
            let file = configuration.files.place("chatprint.json")
            if configuration.files.has("chatprint.json") { try settings.read(file: file) }
            try settings.read(environment: ProcessInfo.processInfo.environment)
            for (setting, value) in flags {
                try settings.set(setting, to: value, source: setting.flag)
            }
        } catch {
            throw .configuration(error.sentence)
        }
        return settings
    }

    static func themes(
        in configuration: Configuration
    ) throws(CommandFailure) -> ThemeCatalog {
        try CommandFailure.wording { () throws(ConfigurationFault) in
            try RenderCore.themes(in: configuration)
        }
    }

    static func workers(_ settings: Settings) -> Int {
        let count = settings.workers
        return count > 0 ? count : ControlGroups.processors
    }

    /// The threads of the workers, and one each for fonts and for Dispatch's waiting, sockets,
    /// metrics, signals, log, admissions, timers and spill file.
    private static func requireThreads(_ settings: Settings) throws(CommandFailure) {
        try requireThreads(workers(settings) + 9)
    }

    static func requireThreads(_ count: Int) throws(CommandFailure) {
        do throws(SystemError) {
            try ThreadLimit.require(count)
        } catch {
            throw .configuration("the system does not allow \(count) threads (\(error))")
        }
    }

    func job(
        _ input: InputFile, _ options: JobOptions, command: [String],
        control: RenderControl = RenderControl()
    ) throws(CommandFailure) -> RenderJob {
        var input = input
        do throws(Explanation) {
            return try input.read { (upload) throws(Explanation) in
                try jobBuilder.job(upload, options, control: control)
            }
        } catch {
            throw failure(error, of: input, options.parameters, command: command)
        }
    }

    /// The parameters of the options, with those of their presets.
    func parameters(_ arguments: Arguments) throws(CommandFailure) -> Parameters {
        let parameters = try arguments.settings()
        do throws(Explanation) {
            return try jobBuilder.presets.expanded(parameters)
        } catch {
            throw .usage(error.commandDetail)
        }
    }

    func failure(
        _ error: Explanation, of input: InputFile, _ parameters: Parameters, command: [String]
    ) -> CommandFailure {
        .problem(
            ProblemText(
                error, path: input.path, command: command,
                chats: chats(toAnswer: error, in: input.upload, parameters),
                hasThemeOption: parameters["theme"] != nil))
    }

    /// Returns the chats of an export, if selecting one of them corrects an error.
    func chats(
        toAnswer error: Explanation, in upload: Upload, _ parameters: Parameters
    ) -> [ChatSummary] {
        guard error.asksForChat, error.meant == nil else { return [] }
        let chats = try? jobBuilder.chats(of: upload, parameters.keeping(["from", "timezone"]))
        return chats ?? []
    }

    /// Runs work on a worker's thread and waits for it.
    func onWorker<Value: Sendable>(
        _ body: @escaping @Sendable (Worker) throws(Explanation) -> Value
    ) throws(Explanation) -> Value {
        let outcome = Mutex<Result<Value, Explanation>?>(nil)
        let done = DispatchSemaphore(value: 0)
        // The latest arrival, because a service that shares the pool drops what waits too long.
        let admission = pool.submit(isSmall: false, at: .max, orElse: { _ in done.signal() }) {
            worker in
            let result = Result { () throws(Explanation) in try body(worker) }
            outcome.withLock { $0 = result }
            done.signal()
        }
        if case .accepted = admission { done.wait() }
        guard let result = outcome.withLock({ $0 }) else {
            throw RenderFault.abandoned.explanation
        }
        return try result.get()
    }

    /// Renders a job and waits for it.
    func render(
        _ job: RenderJob, to file: OutputFile, showsProgress: Bool
    ) throws(CommandFailure) -> RenderReport {
        let outcome = Mutex<Result<RenderReport, Explanation>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let watch = showsProgress && Terminal.isWatched ? RenderWatch(job) : nil
        _ = core.render(
            control: watch?.control ?? RenderControl(), { () throws(Explanation) in job },
            to: {
                RenderSink(
                    ByteSink { (bytes) throws(SinkFailure) in
                        try file.write(bytes)
                        watch?.wrote(bytes.count)
                    }
                ) { watch?.began(pages: $0.pages) }
            },
            completion: { result in
                outcome.withLock { $0 = result }
                done.signal()
            })
        done.wait()
        Terminal.endProgress()
        switch outcome.withLock({ $0 }) {
        case .success(let report)?:
            try file.finish()
            return report
        case .failure(let error)?:
            file.discard()
            if case .system(let code) = error.cause { throw file.failure(.system(code)) }
            throw error.type == .abandoned ? file.failure(.closed) : .refused(error.commandDetail)
        case nil:
            file.discard()
            throw file.failure(.closed)
        }
    }
}

extension Arguments {
    func configuration() throws(CommandFailure) -> Configuration {
        try .find(flag: value(CommandDescription.Option.configuration.name))
    }
}

/// Finds the folders of the operator's files and of the installed files.
extension Configuration {
    /// The operator's folder is the one specified by `--config` or `CHATPRINT_CONFIG`, otherwise
    /// `./config` if it contains themes, otherwise `/etc/chatprint`.
    static func find(flag: String?) throws(CommandFailure) -> Configuration {
        Configuration(own: try own(flag), installed: installed(beside: program))
    }

    private static func own(_ flag: String?) throws(CommandFailure) -> String? {
        if let flag { return try named(flag, by: CommandDescription.Option.configuration.name) }
        if let named = ProcessInfo.processInfo.environment["CHATPRINT_CONFIG"], !named.isEmpty {
            return try self.named(named, by: "CHATPRINT_CONFIG")
        }
        // Any project may have a folder of this name; ours contains themes.
        if isFolder("config/themes") { return "config" }
        return isFolder("/etc/chatprint") ? "/etc/chatprint" : nil
    }

    private static func named(
        _ path: String, by source: String
    ) throws(CommandFailure) -> String {
        guard isFolder(path) else {
            throw .configuration("\(source): \(path) is not a readable folder")
        }
        return path
    }

    /// Returns `../share/chatprint` relative to the program, or `config` of the checkout with the
    /// `.build` folder that contains the program.
    static func installed(beside program: String) -> String? {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let share = folder.deletingLastPathComponent().appendingPathComponent("share/chatprint")
            .path
        if isFolder(share + "/themes") { return share }
        let parts = folder.pathComponents
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        let checkout = "/" + parts[1..<build].joined(separator: "/")
        guard FileManager.default.fileExists(atPath: checkout + "/Package.swift"),
            isFolder(checkout + "/config/themes")
        else { return nil }
        return checkout + "/config"
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    /// The program's own path, with symbolic links resolved.
    private static var program: String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments[0]
    }
}
