import Basics
import Evidence
import Model
import Rendering
import Service
import System

/// Parsed command-line arguments: options by name, and operands.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []

    /// - Parameter command: its options with a placeholder take a value, as `--name value` or
    ///   `--name=value`; the others take none. A command without operands rejects all.
    init(_ arguments: [String], of command: CommandDescription) throws(CommandFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                for operand in rest { try take(operand, of: command) }
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                try take(argument, of: command)
                continue
            }
            var name = argument
            var value: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                value = String(argument[argument.index(after: equals)...])
            }
            let option = command.options.first { $0.name == name || $0.short == name }
            guard let option else {
                let setting = String(name.dropFirst(2)).replacing("-", with: "_")
                if QueryParameters.contains(setting),
                    command.options.contains(where: { $0.name == "--set" })
                {
                    throw .usage("unknown option \(name); use --set \(setting)=VALUE")
                }
                throw .unknown(
                    "option", name, among: command.options.map(\.name),
                    lists: "chatprint help " + command.name)
            }
            if option.placeholder == nil {
                guard value == nil else { throw .usage("\(name) takes no value") }
                options.append((option.name, "true"))
            } else {
                guard let given = value ?? rest.popFirst() else {
                    throw .usage("\(name) needs a value")
                }
                // Usually the next option, after a value that was forgotten.
                guard value != nil || !given.hasPrefix("--") else {
                    throw .usage(
                        "\(name) needs a value; if the value is \(given), write "
                            + "\(option.name)=\(given)")
                }
                options.append((option.name, given))
            }
        }
    }

    private mutating func take(
        _ operand: String, of command: CommandDescription
    ) throws(CommandFailure) {
        guard !command.operands.isEmpty else {
            throw .usage("\(command.name) takes no arguments, but got \(operand)")
        }
        operands.append(operand)
    }

    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    mutating func set(_ pair: String) { options.append(("--set", pair)) }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }
}

extension CommandFailure {
    /// The failure for an unknown word of the command line, with the closest known one.
    static func unknown(
        _ kind: String, _ name: String, among known: [String], lists: String
    ) -> CommandFailure {
        let near = NearestName.closest(to: name, in: known).map { "did you mean \($0)?" }
        return .usage("unknown \(kind) \(name); \(near ?? "\(lists) lists them")")
    }

    /// The failure for an unknown output format, with the closest known one.
    static func unknown(format name: String, _ sentence: String) -> CommandFailure {
        let formats = Output.Format.allCases.map(\.rawValue)
        let near = NearestName.closest(to: name, in: formats).map { "; did you mean \($0)?" }
        return .usage("\(sentence) \(Arguments.formats)\(near ?? "")")
    }
}

/// Options that correspond to query parameters.
extension Arguments {
    private static let names = [
        "preset", "theme", "mode", "contrast", "scale", "width", "me", "from", "chat", "timezone",
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
        for pair in values("--same") { settings.append("same", pair) }
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
        if has("--sign-key") {
            (settings.signing.certificate, settings.signing.passphrase) = ("", "")
        }
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

/// The arguments of service commands: a configuration folder, and settings from its file, the
/// environment and options.
struct ServiceArguments {
    let configuration: Configuration
    let settings: Settings

    static let options = [CommandDescription.Option.configuration] + Setting.all.map(\.option)

    init(_ arguments: Arguments) throws {
        configuration = try arguments.configuration()
        let given = Setting.all.compactMap { setting in
            arguments.value(setting.flag).map { (setting, $0) }
        }
        settings = try RenderEnvironment.settings(in: configuration, flags: given)
    }
}

extension Setting {
    fileprivate var option: CommandDescription.Option {
        CommandDescription.Option(
            name: flag, placeholder: placeholder, value: words.isEmpty ? .text : .words(words),
            summary: summary.replacing("`", with: ""))
    }
}
