import Basics

/// Parsed command-line arguments: options by name, and operands.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []

    /// - Parameter command: its options with a placeholder take a value, as `--name value` or
    ///   `--name=value`; the others take none.
    init(_ arguments: [String], of command: CommandDescription) throws(CommandFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            if argument == "--" {
                operands += rest
                return
            }
            var name = argument
            var value: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                value = String(argument[argument.index(after: equals)...])
            }
            let option = command.options.first { $0.name == name || $0.short == name }
            guard let option, option.placeholder != nil || value == nil else {
                throw .unknown(
                    "option", name, among: command.options.map(\.name),
                    lists: "chatprint help " + command.name)
            }
            if option.placeholder == nil {
                options.append((option.name, "true"))
            } else {
                guard let given = value ?? rest.popFirst() else {
                    throw .usage("\(name) needs a value")
                }
                options.append((option.name, given))
            }
        }
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
}
