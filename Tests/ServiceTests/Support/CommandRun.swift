import Foundation
import Model
import Rendering
import TestDrawing

@testable import Service
@testable import chatprint

/// Runs a command of the program within this process, with the fonts of the tests: its exit code, and
/// its sentence about a failure. Files are its input and output, since what it prints goes to the
/// output of the tests.
func command(_ words: [String]) throws -> (code: Int32, errors: String) {
    do {
        let entry = try CommandList.entry(words[0])
        let config = CommandDescription.Option.configuration.name
        let takesConfig = entry.description.options.contains { $0.name == config }
        let own =
            takesConfig && !words.contains(config) ? [config, try TestFonts.folder.get().path] : []
        return (try entry.run(own + words.dropFirst()), "")
    } catch let failure as CommandFailure {
        return (failure.code, failure.sentence)
    }
}

/// What the commands read from an input, and the lines that they print about it.
struct CommandInput {
    private let builder: JobBuilder
    private let input: InputFile

    /// - Parameter flags: options for media, as of `chatprint import`.
    init(_ path: String, _ flags: [String] = []) throws {
        let arguments = try Arguments(flags + [path], of: ImportCommand.description)
        builder = try InProcessService.environment.get().jobBuilder
        input = try InputFile(arguments.operands, media: arguments.media())
    }

    /// The conversation that `import` writes, and its warnings.
    func imported(_ parameters: Parameters = [:]) throws -> (json: String, warnings: String) {
        let converted = try builder.prepared(try builder.conversion(of: input.upload, parameters))
        let lines = Terminal.lines(converted.warnings, of: converted.warningCount)
        return (
            String(decoding: try converted.json(), as: UTF8.self),
            lines.joined(separator: "\n")
        )
    }

    /// The warnings of `render` and `validate`.
    func warnings(_ parameters: Parameters = [:]) throws -> String {
        let job = try builder.job(input.upload, JobOptions(parameters))
        return Terminal.lines(job.warnings, of: job.warningCount).joined(separator: "\n")
    }

    /// The lines of `chats`.
    func chats() throws -> [String] {
        ChatTable(try builder.chats(of: input.upload, [:])).lines.map { String($0.dropFirst(2)) }
    }
}
