/// All commands there are, in the order that they are told in.
enum CommandList {
    static let all = [
        RenderCommand.description, ServeCommand.description, BatchCommand.description,
        ImportCommand.description, ChatsCommand.description, ValidateCommand.description,
        VerifyCommand.description, ThemesCommand.description, BenchCommand.description,
        HealthCommand.description,
        SignCommand.description, PrepareCommand.description, FinishCommand.description,
        CommandDescription(
            name: "settings", summary: "list the settings of serve, with defaults"),
        CommandDescription(
            name: "help", operands: "[COMMAND]",
            summary: "tell a command's options, with an example"),
        CommandDescription(name: "version", summary: "tell which version this is"),
        CompletionsCommand.description,
        CommandDescription(
            name: "man", summary: "print the manual as man reads it", isHidden: true),
        WorkerCommand.description,
    ]

    /// Those that people call.
    static let shown = all.filter { !$0.isHidden }

    static let help: String = {
        var lines = ["Chatprint renders chat transcripts as pictures and documents.", ""]
        for command in shown {
            lines += CommandDescription.entry(
                command.name + (command.operands.isEmpty ? "" : " " + command.operands),
                command.summary)
        }
        lines += ["", "chatprint help COMMAND tells a command's own options.", ""]
        lines += RenderCommand.description.examples.prefix(2).map { "  " + $0.line }
        return lines.joined(separator: "\n")
    }()
}
