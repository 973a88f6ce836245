/// All commands, in help order.
enum CommandList {
    static let all = [
        RenderCommand.description, ServeCommand.description, BatchCommand.description,
        ImportCommand.description, ChatsCommand.description, ValidateCommand.description,
        VerifyCommand.description, ThemesCommand.description, BenchCommand.description,
        HealthCommand.description,
        SignCommand.description, PrepareCommand.description, FinishCommand.description,
        CommandDescription(
            name: "settings", summary: "list the settings of serve with their defaults"),
        CommandDescription(
            name: "help", operands: "[COMMAND]",
            summary: "show help for a command"),
        CommandDescription(name: "version", summary: "print the version"),
        CompletionsCommand.description,
        CommandDescription(
            name: "man", summary: "print the man page", isHidden: true),
        WorkerCommand.description,
    ]

    /// The commands that the help lists.
    static let shown = all.filter { !$0.isHidden }

    static let help: String = {
        var lines = ["Chatprint renders chat transcripts as pictures and documents.", ""]
        for command in shown {
            lines += CommandDescription.entry(
                command.name + (command.operands.isEmpty ? "" : " " + command.operands),
                command.summary)
        }
        lines += ["", "See chatprint help COMMAND for the options of a command.", ""]
        lines += RenderCommand.description.examples.prefix(2).map { "  " + $0.line }
        return lines.joined(separator: "\n")
    }()
}
