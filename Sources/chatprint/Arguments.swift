import Basics
import Model

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
