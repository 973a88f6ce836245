import Foundation
import Testing

@testable import chatprint

/// Help, man page and completions, which are generated from the commands.
@Suite struct HelpTests {
    private func chatprint(_ arguments: [String]) throws -> (code: Int32, text: String) {
        let result = try RunningService.run([RunningService.executable.path] + arguments)
        return (result.code, String(decoding: result.output, as: UTF8.self))
    }

    @Test(arguments: ["render", "serve", "batch", "import", "chats", "validate", "themes", "bench"])
    func commandHelpListsItsOptionsAndAnExample(name: String) throws {
        let command = try #require(CommandList.shown.first { $0.name == name })
        let help = try chatprint(["help", name])
        #expect(help.code == 0)
        for option in command.options { #expect(help.text.contains(option.name), "\(option.name)") }
        #expect(help.text.contains("Example") && help.text.contains("chatprint \(name)"))
        let lines = help.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(try chatprint([name, "--help"]).text == help.text)
        #expect(try chatprint([name, "-h"]).text == help.text)
    }

    @Test func helpListsEveryPublicCommand() throws {
        let text = try chatprint(["help"]).text
        for command in CommandList.shown { #expect(text.contains("\n  " + command.name)) }
        #expect(!text.contains("worker"))
    }

    @Test func manPageFormatsWithoutWarnings() throws {
        let manual = try chatprint(["man"]).text
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
            try chatprint(["completions", "bash"]).text + """

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
        for shell in ["bash", "zsh", "fish"] {
            let text = try chatprint(["completions", shell]).text
            for command in CommandList.shown {
                #expect(text.contains(command.name))
                for option in command.options {
                    let name = shell == "fish" ? "-l " + option.name.dropFirst(2) : option.name
                    #expect(text.contains(name), "\(shell) \(command.name) \(option.name)")
                }
            }
        }
    }
}
