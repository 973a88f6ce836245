import JSON
import Theme

/// `chatprint themes`: the looks there are, or one of them as JSON.
struct ThemesCommand {
    private let arguments: Arguments

    init(_ arguments: [String]) throws {
        self.arguments = try Arguments(arguments, valued: ["--config", "--show", "--mode"])
    }

    func run() throws -> Int32 {
        let folder = try ConfigurationFolder.find(flag: arguments.value("--config"))
        let themes = try RenderEnvironment.themes(in: folder)
        guard let name = arguments.value("--show") else {
            let width = themes.names.map(\.count).max() ?? 0
            for entry in themes.entries {
                let room = String(repeating: " ", count: width - entry.name.count + 2)
                Terminal.print(entry.name + room + entry.summary)
            }
            return 0
        }
        let mode = try mode()
        guard let theme = themes.theme(named: name, mode: mode) else {
            throw CommandFailure.usage(
                "there is no look \"\(name)\"; the looks are \(themes.names.joined(separator: ", "))"
            )
        }
        var writer = JSONWriter(pretty: true)
        writer.value(theme.json)
        Terminal.print(String(decoding: writer.drain(), as: UTF8.self))
        return 0
    }

    private func mode() throws(CommandFailure) -> ThemeMode? {
        guard let name = arguments.value("--mode") else { return nil }
        guard let mode = ThemeMode(rawValue: name) else {
            throw .usage("--mode is \"\(name)\", but must be light or dark")
        }
        return mode
    }
}
