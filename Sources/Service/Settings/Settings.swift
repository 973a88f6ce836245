import Basics
package import Evidence
import FoundationEssentials
package import Model

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
    var inflatedBytes = 256 << 20
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
    var mark = ""
    /// The text at the bottom of every output; nil if each request decides.
    package var forcedMark: String? { mark.isEmpty ? nil : mark }

    // Signatures
    package var signKey = ""
    package var signCertificate = ""
    package var signPassphraseFile = ""
    var signPadding = RSAPadding.pkcs1
    package var signRoom = SigningFiles.standardRoom

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

    /// A value as written in the environment.
    package func text(of setting: Setting) -> String { setting.syntax.text(in: self) }

    package mutating func set(
        _ setting: Setting, to text: String, source: String
    ) throws(SettingsFault) {
        guard setting.syntax.read(text, into: &self) else {
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
        for member in members where !member.key.hasPrefix("$") {
            guard let setting = Setting(rawValue: member.key) else {
                throw .unknown(name: member.key, source: path)
            }
            try set(setting, to: Settings.text(member.value), source: path)
        }
    }

    /// Reads the `CHATPRINT_…` variables.
    package mutating func read(environment: [String: String]) throws(SettingsFault) {
        for setting in Setting.allCases {
            guard let text = environment[setting.environment] else { continue }
            try set(setting, to: text, source: setting.environment)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let isOn): isOn ? "true" : "false"
        case .number(let lexeme): lexeme
        case .string(let text): text
        case .array(let items): items.map(text).joined(separator: ",")
        case .object: "an object"
        }
    }

    /// The settings that affect the content of responses, part of every ETag.
    var edition: String {
        let deciding =
            [Setting.isolation, .sandbox, .heif, .mark].map(\.rawValue)
            + Limits.Setting.allCases.map(\.rawValue)
        return deciding.compactMap { Setting(rawValue: $0) }
            .map { "\($0.rawValue)=\(text(of: $0))" }.joined(separator: ";")
    }

    package var signing: SigningFiles {
        var files = SigningFiles()
        files.key = signKey
        files.certificate = signCertificate
        files.passphrase = signPassphraseFile
        files.padding = signPadding
        files.room = signRoom
        return files
    }
}

/// The processes in which conversations are rendered: separate ones, or none but this one.
package enum IsolationMode: String, Sendable, CaseIterable { case processes, none }

/// Whether render processes drop privileges that rendering does not need.
package enum SandboxUse: String, Sendable, CaseIterable { case auto, required, off }

extension SettingsFault {
    init(_ error: JSONError, in path: String) {
        switch error {
        case .syntax(let place, _), .tooDeep(let place, _):
            self = .notJSON(path: path, line: place.line, column: place.column)
        case .encoding, .unreadable, .stopped: self = .notJSON(path: path, line: 1, column: 1)
        }
    }
}
