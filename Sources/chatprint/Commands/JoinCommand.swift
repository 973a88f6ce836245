import Basics
import Importing
import Model
import Rendering

/// `chatprint join`: joins exports of one talk and renders the result, or writes its JSON.
struct JoinCommand: Subcommand {
    static let description = CommandDescription(
        name: "join", operands: "FILE FILE...", takesFiles: true,
        summary: "join exports of one talk, and show what each of them lacks",
        details: [
            "The exports may have any formats, times and people, and overlap. What they say "
                + "otherwise is kept beside each message."
        ],
        options: [
            .output,
            .init(
                name: "--report", placeholder: "FILE", value: .file,
                summary: "write the counts of each export and all differences to FILE (JSON)"),
            .init(
                name: "--same", placeholder: "NAME=NAME",
                summary: "two names or numbers of one person; may be repeated"),
        ] + CommandDescription.Option.settings + CommandDescription.Option.media
            + CommandDescription.Option.signing
            + [.timestampHook, .strict, .quiet, .configuration],
        examples: [
            .init(
                line: "chatprint join 'Ben may.zip' 'Ben june.zip' -o talk.pdf",
                summary: "join two months"),
            .init(
                line: "chatprint join ana.zip ben.zip --me Ana --profile evidence -o talk.pdf",
                summary: "prove both sides of a talk"),
            .init(
                line: "chatprint join a.zip b.zip --report differences.json -o talk.json",
                summary: "write the joined conversation"),
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        var arguments = arguments
        arguments.set("join=true")
        let input = try InputFile(joining: arguments)
        let output = arguments.value("--output") ?? ""
        let writesJSON =
            output.lowercased().hasSuffix(".json") && arguments.value("--format") == nil
        return try writesJSON
            ? ImportCommand(arguments: arguments).run(input, as: "join", report: write)
            : RenderCommand(arguments: arguments).run(input, as: "join", report: write)
    }

    private func write(_ report: JoinReport) throws(CommandFailure) {
        if !arguments.has("--quiet") { for line in report.lines { Terminal.error(line) } }
        guard let path = arguments.value("--report") else { return }
        try OutputFile.write(report.json + [0x0A], to: path)
    }
}
