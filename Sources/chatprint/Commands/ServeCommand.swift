import Basics
import Dispatch
import Evidence
import FoundationEssentials
import Glibc
import HTTP
import Isolation
import Model
import Rendering
import Server
import Service
import Synchronization
import System
import Themes

/// `chatprint serve`: runs the HTTP service until a signal stops it.
struct ServeCommand: Subcommand {
    static let description = CommandDescription(
        name: "serve", summary: "run the HTTP service",
        details: [
            "Settings come from chatprint.json in the configuration folder, then from the "
                + "environment (CHATPRINT_PORT and so on), then from these options."
        ],
        options: ServiceArguments.options,
        examples: [
            .init(line: "chatprint serve --port 8081 --workers 4", summary: "use another port")
        ])

    private let configuration: Configuration
    private let settings: Settings
    private let opened: OpenedFile?

    init(arguments: Arguments) throws {
        let parsed = try ServiceArguments(arguments)
        self.init(parsed.configuration, parsed.settings, opened: nil)
    }

    init(_ configuration: Configuration, _ settings: Settings, opened: OpenedFile?) {
        self.configuration = configuration
        self.settings = settings
        self.opened = opened
    }

    func run() throws -> Int32 {
        try run { port in
            guard Terminal.isWatched else { return }
            let isAny = ["0.0.0.0", "::"].contains(settings.host)
            let host = settings.host
            let name = isAny ? "localhost" : host.contains(":") ? "[\(host)]" : host
            Terminal.error("Chatprint is ready. Open http://\(name):\(port)/")
        }
    }

    /// - Parameter ready: receives the port of the page.
    func run(_ ready: (UInt16) -> Void) throws -> Int32 {
        SystemMemory.useOneHeap()
        DescriptorLimit.raise()
        let log = Log(format: settings.log, level: settings.logLevel)
        let spill = try spillFile()
        let signer = try SigningKey(settings).identity()
        try SigningKey(settings).expectHidden(from: configuration)
        let work = try Work(
            configuration, settings, measure: { Self.memory(with: spill) }, log, signer,
            opened: opened?.upload)
        if settings.memoryBytes > 0, let used = work.memory.excess {
            work.close()
            throw CommandFailure.configuration(
                "memory_bytes is \(settings.memoryBytes), but the service needs \(used) bytes before "
                    + "the first request; raise it, or lower processes or workers")
        }
        let service = try service(for: work, log)
        let server = Server(settings: serverSettings, application: service, spill: spill)
        service.observe(
            isDraining: { server.isDraining }, statistics: { server.statistics },
            missingFonts: work.missingFonts, memoryLimit: work.memory.limit,
            certificateEnd: signer?.certificates.own.notAfter)
        let life = try ShutdownCoordinator(server: server, log: log, drain: settings.drainSeconds)
        let watch = try metricsServer(for: service)
        do throws(ListenFault) {
            try server.start(addresses)
        } catch {
            throw CommandFailure.configuration(error.sentence)
        }
        announce(server, work, log, signer)
        if case .tcp(_, let port)? = server.addresses.first { ready(port) }
        life.wait()
        watch?.stop()
        work.close()
        log.flush()
        return 0
    }

    private func service(for work: Work, _ log: Log) throws -> RenderService {
        let themes = try RenderEnvironment.themes(in: configuration)
        let files = try ServiceFiles(configuration.files)
        let edition = [CommandLineTool.version, try configuration.digest(), work.fonts]
        do throws(DigestFailure) {
            return try RenderService(
                themes: themes, settings: settings, backend: work.place, files: files, log: log,
                version: CommandLineTool.version, edition: edition.joined(separator: " "),
                cache: settings.cacheBytes > 0
                    ? ResponseCache(limit: settings.cacheBytes, memory: work.memory) : nil,
                jobs: settings.jobBytes > 0 ? AsyncRenderStore(settings, memory: work.memory) : nil,
                hasOwnMetrics: !metricsAddresses.isEmpty, opened: opened)
        } catch {
            throw CommandFailure.configuration("out of memory during startup")
        }
    }

    /// The backend that renders: threads of this process, or render processes.
    private struct Work {
        let place: any RenderBackend
        let memory: MemoryBudget
        let missingFonts: [String]
        /// The digest of the installed fonts.
        let fonts: String
        let facts: [(String, LogValue)]
        let close: () -> Void

        init(
            _ configuration: Configuration, _ settings: Settings,
            measure: @escaping @Sendable () -> ProcessMemory?,
            _ log: Log, _ signer: SigningIdentity?, opened: Upload?
        ) throws {
            switch settings.isolation {
            case .none:
                let environment = try RenderEnvironment(configuration, settings: settings)
                try environment.requireFonts()
                let readsHEIF = settings.heif ?? false
                try environment.warmUp(readsHEIF: readsHEIF)
                memory = MemoryBudget(
                    limit: settings.memoryBytes, measure: measure, trim: { SystemMemory.trim() })
                place = InProcessBackend(
                    jobBuilder: environment.jobBuilder, settings: settings,
                    pool: environment.pool, readsHEIF: readsHEIF,
                    memory: memory, log: log, signer: signer, opened: opened)
                missingFonts = environment.missingFonts
                fonts = environment.fonts
                facts = [("workers", .number(Double(environment.pool.size)))]
                close = { environment.pool.close() }
            case .processes:
                let count = RenderProcesses.count(settings)
                // Two threads per process, and Dispatch's, as for rendering threads.
                try RenderEnvironment.requireThreads(2 * count + 9)
                let processes = try RenderProcesses(
                    configuration, settings: settings, log: log, signer: signer)
                memory = MemoryBudget(
                    limit: settings.memoryBytes, sharing: processes.memoryUse, measure: measure,
                    trim: { SystemMemory.trim() })
                place = ProcessBackend(processes.pool, settings: settings, memory: memory)
                missingFonts = processes.facts.missingFonts
                fonts = processes.facts.fonts.joined()
                facts = [
                    ("workers", .number(Double(RenderProcesses.workers(settings)))),
                    ("render_processes", .number(Double(count))),
                    ("sandbox_active", .text(processes.facts.sandbox.joined(separator: ", "))),
                    ("sandbox_unavailable", .text(processes.facts.lacks.joined(separator: ", "))),
                ]
                close = { processes.pool.close() }
            }
        }
    }

    private static let metricsConnections = 8

    /// Returns a second listener for `/metrics` only, if one is configured.
    private func metricsServer(for service: RenderService) throws(CommandFailure) -> Server? {
        let addresses = metricsAddresses
        guard !addresses.isEmpty else { return nil }
        var few = ServerSettings()
        few.connections = Self.metricsConnections
        let server = Server(settings: few, application: MetricsService(service))
        do throws(ListenFault) {
            try server.start(addresses)
        } catch {
            throw .configuration("metrics_port: \(error.sentence)")
        }
        return server
    }

    private func announce(
        _ server: Server, _ work: Work, _ log: Log, _ signer: SigningIdentity?
    ) {
        var facts: [(String, LogValue)] = [
            ("version", .text(CommandLineTool.version)),
            ("files", .number(Double(DescriptorLimit.present.soft))),
            ("files_hard", .number(Double(DescriptorLimit.present.hard))),
            ("connections_held", .number(Double(server.connectionLimit ?? 0))),
        ]
        facts += work.facts
        // The facts of the work include the number of workers.
        for setting in Setting.all where !setting.isSecret && setting != .workers {
            facts.append(("setting." + setting.name, .text(setting.text(in: settings))))
        }
        facts.append(("keys", .number(Double(settings.apiKeys.count))))
        facts.append(("url_keys", .number(Double(settings.urlKeys.count))))
        if let certificate = signer?.certificates.own {
            facts.append(("signs_as", .text(certificate.subject)))
            facts.append(("certificate_ends", .text(certificate.lastDay)))
        }
        log.write(.info, "start", facts)
        if !work.missingFonts.isEmpty {
            let names = work.missingFonts.joined(separator: ", ")
            log.write(.error, "font_missing", [("families", .text(names))])
        }
        for address in server.addresses { log.write(.info, "listening", address.facts) }
    }

    private func inherited(forMetrics: Bool) -> [ListenAddress] {
        ListenAddress.inherited(
            forMetrics: forMetrics, environment: ProcessInfo.processInfo.environment,
            processID: ProcessInfo.processInfo.processIdentifier)
    }

    private var metricsAddresses: [ListenAddress] {
        let inherited = inherited(forMetrics: true)
        guard inherited.isEmpty, settings.metricsPort > 0 else { return inherited }
        let host = settings.metricsHost.isEmpty ? settings.host : settings.metricsHost
        return [.tcp(host: host, port: UInt16(clamping: settings.metricsPort))]
    }

    private var addresses: [ListenAddress] {
        let inherited = inherited(forMetrics: false)
        guard inherited.isEmpty else { return inherited }
        var addresses = [
            ListenAddress.tcp(
                host: settings.host, port: UInt16(clamping: settings.port))
        ]
        let socket = settings.unixSocket
        if !socket.isEmpty { addresses.append(.unix(path: socket)) }
        return addresses
    }

    private var serverSettings: ServerSettings {
        var server = ServerSettings()
        server.connections = settings.connections
        server.reservedFiles = reservedFiles
        server.requestMemory = settings.requestMemory
        server.answerMemory = settings.bufferBytes
        server.timeouts.head = .seconds(settings.headSeconds)
        server.timeouts.idle = .seconds(settings.idleSeconds)
        server.timeouts.write = .seconds(settings.writeSeconds)
        server.timeouts.bodyTotal = .seconds(settings.bodySeconds)
        return server
    }

    private func spillFile() throws(CommandFailure) -> SpillFile {
        let setting = settings.spillFolder
        let folder = setting.isEmpty ? FileManager.default.temporaryDirectory.path : setting
        do throws(SystemError) {
            return try SpillFile(
                folder: folder, limit: settings.spillBytes,
                limitInMemory: MemoryBudget.limit(settings.memoryBytes) / 2)
        } catch {
            throw .configuration(
                "cannot create the spill file in \(folder) (\(error)). Choose another folder with the setting "
                    + "spill_folder")
        }
    }

    /// The memory of this process, including a spill file in memory (tmpfs).
    private static func memory(with spill: SpillFile) -> ProcessMemory? {
        var memory = ProcessMemory.used
        memory?.resident += spill.memory
        return memory
    }

    /// The file descriptors to reserve. A worker opens one font at a time, and sometimes a picture
    /// decoder. A render process has a socket, a second one while it is being replaced, and a body
    /// on its way to it. The rest is for the log, the clock, memory measurement and metrics
    /// connections.
    private var reservedFiles: Int {
        let drawing =
            settings.isolation == .none
            ? 2 * RenderEnvironment.workers(settings) : 3 * RenderProcesses.count(settings)
        return drawing + 4 + (metricsAddresses.isEmpty ? 0 : Self.metricsConnections)
    }
}

extension ListenAddress {
    /// The address in the log.
    fileprivate var facts: [(String, LogValue)] {
        switch self {
        case .tcp(let host, let port): [("host", .text(host)), ("port", .number(Double(port)))]
        case .unix(let path): [("unix_socket", .text(path))]
        case .inherited(let number): [("descriptor", .number(Double(number)))]
        }
    }
}

extension ServiceFiles {
    init(_ files: LayeredFiles) throws(CommandFailure) {
        self.init()
        openAPI = try Self.openAPI(files)
        schema = try Self.schema(files)
        page = try Self.localized(Self.page(in: "page", files), files)
        docs = try Self.page(in: "docs", files)
        recipes = files.bytes("docs/recipes.md").map { String(decoding: $0, as: UTF8.self) }
    }

    static func schema(_ files: LayeredFiles) throws(CommandFailure) -> [UInt8]? {
        guard let file = files.bytes("schema.json") else { return nil }
        do throws(JSONError) {
            return try RequestSchema(file).value.bytes
        } catch {
            throw .configuration("\(files.place("schema.json")) is not valid JSON")
        }
    }

    static func openAPI(_ files: LayeredFiles) throws(CommandFailure) -> [UInt8]? {
        guard let file = files.bytes("openapi.json") else { return nil }
        do throws(OpenAPIDocument.Fault) {
            return try OpenAPIDocument(file).bytes
        } catch {
            let place = files.place("openapi.json")
            switch error {
            case .syntax, .notAnObject: throw .configuration("\(place) is not a JSON object")
            case .unknownParameter(let name, let path):
                throw .configuration("\(place): \(path) names an unknown parameter: \(name)")
            }
        }
    }

    /// - Parameter folder: the folder of the page's index and of files that it shares with another
    ///   page.
    private static func page(
        in folder: String, _ files: LayeredFiles
    ) throws(CommandFailure) -> WebPage? {
        guard let index = files.bytes(folder + "/index.html") else { return nil }
        func path(_ name: String) -> String {
            name.hasPrefix("../") ? String(name.dropFirst(3)) : folder + "/" + name
        }
        do throws(WebPage.Fault) {
            return try WebPage(index: String(decoding: index, as: UTF8.self)) { name in
                files.bytes(path(name)).map { String(decoding: $0, as: UTF8.self) }
            }
        } catch {
            switch error {
            case .missing(let name):
                throw .configuration("\(files.place(path(name))) cannot be read")
            case .unknownWord: throw .configuration("\(files.place(folder)) cannot be read")
            }
        }
    }

    /// Returns the page with its phrases in all languages.
    private static func localized(
        _ page: WebPage?, _ files: LayeredFiles
    ) throws(CommandFailure) -> LocalizedPage? {
        guard let page else { return nil }
        let folder = "page/languages"
        do {
            let catalog = try PageCatalog(files, in: folder, phrases: "languages")
            return try LocalizedPage(page, in: catalog)
        } catch let fault as LanguageFolderFault {
            throw .configuration("\(files.place(folder)): \(fault.sentence)")
        } catch WebPage.Fault.unknownWord(let key) {
            throw .configuration(
                "\(files.place("page")) has the placeholder {{\(key)}}, but \(folder)/en.json has "
                    + "no such text")
        } catch {
            throw .configuration("\(files.place("page")) cannot be read")
        }
    }
}

/// Handles the shutdown of the service: the first signal begins the drain, a second one ends the
/// process immediately.
///
/// It is created before the server listens, because a supervisor that sees the server's log line
/// may send a signal immediately.
struct ShutdownCoordinator {
    private let server: Server
    private let log: Log
    private let signals: [Signals]

    /// - Parameter drain: the number of seconds that running requests may still take.
    init(server: Server, log: Log, drain: Double) throws(SystemError) {
        self.server = server
        self.log = log
        let stops = Mutex(0)
        let queue = DispatchQueue(label: "signals")
        signals = [
            try Signals([SIGTERM, SIGINT], queue: queue) { number in
                let count = stops.withLock { count in
                    count += 1
                    return count
                }
                guard count == 1 else { exit(128 + number) }
                log.write(.info, "drain_start", [("seconds", .number(drain))])
                server.drain(within: .seconds(drain))
            },
            // A terminal or shell sends SIGHUP when it closes, which must not stop the service.
            try Signals([SIGHUP], queue: queue) { _ in },
        ]
    }

    /// Waits until the server has stopped, which is a success even if requests were cut: supervisors
    /// would count a requested stop as a failure.
    func wait() {
        let lost = server.wait()
        withExtendedLifetime(signals) {}
        log.write(lost > 0 ? .error : .info, "drain_end", [("lost", .number(Double(lost)))])
    }
}
