import Basics
import FoundationEssentials
import Glibc
import Importing
import Model
import Rendering

/// `chatprint render`: does the same as `POST /render` without the network.
struct RenderCommand: Subcommand {
    static let description = CommandDescription(
        name: "render", operands: "[FILE|-]", takesFiles: true,
        summary: "render a conversation: JSON or a chat export (file, ZIP or folder)",
        details: ["Without FILE, or with -, reads standard input."],
        options: [.output] + CommandDescription.Option.settings
            + CommandDescription.Option.media + CommandDescription.Option.signing
            + [.timestampHook, .strict, .quiet, .configuration],
        examples: [
            .init(line: "chatprint render talk.json -o talk.pdf", summary: "create a PDF"),
            .init(
                line: #"echo '{"messages":["Hi!","Hello"]}' | chatprint render - -o chat.png "#
                    + "--theme whatsapp --mode dark",
                summary: "render another program's output as a picture"),
            .init(
                line: "chatprint render 'WhatsApp Chat - Ben.zip' --me Ana -o chat.pdf",
                summary: "render a chat export with its photos"),
            .init(
                line: "chatprint render talk.json -o talk.pdf --sign-key key.pem "
                    + "--sign-cert chain.pem",
                summary: "create a signed PDF"),
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
        try environment.requireFonts()
        let output = arguments.value("--output") ?? "-"
        let hook = arguments.value("--timestamp-hook").map { TimestampHook($0) }
        let signer = try SigningKey(arguments.signing(environment.settings)).identity(
            timestamp: hook?.token(over:))
        let options = JobOptions(
            try environment.parameters(arguments), format: try format(output: output),
            signer: signer,
            signsAlways: arguments.signs)
        if options.splitsByChat {
            return try renderChats(of: input, options, to: output, environment)
        }
        let job = try environment.job(
            input, options, command: [name] + arguments.outputWords,
            control: RenderWatch.reading(isQuiet: arguments.has("--quiet")))
        guard job.output.splitBy == nil || output == "-" || output.lowercased().hasSuffix(".zip")
        else {
            throw CommandFailure.usage(
                "\(output): parts are written to a ZIP. Use a name ending in .zip, and set their "
                    + "format with --format")
        }
        let isQuiet = arguments.has("--quiet")
        if !isQuiet { Terminal.report(job.warnings, of: job.warningCount) }
        guard !job.format.isArchive || output == "-" || output.lowercased().hasSuffix(".zip")
        else {
            throw CommandFailure.usage(
                "\(output): \(job.format.rawValue) is a ZIP. Use a name ending in .zip and --format "
                    + job.format.rawValue)
        }
        // Only bytes that no terminal can show are refused, and `-o -` asks for them.
        guard
            isatty(STDOUT_FILENO) == 0 || arguments.value("--output") != nil
                || !(job.format.has(.compressed) || job.output.splitBy != nil)
        else {
            let ending = job.output.splitBy == nil ? job.format.ending : "zip"
            throw CommandFailure.usage(
                "\(job.format.traits.noun) cannot be shown on a terminal. Name a file: "
                    + "-o chat.\(ending)")
        }
        if let report = job.joined { try joined(report) }
        let destination = try OutputFile(output)
        let report = try environment.render(job, to: destination, showsProgress: !isQuiet)
        if !isQuiet {
            Terminal.report(
                report.warnings.dropFirst(job.warnings.count),
                of: report.warningCount - job.warningCount)
        }
        if !isQuiet, output != "-", Terminal.isWatched {
            let pages = report.pages > 1 ? ", \(report.pages) pages" : ""
            Terminal.error(
                "\(output): \(report.width) × \(report.height)\(pages), \(report.messages) messages"
            )
        }
        return 0
    }

    /// Writes a ZIP with a file for each chat of an export.
    private func renderChats(
        of input: InputFile, _ options: JobOptions, to output: String,
        _ environment: RenderEnvironment
    ) throws -> Int32 {
        guard output.lowercased().hasSuffix(".zip") || output == "-" && isatty(STDOUT_FILENO) == 0
        else {
            throw CommandFailure.usage(
                "\(output): chats are written to a ZIP. Use a name ending in .zip, and set their "
                    + "format with --format")
        }
        let file = try OutputFile(output)
        let archive = AccountArchive(
            options, environment.jobBuilder, Renderer(pool: environment.pool, readsHEIF: true),
            control: RenderWatch.reading(isQuiet: arguments.has("--quiet")))
        let counts: AccountArchive.Counts
        var input = input
        do throws(Explanation) {
            counts = try input.read { (upload) throws(Explanation) in
                try environment.onWorker { worker throws(Explanation) in
                    try archive.write(
                        upload, on: worker,
                        to: RenderSink(
                            ByteSink { (bytes) throws(SinkFailure) in try file.write(bytes) }))
                }
            }
        } catch {
            Terminal.endProgress()
            file.discard()
            if case .system(let code) = error.cause { throw file.failure(.system(code)) }
            throw environment.failure(
                error, of: input, options.parameters, command: ["render"] + arguments.outputWords)
        }
        Terminal.endProgress()
        try file.finish()
        if !arguments.has("--quiet"), output != "-", Terminal.isWatched {
            Terminal.error("\(output): \(counts.files) chats, \(counts.messages) messages")
        }
        return 0
    }

    /// The format of `--format`, or of the output's extension.
    private func format(output: String) throws(CommandFailure) -> Output.Format? {
        if let format = try arguments.format() { return format }
        guard output != "-", let dot = output.lastIndex(of: ".") else { return nil }
        let ending = output[output.index(after: dot)...].lowercased()
        guard let format = Output.Format(ending: ending) else {
            throw .unknown(
                format: ending, "\(output): use --format, or an extension of")
        }
        return format
    }
}
