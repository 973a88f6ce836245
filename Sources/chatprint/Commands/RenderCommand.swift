import Conversation
import Foundation
import Rendering
import Service

/// `chatprint render`: the same as `POST /render`, without the network.
struct RenderCommand {
    private let arguments: Arguments

    init(_ arguments: [String]) throws {
        self.arguments = try Arguments(
            arguments,
            valued: Arguments.settings.union(["--output", "--config"]).union(
                Arguments.mediaOptions),
            flags: Set(["--strict", "--quiet"]).union(Arguments.mediaFlags),
            short: ["-o": "--output", "-f": "--format", "-q": "--quiet"])
    }

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(config: arguments.value("--config"))
        try environment.requireFonts()
        let input = try InputFile(arguments.operands, media: try arguments.media())
        let output = arguments.value("--output") ?? "-"
        let job = try environment.job(
            input, overrides: try arguments.settings(), format: try format(output: output),
            command: "render")
        guard job.output.splitBy == nil || output == "-" || output.lowercased().hasSuffix(".zip")
        else {
            throw CommandFailure.usage(
                "\(output): parts come in a ZIP; call it .zip and say their format with --format")
        }
        let isQuiet = arguments.has("--quiet")
        if !isQuiet { for warning in job.warnings { report(warning) } }
        let destination = try OutputFile(output)
        let report = try environment.render(job, to: destination, showsProgress: !isQuiet)
        if !isQuiet {
            for warning in report.warnings.dropFirst(job.warnings.count) { self.report(warning) }
        }
        if !isQuiet, output != "-", Terminal.isWatched {
            let pages = report.pages > 1 ? ", \(report.pages) pages" : ""
            Terminal.error(
                "\(output): \(report.width) × \(report.height)\(pages), \(report.messages) messages"
            )
        }
        return 0
    }

    private func report(_ warning: Warning) {
        Terminal.error("warning: " + warning.detail)
    }

    /// `--format`, or the ending of the output's name.
    private func format(output: String) throws(CommandFailure) -> Output.Format? {
        if let format = try arguments.format() { return format }
        guard output != "-", let dot = output.lastIndex(of: ".") else { return nil }
        let ending = output[output.index(after: dot)...].lowercased()
        guard let format = Output.Format(rawValue: ending) else {
            throw .usage(
                "\(output): the ending must be one of \(Arguments.formats), or give --format")
        }
        return format
    }
}
