import Conversation
import Digests
import Dispatch
import Encodings
import FoundationEssentials
import Importing
import Layout
import Rendering
import Resources
import Server
import Service
import Signing
import Synchronization
import System
import Theme
import Typesetting
import Words

/// Everything a command needs to render: looks, fonts, settings, workers.
struct RenderEnvironment {
    let jobBuilder: JobBuilder
    let pool: WorkerPool
    let missingFonts: [String]
    /// A digest of the fonts there are.
    let fonts: String
    private let hasFonts: Bool
    private let configuration: Configuration
    let settings: Settings

    /// - Parameter workers: how many; nil for as many as the settings say.
    init(config: String?, workers: Int? = nil) throws {
        let configuration = try Configuration.find(flag: config)
        let flags = workers.map { [(Setting.workers, String($0))] } ?? []
        try self.init(
            configuration, settings: RenderEnvironment.settings(in: configuration, flags: flags))
    }

    init(_ configuration: Configuration, settings: Settings) throws {
        self.configuration = configuration
        self.settings = settings
        try RenderEnvironment.requireThreads(settings)
        let fonts = try RenderEnvironment.useFonts(of: configuration)
        missingFonts = fonts.missing
        self.fonts = Hexadecimal.text(
            of: try SHA256.digest(of: Array(fonts.files.sorted().joined(separator: "\n").utf8)))
        hasFonts = !fonts.families.isEmpty
        var jobBuilder = JobBuilder(
            themes: try RenderEnvironment.themes(in: configuration),
            languages: try RenderEnvironment.languages(in: configuration),
            importPhrases: try RenderEnvironment.importPhrases(in: configuration),
            limits: settings.limits)
        jobBuilder.program = "Chatprint " + CommandLineTool.version
        jobBuilder.configuration = try configuration.digest()
        self.jobBuilder = jobBuilder
        pool = try RenderEnvironment.pool(settings)
    }

    /// For commands that draw: with some of the fonts they can, with none at all they cannot.
    func requireFonts() throws(CommandFailure) {
        guard !hasFonts else { return }
        throw .configuration(
            "\(configuration.files.place("fonts.conf")) finds no fonts at all; install "
                + missingFonts.joined(separator: ", "))
    }

    /// For a service: opens what it draws with before anybody can take the files.
    func warmUp(readsHEIF: Bool) throws(CommandFailure) {
        if readsHEIF { Worker.openHEIF() }
        let failure = Mutex<RenderFault?>(nil)
        pool.onEach { worker in
            do throws(RenderFault) {
                try worker.warmUp()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        // The files by which Dispatch waits, which it cannot do without: it would end the process.
        let waited = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { waited.signal() }
        waited.wait()
        guard let failure = failure.withLock({ $0 }) else { return }
        throw .configuration("the fonts cannot be opened: \(Problem(failure).detail)")
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

    static func useFonts(
        of configuration: Configuration
    ) throws(CommandFailure) -> InstalledFonts {
        let fonts = try configuration.fonts()
        do {
            return try Typesetter.useFonts(fonts)
        } catch {
            throw .configuration("\(fonts.place): the fonts cannot be set up")
        }
    }

    static func themes(
        in configuration: Configuration
    ) throws(CommandFailure) -> ThemeCatalogue {
        do {
            return try ThemeCatalogue(configuration.files, in: "themes")
        } catch .invalid(let name, let faults) {
            let file = configuration.files.place("themes/\(name).json")
            throw .configuration("\(file): \(Problem(faults).detail)")
        } catch {
            throw .configuration("\(configuration.files.place("themes")): \(error)")
        }
    }

    static func languages(
        in configuration: Configuration
    ) throws(CommandFailure) -> LanguageCatalogue {
        do {
            return try LanguageCatalogue(configuration.files, in: "languages")
        } catch {
            throw .configuration("\(configuration.files.place("languages")): \(error.sentence)")
        }
    }

    static func importPhrases(
        in configuration: Configuration
    ) throws(CommandFailure) -> ImportPhrases {
        do {
            return try ImportPhrases(configuration.files, in: "imports")
        } catch {
            throw .configuration("\(configuration.files.place("imports")): \(error.sentence)")
        }
    }

    static func workers(_ settings: Settings) -> Int {
        let count = settings.workers
        return count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount
    }

    /// The workers', and one each for fonts, and for Dispatch to wait and to serve sockets,
    /// metrics, signals, log, admissions, timers and the spill file.
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

    static func pool(_ settings: Settings) throws(CommandFailure) -> WorkerPool {
        do throws(WorkerFailure) {
            return try WorkerPool(
                size: workers(settings), capacity: settings.queue, fonts: FontTable())
        } catch {
            switch error {
            case .threads: throw .configuration("the system allows no worker threads")
            case .drawing, .memory: throw .configuration("the drawing library cannot be started")
            }
        }
    }

    func job(
        _ input: InputFile, overrides: [(key: String, value: String)], format: Output.Format?,
        command: String = "render", signer: (any DocumentSigner)? = nil,
        signsAlways: Bool = false, control: RenderControl = RenderControl()
    ) throws(CommandFailure) -> RenderJob {
        do throws(Problem) {
            return try jobBuilder.job(
                input.upload, overrides: overrides, format: format, signer: signer,
                signsAlways: signsAlways, control: control)
        } catch {
            throw failure(error, of: input, overrides, command: command)
        }
    }

    /// Bytes to read for telling chats apart where one has to be chosen.
    private static let effort = 256 << 20

    func failure(
        _ problem: Problem, of input: InputFile, _ overrides: [(key: String, value: String)],
        command: String
    ) -> CommandFailure {
        var chats: [ChatSummary] = []
        if ["several-chats", "unknown-chat"].contains(problem.slug) {
            let wishes = overrides.filter { ["from", "timezone"].contains($0.key) }
            chats =
                (try? jobBuilder.chats(
                    of: input.upload, overrides: wishes, effort: RenderEnvironment.effort)) ?? []
        }
        return .problem(ProblemText(problem, path: input.path, command: command, chats: chats))
    }

    /// Does work on a worker's thread, and waits for it.
    func onWorker<Value: Sendable>(
        _ body: @escaping @Sendable (Worker) throws(Problem) -> Value
    ) throws(Problem) -> Value {
        let outcome = Mutex<Result<Value, Problem>?>(nil)
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: false) { worker in
            let result = Result { () throws(Problem) in try body(worker) }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            throw Problem(RenderFault.abandoned)
        }
        return try result.get()
    }

    /// Renders and waits.
    func render(
        _ job: RenderJob, to file: OutputFile, showsProgress: Bool
    ) throws(CommandFailure) -> RenderReport {
        let outcome = Mutex<Result<RenderReport, RenderFault>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let renderer = Renderer(pool: pool, readsHEIF: true)
        let watch = showsProgress && Terminal.isWatched ? RenderWatch(job) : nil
        _ = pool.submit(isSmall: false) { worker in
            var sink = FileSink(file: file, progress: watch)
            let result: Result<RenderReport, RenderFault>
            do throws(RenderFault) {
                _ = try renderer.render(
                    job, on: worker, to: &sink, control: watch?.control ?? RenderControl())
                if let report = sink.report {
                    result = .success(report)
                } else {
                    result = .failure(.abandoned)
                }
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        Terminal.endProgress()
        switch outcome.withLock({ $0 }) {
        case .success(let report)?:
            try file.finish()
            return report
        case .failure(.sink(let code))?:
            file.discard()
            throw .file("the output cannot be written (error \(code))")
        case .failure(.abandoned)?, nil:
            file.discard()
            throw .file("nobody reads the output")
        case .failure(let fault)?:
            file.discard()
            throw .refused(Problem(fault).detail)
        }
    }
}
