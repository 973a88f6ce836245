import Foundation
import Rendering
import Testing
import Themes

@testable import chatprint

@Suite struct SuggestionTests {
    private func problem(
        _ body: String, _ path: String = "/render"
    ) throws -> [String: Any] {
        let problem = try service.post(body, to: path).json
        #expect(problem["status"] as? Int ?? 0 >= 400)
        return problem
    }

    @Test(arguments: [
        (#"{"mesages":["Hi"]}"#, "/render", "messages"),
        (#"{"messages":["Hi"],"titel":"x"}"#, "/render?strict=true", "title"),
        (#"{"messages":[{"txt":"Hi","text":"Hi"}]}"#, "/render?strict=true", "text"),
        (#"[{"text":"Hi","reply-to":{"id":"a"}}]"#, "/render?strict=true", "reply_to"),
        (#"{"messages":["Hi"],"output":{"formt":"pdf"}}"#, "/render?strict=true", "format"),
        (#"{"messages":["Hi"],"output":{"format":"pgn"}}"#, "/render", "png"),
        (#"{"messages":["Hi"],"theme":"whatsap"}"#, "/render", "whatsapp"),
        (#"{"messages":["Hi"],"theme":{"extends":"imessage","bubbel":{}}}"#, "/render", "bubble"),
        (##"{"messages":["Hi"],"theme":{"bubble":{"sent":{"fil":"#00f"}}}}"##, "/render", "fill"),
        (#"{"messages":["Hi"]}"#, "/render?theme.bubble.sent.fil=%2300f", "fill"),
        (#"{"messages":["Hi"]}"#, "/render?strict=true&thme=whatsapp", "theme"),
        (#"{"messages":["Hi"]}"#, "/render?strict=true&page.siz=A4", "page.size"),
        (#"{"messages":["Hi"]}"#, "/render?from=watsapp", "whatsapp"),
        (#"{"messages":["Hi"]}"#, "/rendr", "/render"),
        (#"{"messages":["Hi"]}"#, "/render.pgn", "png"),
        (#"{"messages":["Hi"]}"#, "/rendr.png", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/Rendr.pgn", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/rendr.docx", "/render"),
        (#"{"messages":[{"fom":"ana","txt":"Hi"}]}"#, "/render", "from"),
        (#"{"messages":[{"txt":"Hi","fom":"ana"}]}"#, "/render.png", "text"),
        (
            #"{"messages":["Hi",{"from":"a","text":"x","link":{"url":"a.b","titel":"x"}}]}"#,
            "/render?strict=true", "title"
        ),
        (
            #"{"messages":[{"id":"m1","text":"a"},{"text":"b","reply_to":"m11"}]}"#,
            "/render?strict=true", "m1"
        ),
        (#"{"messages":["Hi"]}"#, "/render.png/", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/validat.json", "/validate"),
        (#"{"messages":["Hi"]}"#, "/themes.json", "/themes"),
        (#"{"messages":["Hi"]}"#, "/openapi.jsn", "/openapi.json"),
        (#"{"messages":["Hi"]}"#, "/problems/to-tall", "/problems/too-tall"),
        (
            #"{"messages":["Hi"],"options":{"show":{"time":"each"}}}"#, "/render?strict=true",
            "times"
        ),
    ])
    func closestNameIsSuggested(body: String, path: String, name: String) throws {
        let problem = try problem(body, path)
        #expect(problem["did_you_mean"] as? String == name)
        let detail = problem["detail"] as? String ?? ""
        #expect(detail.contains("did you mean \"\(name)\"?"), "\(detail)")
    }

    @Test(arguments: [
        (#"{"x":1}"#, "/render"), (#"{"messages":["Hi"],"theme":"zzzzzzz"}"#, "/render"),
        (#"{"messages":["Hi"]}"#, "/somewhere/else"), (#"{"messages":["Hi"]}"#, "/render.bmp"),
        (#"{"messages":["Hi"],"unheard_of":1}"#, "/render?strict=true"),
        (#"{"messages":["Hi"]}"#, "/index.html"), (#"{"messages":["Hi"]}"#, "/.env"),
    ])
    func distantNamesGetNoSuggestion(body: String, path: String) throws {
        let problem = try problem(body, path)
        #expect(problem["did_you_mean"] == nil)
        #expect(!(problem["detail"] as? String ?? "").contains("did you mean"))
    }

    /// The path is known, but belongs to another port.
    @Test func metricsOfAnotherPortAreNotSuggested() throws {
        let answer = try InProcessService(["--metrics-port", "1"]).get("/metrics")
        #expect(answer.status == 404 && !answer.text.contains("did you mean"))
    }

    @Test(arguments: [
        ("print", "dark", true), ("susi", "dark", true), ("classic-sms", "dark", true),
        ("print", "light", false), ("whatsapp", "dark", false), ("bezier", "dark", false),
    ])
    func aModeWithoutColorsIsReported(theme: String, mode: String, isIgnored: Bool) throws {
        let answer = try service.render(#"["Hi"]"#, to: "/render?theme=\(theme)&mode=\(mode)")
        let warning = #""The theme \"\#(theme)\" has no dark colors, so the mode was ignored.""#
        #expect(answer.headers("chatprint-warning") == (isIgnored ? [warning] : []))
    }

    @Test(arguments: [
        ("page=A5", "set its parts: page.bates.digits, "),
        (
            "me=Anna",
            "no message is from \\\"Anna\\\", so all are on the left; the senders are Ana and Ben"
        ),
        ("me=Ana", ""), ("page.size=a5", ""),
    ])
    func warningsNameWhatIsAllowed(parameter: String, warning: String) throws {
        let body = #"[{"from":"Ana","text":"a"},{"from":"Ben","text":"b"}]"#
        let answer = try InProcessService().post(body, to: "/render?" + parameter)
        let warnings = answer.headers("chatprint-warning").joined()
        #expect(
            warnings.isEmpty == warning.isEmpty && (warning.isEmpty || warnings.contains(warning)),
            "\(warnings)")
    }

    @Test func anUnknownOwnerOfAnExportListsItsPeople() throws {
        let answer = try InProcessService().post(
            "[31.05.26, 09:40:00] Ana: Hi\n[31.05.26, 09:41:00] Ben: Yes\n", to: "/render?me=Anna")
        let people =
            #"no participant of the export is named \"Anna\"; the participants are Ana, Ben"#
        #expect(answer.headers("chatprint-warning").contains { $0.contains(people) })
    }

    /// A setting has a short name and its place in the request.
    @Test(arguments: ["motion.pace=real", "frame.kind=screen", "output.motion.pace=real"])
    func fullNamesAreParameters(parameter: String) throws {
        _ = try service.render(#"["Hi"]"#, to: "/validate?strict=true&\(parameter)")
    }

    @Test func warningsKeepAllCharacters() throws {
        let answer = try InProcessService().post(
            #"{"messages":["Hi"],"“größe”":1,"größe":2}"#, to: "/render")
        #expect(
            answer.headers("chatprint-warning") == [
                #"%"the field %22%22gr%c3%b6%c3%9fe%22%22 is unknown and was ignored""#,
                #"%"the field %22gr%c3%b6%c3%9fe%22 is unknown and was ignored""#,
            ])
        let plain = try InProcessService().post(#"{"messages":["Hi"],"“x”":1}"#, to: "/render")
        #expect(
            plain.headers("chatprint-warning") == [
                #""the field \"\"x\"\" is unknown and was ignored""#
            ])
    }

    @Test func aConversationInTheURLNeedsAFormat() throws {
        let answer = try InProcessService().get("/render?m=Hi")
        #expect(answer.status == 405 && answer.text.contains("GET /render.png?m=Hi"))
        #expect(try answer.json["did_you_mean"] as? String == "/render.png")
        let other = try InProcessService().get("/validate")
        #expect(other.status == 405 && !other.text.contains("render"))
    }

    @Test func aTextWithoutSendersNamesWhatATextNeeds() throws {
        let answer = try InProcessService().post("Hi there", ["Content-Type: text/plain"])
        #expect(answer.status == 422 && answer.text.contains(#"such as \"Ana: Hi\""#))
    }

    @Test func warningsSuggestNames() throws {
        let answer = try InProcessService().post(
            #"{"messages":["Hi"],"subtitel":"x"}"#, to: "/validate")
        #expect(answer.text.contains(#""did_you_mean":"subtitle""#))
    }
}

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
