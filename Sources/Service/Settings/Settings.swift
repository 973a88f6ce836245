import Basics
package import Evidence
import FoundationEssentials
import Isolation
package import Model
package import Rendering

/// The settings in force: defaults, then the configuration file, the environment, the flags.
package struct Settings: Sendable {
    // Addresses
    package var host = "127.0.0.1"
    package var port = 8_080
    package var unixSocket = ""
    package var metricsHost = ""
    package var metricsPort = 0

    // Work
    package var isolation = IsolationMode.processes
    package var processes = 0
    package var sandbox = SandboxUse.auto
    package var processBytes = 512 << 20
    package var workers = 0
    package var queue = 256
    package var queueSeconds: Double = 30
    package var renderSeconds: Double = 60
    package var drainSeconds: Double = 25
    package var memoryBytes = 0
    /// Whether HEIC and AVIF are decoded; nil if not set.
    package var heif: Bool?

    // Requests
    package var connections = 10_000
    var clientRate: Double = 0
    var clientBurst = 20
    package var bodyBytes = 64 << 20
    package var inflatedBytes = 256 << 20
    package var headSeconds: Double = 10
    package var bodySeconds: Double = 60
    package var idleSeconds: Double = 30
    package var writeSeconds: Double = 10
    package var bufferBytes = 1 << 20
    package var spillBytes = 2 << 30
    package var spillFolder = ""

    // Conversations
    package var limits = Limits()

    // Pictures
    var presets = Presets()
    var onlyPresets: Bool?
    var mark = ""
    /// The presets of the operator and the shipped ones.
    package var presetsInForce: Presets {
        var presets = presets.with(.shipped)
        presets.areRequired = onlyPresets ?? false
        return presets
    }
    /// The text at the bottom of every output; nil if each request decides.
    package var forcedMark: String? { mark.isEmpty ? nil : mark }

    // Signatures
    package var signing = SigningFiles()

    // Access, logs and metrics
    package var apiKeys: [String] = []
    package var urlKeys: [String] = []
    var cacheControl = "public, max-age=3600"
    package var cacheBytes = 0
    package var jobBytes = 0
    var jobs = 100
    var jobSeconds: Double = 600
    var corsOrigins: [String] = []
    package var log = Log.Format.text
    package var logLevel = Log.Level.info

    package init() {}

    /// Settings of a service for one person at this computer, whatever a service for others has.
    package mutating func serveHere(key: String) {
        (host, port, unixSocket, metricsPort) = ("127.0.0.1", 0, "", 0)
        // The file is read by its path, which a render process must not.
        isolation = .none
        (apiKeys, urlKeys, corsOrigins) = ([key], [], [])
        heif = heif ?? true
        jobBytes = 1 << 30
        logLevel = .error
        // An open page must not delay the end.
        drainSeconds = 1
    }

    /// The settings that affect the content of responses, part of every ETag.
    var edition: String {
        Setting.all.filter(\.affectsContent)
            .map { "\($0.name)=\($0.text(in: self))" }.joined(separator: ";")
    }
}

/// The declarations: a setting for each property above, and for each limit.
extension Setting {
    // Addresses
    static let host = Setting(
        "host", \.host, .text,
        "address to listen on; `0.0.0.0` for all IPv4 addresses, `::` for all")
    static let port = Setting(
        "port", \.port, .integer(0...65_535), "port to listen on; 0 for any free port")
    static let unixSocket = Setting(
        "unix_socket", \.unixSocket, .text, "path of an additional Unix socket to listen on")
    static let metricsHost = Setting(
        "metrics_host", \.metricsHost, .text,
        "address of a second listener that serves only `/metrics`")
    static let metricsPort = Setting(
        "metrics_port", \.metricsPort, .integer(0...65_535), "port of that listener; 0 for none")

    // Work
    static let isolation = Setting(
        "isolation", \.isolation, .choice, affectsContent: true,
        "`processes`: render in separate processes, so a crash loses no request; `none`: in this process"
    )
    static let processes = Setting(
        "processes", \.processes, .integer(0...256),
        "render processes; 0 for one for every two cores that the process may use, at least two")
    static let sandbox = Setting(
        "sandbox", \.sandbox, .choice, affectsContent: true,
        "Landlock and seccomp for render processes: `auto` uses what the system has, `required` refuses to start without all of it, `off`"
    )
    static let processBytes = Setting(
        "process_bytes", \.processBytes, .bytes((64 << 20)...(1 << 50)),
        "memory above which an idle render process is replaced")
    package static let workers = Setting(
        "workers", \.workers, .integer(0...256),
        "rendering threads in each process; 0 for one per core, at most eight in a render process")
    static let queue = Setting(
        "queue", \.queue, .integer(1...100_000),
        "requests that may wait for a worker; more get 429")
    static let queueSeconds = Setting(
        "queue_seconds", \.queueSeconds, .seconds(0.1...3_600),
        "seconds a request may wait for a worker; then 429")
    static let renderSeconds = Setting(
        "render_seconds", \.renderSeconds, .seconds(0.1...3_600),
        "seconds a rendering may take; then 503")
    static let drainSeconds = Setting(
        "drain_seconds", \.drainSeconds, .seconds(0.1...3_600),
        "seconds to finish accepted requests when stopping")
    static let memoryBytes = Setting(
        "memory_bytes", \.memoryBytes, .bytes(0...(1 << 50)),
        "memory limit of all processes: a request that does not fit now gets 503, one that never would 422; 0 for 90 % of the container's or machine's memory"
    )
    static let heif = Setting(
        "heif", \.heif, .flag, affectsContent: true,
        "decode HEIC, AVIF, the sound of voice messages and the first pictures of videos; unset: only in sandboxed render processes"
    )

    // Requests
    static let connections = Setting(
        "connections", \.connections, .integer(1...1_000_000),
        "simultaneous connections; at the limit a new one replaces an idle one, or gets 503")
    static let clientRate = Setting(
        "client_rate", \.clientRate, .number(0...1_000_000),
        "requests a second from one address; more get 429; 0 for no limit, as behind a proxy")
    static let clientBurst = Setting(
        "client_burst", \.clientBurst, .integer(1...1_000_000),
        "requests from one address at once, if client_rate is set")
    package static let bodyBytes = Setting(
        "body_bytes", \.bodyBytes, .bytes(1_024...Frame.maxBody),
        "size of a request body as sent, at most a quarter of memory_bytes; more gets 413")
    static let inflatedBytes = Setting(
        "inflated_bytes", \.inflatedBytes, .bytes(1_024...(8 << 30)),
        "size of a request body after decompression; more gets 413")
    static let headSeconds = Setting(
        "head_seconds", \.headSeconds, .seconds(0.1...3_600),
        "seconds to receive a request's head; then 408")
    static let bodySeconds = Setting(
        "body_seconds", \.bodySeconds, .seconds(0.1...3_600),
        "seconds to receive a request's body, at 1 KiB a second or more; then 408")
    static let idleSeconds = Setting(
        "idle_seconds", \.idleSeconds, .seconds(0.1...3_600),
        "seconds a connection may be silent between requests")
    static let writeSeconds = Setting(
        "write_seconds", \.writeSeconds, .seconds(0.1...3_600),
        "seconds a client may stop reading before it is disconnected")
    static let bufferBytes = Setting(
        "buffer_bytes", \.bufferBytes, .bytes(65_536...(1 << 30)),
        "response bytes held in memory for a slow client before they go to the spill file")
    static let spillBytes = Setting(
        "spill_bytes", \.spillBytes, .bytes(0...(1 << 50)),
        "size of the spill file for all responses, at most half of memory_bytes if it is in memory; a response that does not fit is aborted"
    )
    static let spillFolder = Setting(
        "spill_folder", \.spillFolder, .text,
        "folder of the spill file; unset: the temporary folder")

    // Pictures
    static let presets = Setting(
        "presets", \.presets, .presets, affectsContent: true,
        "[presets](REQUESTS.md#presets) by name, beside those that are shipped: an object of objects of parameters"
    )
    static let onlyPresets = Setting(
        "only_presets", \.onlyPresets, .flag, affectsContent: true,
        "whether requests set the output by presets alone; more gets 422")
    static let mark = Setting(
        "mark", \.mark, .text, affectsContent: true,
        "small text at the bottom of every picture and document, such as `Rendered by Chatprint`; overrides `options.mark`, but not in the profile `evidence`"
    )

    // Signatures
    package static let signKey = Setting(
        "sign_key", \.signing.key, .text,
        "private key that signs documents, a PEM or PKCS#12 file; any caller may then have documents signed"
    )
    package static let signCertificate = Setting(
        "sign_certificate", \.signing.certificate, .text,
        "PEM file of its certificate and chain; unset: both are in the key's file")
    package static let signPassphraseFile = Setting(
        "sign_passphrase_file", \.signing.passphrase, .text,
        "file whose first line is the passphrase of the key")
    package static let signPadding = Setting(
        "sign_padding", \.signing.padding, .choice,
        "padding of RSA signatures: `pkcs1`, which every reader accepts, or `pss`")
    package static let signRoom = Setting(
        "sign_room", \.signing.room, .bytes(SigningFiles.rooms),
        "bytes reserved in the PDF for the signature, its certificates and a timestamp")

    // Access, logs and metrics
    package static let apiKeys = Setting(
        "api_keys", \.apiKeys, .list, isSecret: true,
        "bearer keys; if set, every route except health needs one; `name:key` names a key in the log"
    )
    package static let urlKeys = Setting(
        "url_keys", \.urlKeys, .list, isSecret: true,
        "keys that sign picture URLs; if set, GET of a picture needs `sig` instead of a bearer key")
    static let cacheControl = Setting(
        "cache_control", \.cacheControl, .text,
        "`Cache-Control` of pictures by URL; empty for none")
    static let cacheBytes = Setting(
        "cache_bytes", \.cacheBytes, .bytes(0...(1 << 50)),
        "memory of the response cache, at most a quarter of memory_bytes; 0 to disable it")
    static let jobBytes = Setting(
        "job_bytes", \.jobBytes, .bytes(0...(1 << 50)),
        "memory for results of `Prefer: respond-async`, at most a quarter of memory_bytes; 0 to disable jobs"
    )
    static let jobs = Setting(
        "jobs", \.jobs, .integer(1...100_000), "jobs running or stored; more get 429")
    static let jobSeconds = Setting(
        "job_seconds", \.jobSeconds, .seconds(0.1...86_400), "seconds a finished job is stored")
    static let corsOrigins = Setting(
        "cors_origins", \.corsOrigins, .origins, "origins whose pages may call; `*` for all")
    static let log = Setting(
        "log", \.log, .choice, "format of log lines")
    static let logLevel = Setting(
        "log_level", \.logLevel, .level, "least severe level to log")

    /// All settings, in the order of `config/README.md`.
    package static let all: [Setting] = [
        [host, port, unixSocket, metricsHost, metricsPort],
        [
            isolation, processes, sandbox, processBytes, workers, queue, queueSeconds,
            renderSeconds, drainSeconds, memoryBytes, heif,
        ],
        [
            connections, clientRate, clientBurst, bodyBytes, inflatedBytes, headSeconds,
            bodySeconds, idleSeconds, writeSeconds, bufferBytes, spillBytes, spillFolder,
        ],
        Limits.Setting.allCases.map(Setting.init),
        [presets, onlyPresets, mark],
        [signKey, signCertificate, signPassphraseFile, signPadding, signRoom],
        [
            apiKeys, urlKeys, cacheControl, cacheBytes, jobBytes, jobs, jobSeconds, corsOrigins,
            log, logLevel,
        ],
    ].flatMap { $0 }
}

/// The processes in which conversations are rendered: separate processes, or only this one.
package enum IsolationMode: String, Sendable, CaseIterable { case processes, none }

/// Whether render processes drop privileges that rendering does not need.
package enum SandboxUse: String, Sendable, CaseIterable { case auto, required, off }

extension Settings {
    package mutating func set(
        _ setting: Setting, to text: String, source: String
    ) throws(SettingsFault) {
        guard setting.read(text, into: &self) else {
            throw .badValue(setting, value: text, source: source)
        }
    }

    /// Reads `chatprint.json`: an object of settings by name.
    package mutating func read(file path: String) throws(SettingsFault) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path: path)
        }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: Array(data))
        } catch {
            throw SettingsFault(error, in: path)
        }
        guard case .object(let members) = document else {
            throw .notJSON(path: path, line: 1, column: 1)
        }
        var known: Set<String> = []
        for member in members where !member.key.hasPrefix("$") {
            guard let setting = Setting.named(member.key) else {
                throw .unknown(name: member.key, source: path)
            }
            guard known.insert(member.key).inserted else {
                throw .repeated(setting, source: path)
            }
            guard let text = Settings.text(member.value, of: setting) else {
                throw .badValue(
                    setting, value: String(decoding: member.value.bytes, as: UTF8.self),
                    source: path)
            }
            // An empty array is a list without values, which no text is.
            if !text.isEmpty || setting.kind != .array {
                try set(setting, to: text, source: path)
            }
        }
    }

    /// Reads the `CHATPRINT_…` variables. An empty list is not set: a variable of a compose file may
    /// be empty, and must not remove the keys of `chatprint.json`.
    package mutating func read(environment: [String: String]) throws(SettingsFault) {
        for setting in Setting.all {
            guard let text = environment[setting.environment],
                !text.isEmpty || setting.kind != .array
            else { continue }
            try set(setting, to: text, source: setting.environment)
        }
        // A misspelled limit would not be kept. Names unlike any setting belong to others, such as
        // the addresses that Kubernetes adds.
        let names = Setting.all.map(\.name)
        for variable in environment.keys.sorted() where variable.hasPrefix(Setting.prefix) {
            let name = variable.dropFirst(Setting.prefix.count).lowercased()
            guard Setting.named(name) == nil, NearestName.closest(to: name, in: names) != nil
            else { continue }
            throw .unknown(name: name, source: variable)
        }
    }

    /// A value of `chatprint.json` as written in the environment. Nil if it is not of the setting's
    /// kind: a list of keys that was assembled wrongly would allow everyone.
    private static func text(_ value: JSONValue, of setting: Setting) -> String? {
        switch value {
        case .string(let text): return text.isEmpty && setting.kind == .array ? nil : text
        case .bool(let isOn): return setting.kind == .bool ? (isOn ? "true" : "false") : nil
        case .number(let lexeme): return setting.kind == .number ? lexeme : nil
        case .array(let items):
            let texts = items.compactMap(\.string).filter { text in
                !text.withoutBlanksAtEnds.isEmpty && !text.contains(",")
            }
            guard setting.kind == .array, texts.count == items.count else { return nil }
            return texts.joined(separator: ",")
        case .object:
            return setting.kind == .object ? String(decoding: value.bytes, as: UTF8.self) : nil
        case .null: return nil
        }
    }
}

extension SettingsFault {
    init(_ error: JSONError, in path: String) {
        switch error {
        case .syntax(let place, _), .tooDeep(let place, _):
            self = .notJSON(path: path, line: place.line, column: place.column)
        case .encoding, .unreadable, .stopped: self = .notJSON(path: path, line: 1, column: 1)
        }
    }
}

extension Settings {
    /// The memory for bodies that are being received, if `body_bytes` needs no more.
    private static let commonMemory = 256 << 20
    /// The memory of a request besides its body: its head, and received bytes not yet parsed.
    private static let overhead = 1 << 20
    private static let minBody = 64 << 10

    /// The memory for the bodies that are being received: at least one of the maximum size fits.
    package var requestMemory: Int {
        let wanted = max(Self.commonMemory, bodyBytes + Self.overhead)
        // Bodies are copied to render processes and then parsed, within the same limit.
        let share = MemoryBudget.limit(memoryBytes) / 4
        return min(wanted, memoryBytes > 0 ? share : max(share, Self.commonMemory))
    }

    var maxBody: (bytes: Int, setting: Setting) {
        let bytes = max(Self.minBody, requestMemory - Self.overhead)
        return bytes < bodyBytes ? (bytes, .memoryBytes) : (bodyBytes, .bodyBytes)
    }
}

package enum SettingsFault: Error, Sendable, Equatable {
    /// `source` names the file, the environment variable or the flag.
    case unknown(name: String, source: String)
    case badValue(Setting, value: String, source: String)
    case repeated(Setting, source: String)
    case unreadable(path: String)
    case notJSON(path: String, line: Int, column: Int)
}

extension SettingsFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .unknown(let name, let source):
            "\(source): unknown setting \"\(name)\""
                + (NearestName.closest(to: name, in: Setting.all.map(\.name)).map {
                    "; did you mean \"\($0)\"?"
                } ?? "")
        case .badValue(let setting, let value, let source):
            // A wrong list of keys may contain keys.
            "\(source): \(setting.isSecret ? "the value" : "\"\(value)\"") is not a valid "
                + "\(setting.name); expected \(setting.validValues)"
        case .repeated(let setting, let source):
            "\(source): \(setting.name) occurs more than once"
        case .unreadable(let path): "\(path) cannot be read"
        case .notJSON(let path, let line, let column):
            "\(path) is not valid JSON at line \(line), column \(column)"
        }
    }
}
