import Basics
import FoundationEssentials
import Glibc
import Isolation
import Rendering
import Server
import Service
import System

/// `chatprint worker`: the render process that `serve` starts. It reads its settings from the
/// environment. It inherits three descriptors besides the standard ones: the socket for frames, the
/// socket for packets, and the table of memory use.
struct WorkerCommand: Subcommand {
    static let description = CommandDescription(
        name: "worker", summary: "render process, started by serve",
        options: [
            .configuration,
            .init(name: "--slot", placeholder: "N", summary: "slot of the process"),
            .init(
                name: "--signature-room", placeholder: "N",
                summary: "bytes of a signature if serve has a key"),
            .init(
                name: "--signature-name", placeholder: "NAME",
                summary: "name of the signer if serve has a key"),
            .init(name: "--faults", summary: "allow fault injection"),
        ], isHidden: true)

    private let configuration: Configuration
    private let settings: Settings
    private let slot: Int
    private let allowsFaults: Bool
    private let signer: SignerFacts?

    init(arguments: Arguments) throws {
        configuration = try arguments.configuration()
        settings = try RenderEnvironment.settings(in: configuration, flags: [])
        slot = arguments.value("--slot").flatMap { Int($0) } ?? 0
        allowsFaults = arguments.has("--faults")
        signer = arguments.value("--signature-room").flatMap { Int($0) }.map {
            SignerFacts(room: $0, name: arguments.value("--signature-name"))
        }
    }

    func run() throws -> Int32 {
        // A signal to the process group reaches all processes; this one ends with the serving
        // process.
        Signals.leaveToParent()
        SystemMemory.useOneHeap()
        do {
            let socket = FrameSocket(MessageSocket(try Descriptor(3, from: "socket")))
            // Kept open until the process ends. The serving process kills a process that closes its
            // socket, but this process may still have to report why it cannot start.
            _ = unsafe Unmanaged.passRetained(socket)
            let packets = try PacketReceiver(MessageSocket(try Descriptor(4, from: "packets")))
            _ = unsafe Unmanaged.passRetained(packets)
            let memoryUse = try SharedMemoryUse(
                try Descriptor(5, from: "memory use"), slot: slot)
            var sandbox = Sandbox()
            if settings.sandbox != .off {
                try sandbox.closeFiles(but: Self.readable(configuration))
            }
            let environment = try RenderEnvironment(configuration, settings: settings)
            try environment.requireFonts()
            let readsHEIF = settings.heif ?? false
            try environment.warmUp(readsHEIF: readsHEIF)
            if settings.sandbox != .off {
                try sandbox.closeCalls(files: files, addresses: addresses)
            }
            if settings.sandbox == .required, let part = sandbox.missing.first {
                throw CommandFailure.configuration(
                    "the system does not support \(part), which the setting sandbox requires")
            }
            let memory = MemoryBudget(
                limit: settings.memoryBytes, sharing: memoryUse,
                measure: { ProcessMemory.usedAlone }, trim: { SystemMemory.trim() })
            let work = InProcessBackend(
                jobBuilder: environment.jobBuilder, settings: settings, pool: environment.pool,
                readsHEIF: readsHEIF, memory: memory,
                log: Log(format: settings.log, level: settings.logLevel), isDirect: true)
            try WorkerService(
                socket, packets, work, allowsFaults: allowsFaults, signer: signer
            ).run(
                facts: WorkerFacts(
                    sandbox: sandbox.parts, lacks: sandbox.missing,
                    missingFonts: environment.missingFonts, fonts: [environment.fonts]
                ).packed)
            // Exits at once, because no client waits for the remaining work of the threads.
            Glibc._exit(0)
        } catch {
            let failure =
                error as? CommandFailure
                ?? .configuration("a render process cannot be initialized (\(error))")
            // All render processes fail in the same way, so only one reports it.
            throw slot == 1 ? failure : .alreadyReported(failure.code)
        }
    }

    /// Returns the readable paths: fonts, their cache and configuration, time zones, libraries, and
    /// the system's information about this process.
    static func readable(_ configuration: Configuration) -> [String] {
        configuration.folders + [
            "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/localtime", "/etc/timezone",
            "/etc/ld.so.cache", "/var/cache/fontconfig", "/dev/null", "/dev/urandom", "/proc/self",
            "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/fs/cgroup",
            "/sys/devices/system/cpu",
        ] + fontFolders(configuration)
    }

    /// The additional folders that the font configuration names.
    private static func fontFolders(_ configuration: Configuration) -> [String] {
        let text = configuration.files.bytes("fonts.conf").map {
            String(decoding: $0, as: UTF8.self)
        }
        let home = ProcessInfo.processInfo.environment
        let user = home["HOME"] ?? ""
        let named = (text ?? "").matches(of: /<(?:cache)?dir(?<prefix>[^>]*)>(?<path>[^<]+)</)
        return named.map { match in
            let path = String(match.path)
            if path.hasPrefix("~") { return user + path.dropFirst() }
            if match.prefix.contains("xdg") {
                return (home["XDG_CACHE_HOME"] ?? user + "/.cache") + "/" + path
            }
            return path.hasPrefix("/") ? path : configuration.files.place(path)
        }
    }

    /// The maximum number of open files. Each worker opens one font at a time.
    private var files: Int { max(256, 64 * RenderEnvironment.workers(settings)) }

    /// The limit of the address space, a safeguard for memory that no budget counts: twice the
    /// total budget, and mapped memory that is not resident.
    private var addresses: Int {
        2 * MemoryBudget.limit(settings.memoryBytes) + (4 << 30)
    }
}

/// The facts that a render process reports when it is ready.
struct WorkerFacts {
    var sandbox: [String] = []
    /// The parts of the sandbox that the system lacks.
    var lacks: [String] = []
    var missingFonts: [String] = []
    /// The digests of the installed fonts.
    var fonts: [String] = []
}

extension WorkerFacts {
    var packed: [UInt8] {
        var writer = PackedWriter()
        for texts in [sandbox, lacks, missingFonts, fonts] { writer.list(texts) { $0.text($1) } }
        return writer.bytes
    }

    init?(packed: [UInt8]) {
        var reader = PackedReader(packed)
        guard let sandbox = reader.list({ $0.text() }), let lacks = reader.list({ $0.text() }),
            let missingFonts = reader.list({ $0.text() }), let fonts = reader.list({ $0.text() })
        else { return nil }
        (self.sandbox, self.lacks) = (sandbox, lacks)
        (self.missingFonts, self.fonts) = (missingFonts, fonts)
    }
}
