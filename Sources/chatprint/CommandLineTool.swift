import Foundation
import Service

/// Finds the subcommand and turns whatever goes wrong into one line and an exit code.
enum CommandLineTool {
    /// The one that `version.txt` says.
    static let version = String(decoding: PackageResources.version_txt, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)

    static func run(_ arguments: [String]) -> Int32 {
        // A pipe that closes early must end a write with an error, not the process.
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
        guard let name = arguments.first else {
            Terminal.error(Help.text)
            return 2
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            Terminal.print(Help.text)
            return 0
        }
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
        case "settings":
            Terminal.print(Setting.table)
            return 0
        case "help", "--help", "-h":
            Terminal.print(Help.text)
            return 0
        case "version", "--version", "-V":
            Terminal.print("chatprint \(version)")
            return 0
        default:
            throw CommandFailure.usage("there is no command \"\(name)\"; see chatprint --help")
        }
    }
}
