import Basics
import Importing
import Rendering

/// `chatprint chats`: lists the chats of an export, for `--chat`.
struct ChatsCommand: Subcommand {
    static let description = CommandDescription(
        name: "chats", operands: "FILE", takesFiles: true,
        summary: "list the chats of an export, for --chat",
        options: CommandDescription.Option.export.filter {
            ["--from", "--timezone"].contains($0.name)
        } + [.configuration],
        examples: [
            .init(
                line: "chatprint chats result.json", summary: "list the chats of a Telegram account"
            )
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        // Neighboring files are not needed.
        let input = try InputFile(arguments.operands, media: .none)
        let parameters = try arguments.settings()
        let chats: [ChatSummary]
        do throws(Explanation) {
            chats = try environment.jobBuilder.chats(of: input.upload, parameters)
        } catch {
            throw CommandFailure.problem(
                ProblemText(error, path: input.path, command: ["chats"]))
        }
        for line in ChatTable(chats).lines { try Terminal.print(String(line.dropFirst(2))) }
        return 0
    }
}
