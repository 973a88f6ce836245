import Glibc
import Rendering
import Service
import System

/// Runs the subcommand and turns failures into one line and an exit code.
enum CommandLineTool {
    static let version = Program.version

    static func run(_ arguments: [String]) -> Int32 {
        // Writing to a closed pipe must fail with an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            return try dispatch(arguments)
        } catch let failure as CommandFailure {
            if !failure.sentence.isEmpty { Terminal.error("chatprint: " + failure.sentence) }
            return failure.code
        } catch {
            Terminal.error("chatprint: \(error)")
            return 70
        }
    }

    private static func dispatch(_ arguments: [String]) throws -> Int32 {
        if let argument = ProgramArguments.firstInvalid {
            throw CommandFailure.usage(
                "the argument \"\(argument)\" is not valid UTF-8, as names of files must be")
        }
        guard let name = arguments.first else {
            Terminal.error(CommandList.help)
            return 2
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h": return try help([])
        case "--version", "-V": return try show("chatprint \(version)")
        default: break
        }
        let command = try command(name)
        let words = rest.prefix { $0 != "--" }
        if words.contains("--help") || words.contains("-h") { return try show(command.help) }
        switch name {
        case "serve": return try ServeCommand(rest).run()
        case "worker": return try WorkerCommand(rest).run()
        case "render": return try RenderCommand(rest).run()
        case "batch": return try BatchCommand(rest).run()
        case "import": return try ImportCommand(rest).run()
        case "chats": return try ChatsCommand(rest).run()
        case "validate": return try ValidateCommand(rest).run()
        case "verify": return try VerifyCommand(rest).run()
        case "themes": return try ThemesCommand(rest).run()
        case "bench": return try BenchCommand(rest).run()
        case "health": return try HealthCommand(rest).run()
        case "sign": return try SignCommand(rest).run()
        case "prepare": return try PrepareCommand(rest).run()
        case "finish": return try FinishCommand(rest).run()
        case "completions": return try CompletionsCommand(rest).run()
        case "settings": return try show(Setting.table, rest, command)
        case "man": return try show(Manual(version: version).text, rest, command)
        case "version": return try show("chatprint \(version)", rest, command)
        default: return try help(rest)
        }
    }

    private static func help(_ words: [String]) throws(CommandFailure) -> Int32 {
        guard let name = words.first else { return try show(CommandList.help) }
        return try show(try command(name).help)
    }

    private static func command(_ name: String) throws(CommandFailure) -> CommandDescription {
        if let command = CommandList.all.first(where: { $0.name == name }) { return command }
        throw .unknown(
            "command", name, among: CommandList.shown.map(\.name), lists: "chatprint help")
    }

    /// Prints the text of a command that takes no arguments.
    private static func show(
        _ text: String, _ arguments: [String], _ command: CommandDescription
    ) throws(CommandFailure) -> Int32 {
        _ = try Arguments(arguments, of: command)
        return try show(text)
    }

    private static func show(_ text: String) throws(CommandFailure) -> Int32 {
        try Terminal.print(text)
        return 0
    }
}
