import Service

/// All commands, in help order: parsing, help, the manual and completions follow from this table.
enum CommandList {
    struct Entry: Sendable {
        let description: CommandDescription
        /// Runs the command with its arguments and returns the exit code.
        let run: @Sendable ([String]) throws -> Int32
    }

    static let all: [Entry] = [
        Entry(RenderCommand.self), Entry(OpenCommand.self), Entry(ServeCommand.self),
        Entry(BatchCommand.self),
        Entry(JoinCommand.self),
        Entry(ImportCommand.self), Entry(ChatsCommand.self), Entry(ValidateCommand.self),
        Entry(VerifyCommand.self), Entry(ThemesCommand.self), Entry(PresetsCommand.self),
        Entry(BenchCommand.self), Entry(HealthCommand.self), Entry(MCPCommand.self),
        Entry(SignCommand.self), Entry(PrepareCommand.self),
        Entry(FinishCommand.self),
        Entry(
            CommandDescription(
                name: "settings", summary: "list the settings of serve with their defaults")
        ) { Setting.table },
        Entry(
            description: CommandDescription(
                name: "help", operands: "[COMMAND]", summary: "show help for a command")
        ) { words in
            guard let name = words.first else { return try CommandLineTool.show(help) }
            return try CommandLineTool.show(entry(name).description.help)
        },
        Entry(CommandDescription(name: "version", summary: "print the version")) {
            CommandLineTool.nameAndVersion
        },
        Entry(CompletionsCommand.self),
        Entry(CommandDescription(name: "man", summary: "print the man page", isHidden: true)) {
            Manual(version: CommandLineTool.version).text
        },
        Entry(WorkerCommand.self),
    ]

    /// The commands that the help lists.
    static let shown = all.map(\.description).filter { !$0.isHidden }

    static func entry(_ name: String) throws(CommandFailure) -> Entry {
        if let entry = all.first(where: { $0.description.name == name }) { return entry }
        throw .unknown("command", name, among: shown.map(\.name), lists: "chatprint help")
    }

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

extension CommandList.Entry {
    init<Command: Subcommand>(_ command: Command.Type) {
        self.init(description: Command.description) { words in
            try Command(arguments: Arguments(words, of: Command.description)).run()
        }
    }

    /// A command without arguments that prints a text.
    init(_ description: CommandDescription, text: @escaping @Sendable () -> String) {
        self.init(description: description) { words in
            _ = try Arguments(words, of: description)
            return try CommandLineTool.show(text())
        }
    }
}
