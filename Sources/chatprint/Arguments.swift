/// A command line taken apart: options by name, and what is left over.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []

    /// - Parameters:
    ///   - valued: options that take a value, as `--name value` or `--name=value`.
    ///   - flags: options that take none.
    ///   - short: one-letter forms of either.
    init(
        _ arguments: [String], valued: Set<String>, flags: Set<String> = [],
        short: [String: String] = [:]
    ) throws(CommandFailure) {
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
            name = short[name] ?? name
            if flags.contains(name), value == nil {
                options.append((name, "true"))
            } else if valued.contains(name) {
                guard let given = value ?? rest.popFirst() else {
                    throw .usage("\(name) needs a value")
                }
                options.append((name, given))
            } else {
                throw .usage("there is no option \(name); see chatprint --help")
            }
        }
    }

    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }
}
