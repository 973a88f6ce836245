import Model
import Rendering
import Service
import System

/// Options that correspond to query parameters.
extension Arguments {
    private static let names = [
        "theme", "mode", "contrast", "scale", "width", "me", "from", "chat", "timezone",
        "date_order", "year", "after", "before", "split_by", "engine", "created", "profile",
        "canvas", "frame",
    ]

    static let formats = Output.Format.allCases.map(\.rawValue).joined(separator: ", ")

    private static let password = "output.password"

    private static func flag(_ name: String) -> String { "--" + name.replacing("_", with: "-") }

    /// The command-line option for a query parameter.
    static func option(_ name: String) -> String {
        guard name != password else { return "--password-file" }
        return names.contains(name) ? flag(name) : "--set " + name
    }

    /// Replaces names in backticks that have an option of their own.
    static func withOptions(inBackticks text: String) -> String {
        names.reduce(text) { $0.replacing("`\($1)`", with: flag($1)) }
    }

    /// The query parameters of all options except the format, which the output's name may determine
    /// as well.
    func settings() throws(CommandFailure) -> Parameters {
        var settings: Parameters = [:]
        for name in Arguments.names {
            if let value = value(Arguments.flag(name)) { settings.append(name, value) }
        }
        if has("--strict") { settings.append("strict", "true") }
        for pair in values("--set") {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                throw .usage("--set takes key=value, not \"\(pair)\"")
            }
            settings.append(String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
        }
        if let path = value("--password-file") {
            settings.append(Arguments.password, try Arguments.firstLine(of: path))
        }
        return settings
    }

    /// Reads a secret from a file, so that the process list does not show it.
    private static func firstLine(of path: String) throws(CommandFailure) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Stream.readAll(path)
        } catch {
            throw .usage("--password-file: \(path) cannot be read (\(error))")
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw .usage("--password-file: the first line of \(path) is not UTF-8 text")
        }
        return text
    }

    /// The settings, overridden by the command line's keys and signature options.
    func signing(_ settings: Settings) throws(CommandFailure) -> Settings {
        var settings = settings
        let options: [(String, Setting)] = [
            ("--sign-key", .signKey), ("--sign-cert", .signCertificate),
            ("--sign-passphrase-file", .signPassphraseFile), ("--sign-padding", .signPadding),
            ("--sign-room", .signRoom),
        ]
        // A different key does not match the configured certificate and passphrase.
        if has("--sign-key") { (settings.signCertificate, settings.signPassphraseFile) = ("", "") }
        do throws(SettingsFault) {
            for (name, setting) in options {
                if let value = value(name) { try settings.set(setting, to: value, source: name) }
            }
        } catch {
            throw .usage(error.sentence)
        }
        return settings
    }

    /// The option for the output, which a suggested command line repeats.
    var outputWords: [String] { value("--output").map { ["-o", $0] } ?? [] }

    /// Whether to sign even if the conversation does not request it: specifying a key means using
    /// it.
    var signs: Bool { has("--sign") || has("--sign-key") || has("--timestamp-hook") }

    func format() throws(CommandFailure) -> Output.Format? {
        guard let name = value("--format") else { return nil }
        guard let format = Output.Format(ending: name) else {
            throw .unknown(format: name, "--format is \"\(name)\", but must be one of")
        }
        return format
    }
}
