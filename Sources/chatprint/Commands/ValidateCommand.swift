import Model
import Rendering

/// `chatprint validate`: checks a conversation without drawing it.
struct ValidateCommand: Subcommand {
    static let description = CommandDescription(
        name: "validate", operands: "[FILE|-]", takesFiles: true,
        summary: "check a conversation and list warnings",
        options: CommandDescription.Option.export + [.me] + CommandDescription.Option.media
            + [.strict, .configuration],
        examples: [
            .init(line: "chatprint validate talk.json --strict", summary: "check before a long run")
        ]
    )

    let arguments: Arguments

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        let input = try InputFile(arguments)
        let signer = try SigningKey(environment.settings).identity()
        let job = try environment.job(
            input, JobOptions(try environment.parameters(arguments), signer: signer),
            command: ["validate"])
        for line in Terminal.lines(job.warnings, of: job.warningCount) { try Terminal.print(line) }
        let conversation = job.conversation
        try Terminal.print(
            "messages: \(conversation.messages.count), participants: "
                + "\(conversation.participants.count), warnings: \(job.warningCount)")
        return 0
    }
}
