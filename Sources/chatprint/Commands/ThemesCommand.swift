import Basics
import Rendering
import Themes

/// `chatprint themes`: lists the themes, or prints one as JSON.
struct ThemesCommand: Subcommand {
    static let description = CommandDescription(
        name: "themes", summary: "list themes, or print one as JSON",
        options: [
            .init(
                name: "--show", placeholder: "NAME", value: .look,
                summary: "print this theme as JSON"),
            .init(
                name: "--mode", placeholder: "MODE", value: .words(["light", "dark"]),
                summary: "light or dark"), .configuration,
        ],
        examples: [
            .init(
                line: "chatprint themes --show susi > mine.json",
                summary: "start your own theme")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let configuration = try arguments.configuration()
        let themes = try RenderEnvironment.themes(in: configuration)
        guard let name = arguments.value("--show") else {
            let width = themes.names.map(\.count).max() ?? 0
            for entry in themes.entries {
                let room = String(repeating: " ", count: width - entry.name.count + 2)
                try Terminal.print(entry.name + room + entry.summary)
            }
            return 0
        }
        let mode = try mode()
        guard let theme = themes.theme(named: name, mode: mode) else {
            throw CommandFailure.unknown(
                "theme", name, among: themes.names, lists: "chatprint themes")
        }
        var writer = JSONWriter(pretty: true)
        writer.value(theme.json)
        try Terminal.print(String(decoding: writer.drain(), as: UTF8.self))
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
