import Basics
import Evidence
import FoundationEssentials
import Isolation
import Rendering
import Service
import System

/// The render processes of `chatprint serve`, started with its settings.
struct RenderProcesses {
    let pool: ProcessPool
    let memoryUse: SharedMemoryUse
    /// The facts reported by the first process.
    let facts: WorkerFacts

    /// The variable that enables fault injection; tests set it.
    private static let faults = "CHATPRINT_TEST_FAULTS"
    /// The time beyond `render_seconds` after which a render process is killed.
    private static let graceSeconds = 1.0

    /// Starts the processes and waits until they are ready.
    ///
    /// - Parameter signer: the signer with the key, which no render process receives.
    init(
        _ configuration: Configuration, settings: Settings, log: Log,
        signer: (any DocumentSigner)?
    ) throws {
        let count = Self.count(settings)
        do {
            let memoryUse = try SharedMemoryUse(processes: count)
            var settings = settings
            settings.workers = Self.workers(settings)
            let environment = Self.environment(settings)
            let arguments =
                ["chatprint", "worker"] + (configuration.own.map { ["--config=" + $0] } ?? [])
            let faults = ProcessInfo.processInfo.environment[Self.faults] == "1" ? ["--faults"] : []
            let signs =
                signer.map {
                    ["--signature-room", String($0.room)]
                        + ($0.name.map { ["--signature-name=" + $0] } ?? [])
                } ?? []
            var pooled = ProcessPool.Settings()
            pooled.processes = count
            pooled.small = settings.workers
            pooled.large = max(1, settings.workers - 1)
            pooled.queue = settings.queue
            pooled.queueSeconds = settings.queueSeconds
            pooled.hardSeconds = settings.renderSeconds + Self.graceSeconds
            pooled.mark = settings.processBytes
            pool = ProcessPool(
                settings: pooled, memoryUse: memoryUse, sign: signer.map { Self.sign($0, log) }
            ) {
                (slot, socket, packets) throws(SystemError) in
                try ChildProcess(
                    "/proc/self/exe", arguments + ["--slot", String(slot + 1)] + faults + signs,
                    environment: environment,
                    files: [socket.number, packets.number, memoryUse.descriptor.number])
            } onExit: { end in
                log.write(
                    .error, "process_end",
                    [
                        ("process", .number(Double(end.process))),
                        ("cause", .text(end.cause.rawValue)),
                        ("exit", .text("\(end.status)")),
                        ("requests", .text(end.requests.joined(separator: ","))),
                    ])
            }
            self.memoryUse = memoryUse
            switch try pool.start() {
            case .success(let packed): facts = WorkerFacts(packed: packed) ?? WorkerFacts()
            case .failure(let failure):
                pool.close()
                switch failure.end {
                case .exit(let code) where code != 0: throw CommandFailure.alreadyReported(code)
                case .exit, .signal, .unknown:
                    throw CommandFailure.configuration(
                        "a render process ended during startup (\(failure.end))")
                }
            }
        } catch let error as SystemError {
            throw CommandFailure.configuration("render processes cannot be started (\(error))")
        }
    }

    /// Logs every signature with the digest of the signed document.
    private static func sign(_ signer: any DocumentSigner, _ log: Log) -> ProcessPool.Sign {
        { request, digest in
            let message = Result { () throws(SigningFailure) in
                try signer.message(about: digest)
            }
            if case .failure(let failure) = message {
                log.write(
                    .error, "signing_failed",
                    [
                        ("request", .text(request)),
                        ("detail", .text(failure.explanation.detail)),
                    ])
            } else {
                log.write(
                    .info, "signed",
                    [
                        ("request", .text(request)),
                        ("sha256", .text(Hexadecimal.text(of: digest))),
                    ])
            }
            return SignatureReply(message).packed
        }
    }

    /// A large conversation uses all cores in one process, so small ones need another.
    static func count(_ settings: Settings) -> Int {
        guard settings.isolation == .processes else { return 0 }
        return settings.processes > 0
            ? settings.processes : max(2, ControlGroups.processors / 2)
    }

    /// The number of threads per process. It is limited, because one thread per core in each
    /// process would total the square of the number of cores.
    static func workers(_ settings: Settings) -> Int {
        settings.workers > 0 ? settings.workers : min(RenderEnvironment.workers(settings), 8)
    }

    /// The settings in force and the environment of the system's libraries, without keys.
    private static func environment(_ settings: Settings) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in environment.keys
        where name.hasPrefix("CHATPRINT_") || name.hasPrefix("LISTEN_") || name == "NOTIFY_SOCKET" {
            environment[name] = nil
        }
        var settings = settings
        // By default, HEIC is enabled only in the sandbox, because its decoder is large.
        settings.heif = settings.heif ?? (settings.sandbox != .off)
        // Empty values override the key files of the configuration, which render processes cannot
        // read.
        for file in [\SigningFiles.key, \.certificate, \.passphrase] {
            settings.signing[keyPath: file] = ""
        }
        for setting in Setting.all where !setting.isSecret {
            environment[setting.environment] = setting.text(in: settings)
        }
        // Backtraces start another program, which the sandbox would kill.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }
}
