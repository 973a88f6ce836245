import Importing
import Rendering
import Service
import Themes

/// `chatprint completions`: prints completions for a shell.
struct CompletionsCommand: Subcommand {
    static let description = CommandDescription(
        name: "completions", operands: "bash|zsh|fish", summary: "print completions for a shell",
        options: [.configuration],
        examples: [
            .init(
                line: "chatprint completions bash > /etc/bash_completion.d/chatprint",
                summary: "install them for all users of bash")
        ], isHidden: true)

    let arguments: Arguments

    func run() throws -> Int32 {
        let shells = Completions.Shell.allCases.map(\.rawValue)
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw CommandFailure.usage("specify one shell: \(shells.joined(separator: ", "))")
        }
        guard let shell = Completions.Shell(rawValue: name) else {
            throw CommandFailure.unknown(
                "shell", name, among: shells, lists: "chatprint help completions")
        }
        let configuration = try arguments.configuration()
        let completions = Completions(
            looks: try RenderEnvironment.themes(in: configuration).names,
            importers: JobBuilder.importers.map(\.name))
        try Terminal.print(completions.text(for: shell))
        return 0
    }
}
