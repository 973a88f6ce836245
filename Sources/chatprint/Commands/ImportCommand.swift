import Basics
import Importing
import Model
import Rendering

/// `chatprint import`: converts a chat export to the conversation's JSON.
struct ImportCommand: Subcommand {
    static let description = CommandDescription(
        name: "import", operands: "[FILE|-]", takesFiles: true,
        summary: "convert a chat export to a conversation (JSON)",
        options: [
            .destination("OUT", "output file; - (default) for standard output"), .me,
        ] + CommandDescription.Option.export + CommandDescription.Option.times
            + CommandDescription.Option.media + [
                .init(
                    name: "--report",
                    summary: "report what was read and which fields were not used"), .quiet,
                .configuration,
            ],
        examples: [
            .init(
                line: "chatprint import ChatExport/ --me Ana -o talk.json",
                summary: "convert an export of Telegram Desktop")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        try run(try InputFile(arguments), as: Self.description.name) { _ in }
    }

    /// - Parameter report: receives what several exports of one talk have in common.
    func run(
        _ input: InputFile, as name: String,
        report joined: (JoinReport) throws(CommandFailure) -> Void
    ) throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        var input = input
        let parameters = try arguments.settings()
        let command = [name] + arguments.outputWords
        let report: Parameters = arguments.has("--report") ? ["report": "true"] : [:]
        let path = input.path
        let read: JobBuilder.Conversion
        do throws(Explanation) {
            read = try input.read { (upload) throws(Explanation) in
                try environment.jobBuilder.conversion(
                    of: upload, parameters + report,
                    control: RenderWatch.reading(isQuiet: arguments.has("--quiet")))
            }
        } catch {
            throw environment.failure(error, of: input, parameters, command: command)
        }
        // Free the input, because the result may be as large.
        _ = consume input
        let converted: JobBuilder.Conversion
        do throws(Explanation) {
            converted = try environment.jobBuilder.prepared(consume read)
        } catch {
            throw CommandFailure.problem(
                ProblemText(error, path: path, command: command, chats: []))
        }
        if !arguments.has("--quiet") {
            Terminal.report(converted.warnings, of: converted.warningCount)
        }
        for line in converted.reportLines { Terminal.error(line) }
        if let report = converted.joined { try joined(report) }
        try OutputFile.write(to: arguments.value("--output") ?? "-") { file throws(SinkFailure) in
            try converted.conversation.writeJSON(to: file.write)
            try file.write([0x0A])
        }
        return 0
    }
}
