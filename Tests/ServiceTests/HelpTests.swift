import Foundation
import Rendering
import Testing
import Themes

@testable import chatprint

@Suite struct HelpTests {
    private func completions(_ shell: Completions.Shell) throws -> String {
        let builder = try InProcessService.environment.get().jobBuilder
        return Completions(
            looks: builder.themes.names, importers: JobBuilder.importers.map(\.name)
        ).text(for: shell)
    }

    @Test func helpOfACommandListsItsOptionsAndAnExample() {
        for command in CommandList.shown where !command.options.isEmpty {
            let help = command.help
            for option in command.options { #expect(help.contains(option.name), "\(option.name)") }
            #expect(help.contains("Example") && help.contains("chatprint \(command.name)"))
            // Two descriptions of signatures are longer.
            let longest = help.split(separator: "\n").map(\.count).max() ?? 0
            #expect(longest <= 110, "\(command.name)")
        }
    }

    @Test func helpListsEveryPublicCommand() {
        for command in CommandList.shown {
            #expect(CommandList.help.contains("\n  " + command.name))
        }
        #expect(!CommandList.help.contains("worker"))
    }

    @Test func manPageFormatsWithoutWarnings() throws {
        let manual = Manual(version: CommandLineTool.version).text
        for command in CommandList.shown { #expect(manual.contains("chatprint " + command.name)) }
        #expect(manual.hasPrefix(".TH CHATPRINT 1"))
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
        let read = try RunningService.run(
            ["groff", "-man", "-Tutf8", "-ww"], input: Data(manual.utf8))
        #expect(read.code == 0 && read.errors.isEmpty, "\(read.errors)")
    }

    /// Completes like bash: the words so far and the candidates.
    @Test(arguments: [
        ("chatprint ren", 1, ["render"]), ("chatprint render --the", 2, ["--theme"]),
        ("chatprint render --theme whats", 3, ["whatsapp"]),
        ("chatprint render --theme au", 3, ["auto"]), ("chatprint themes --show au", 3, []),
        ("chatprint render --from cl", 3, ["claude", "claudecode"]),
        ("chatprint batch --mode da", 3, ["dark"]), ("chatprint help ser", 2, ["serve"]),
        ("chatprint serve --isolation pro", 3, ["processes"]),
        ("chatprint render --output x", 3, []),
    ])
    func bashCompletesCommandsAndValues(line: String, place: Int, words: [String]) throws {
        let script =
            try completions(.bash) + """

                COMP_WORDS=(\(line)) COMP_CWORD=\(place)
                _chatprint
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let made = try RunningService.run(["bash", "-u", "-c", script])
        #expect(made.errors.isEmpty, "\(made.errors)")
        let found = String(decoding: made.output, as: UTF8.self).split(separator: "\n")
        #expect(found.map(String.init) == words)
    }

    @Test func everyShellCompletesEveryOption() throws {
        for shell in Completions.Shell.allCases {
            let text = try completions(shell)
            for command in CommandList.shown {
                #expect(text.contains(command.name))
                for option in command.options {
                    let name = shell == .fish ? "-l " + option.name.dropFirst(2) : option.name
                    #expect(text.contains(name), "\(shell) \(command.name) \(option.name)")
                }
            }
        }
    }
}
