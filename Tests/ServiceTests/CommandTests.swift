import Foundation
import Rendering
import Service
import Testing
import Themes

@testable import chatprint

@Suite struct CommandTests {
    private let hello = #"{"messages":["Hi!","Hello"]}"#

    @Test func commandsUseTheStandardStreams() throws {
        let help = RenderCommand.description.help + "\n"
        let chat = "15/01/2024, 10:00 - Ana: Hi\n15/01/2024, 10:01 - Ben: Ho\n"
        for (words, input, start) in [
            (["render", "-"], hello, ""), (["validate", "-"], hello, "messages: 2, "),
            (["chats", "-"], chat, "2 messages  2 people"), (["themes"], "", "android "),
            (["help", "render"], "", help), (["render", "--help"], "", help),
            (["render", "-h"], "", help),
        ] {
            let result = try RunningService.program(words, input: input)
            #expect(result.code == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
            let printed = String(decoding: result.output, as: UTF8.self)
            #expect(start.isEmpty || printed.contains(start), "\(words): \(printed)")
            #expect(start.isEmpty == result.output.starts(with: [0x89, 0x50, 0x4E]))
        }
        let failed = try RunningService.program(["reder"])
        #expect(failed.code == 2 && failed.output.isEmpty)
        #expect(failed.errors == "chatprint: unknown command reder; did you mean render?\n")
    }

    @Test(arguments: [("png", "\u{FFFD}PNG"), ("pdf", "%PDF"), ("svg", "<?xm"), ("zip", "PK")])
    func fileExtensionSelectsTheFormat(ending: String, magic: String) throws {
        let folder = try TemporaryFolder()
        let (talk, output) = (try folder.write(hello, to: "talk.json"), folder.file("a." + ending))
        for _ in 0..<2 { #expect(try command(["render", talk, "-o", output.path]).code == 0) }
        let start = String(decoding: try Data(contentsOf: output).prefix(4), as: UTF8.self)
        #expect(start.hasPrefix(magic))
    }

    @Test func verifyExitsWithItsFinding() throws {
        let folder = try TemporaryFolder()
        let talk = try folder.write(hello, to: "talk.json")
        let (file, plain) = (folder.file("talk.pdf"), folder.place("plain.pdf"))
        #expect(try command(["render", talk, "-o", plain]).code == 0)
        #expect(try command(["render", talk, "--profile", "evidence", "-o", file.path]).code == 0)
        #expect(try command(["verify", file.path]).code == 0)
        #expect(try command(["verify", plain]).code == 5)
        #expect(try command(["verify", file.path, "--chain", "00ff"]).code == 1)
        try Data(contentsOf: file).prefix(2_000).write(to: file)
        let cut = try command(["verify", file.path])
        #expect(cut.code == 1 && cut.errors.contains("damaged"))
        #expect(try command(["verify", file.path + "x"]).code == 74)
        #expect(try command(["verify"]).code == 2)
    }

    @Test func verifyPrintsItsFindingAndWritesAReport() throws {
        let folder = try TemporaryFolder()
        let file = folder.place("talk.pdf")
        let made = try RunningService.program(
            ["render", "-", "--profile", "evidence", "-o", file], input: hello)
        #expect(made.code == 0, "\(made.errors)")
        let whole = try RunningService.program(
            ["verify", file, "--report", folder.place("report.json")])
        #expect(whole.code == 0 && whole.errors.isEmpty)
        #expect(String(decoding: whole.output, as: UTF8.self).contains("Identical: "))
        let report = try String(contentsOf: folder.file("report.json"), encoding: .utf8)
        #expect(report.contains(#""verdict": "identical""#))
    }

    @Test(arguments: [
        (["render", "TALK", "-o", "x.bmp"], 2, "bmp"),
        (["render", "TALK", "--formt", "png"], 2, "--formt"),
        (["render", "TALK", "--scale", "9"], 1, "scale"),
        (["render", "nowhere.json"], 74, "nowhere"),
        (["render", "TALK", "--set", "page"], 2, "key=value"), (["reder"], 2, "reder"),
        (["render", "TALK", "--theme", "nope"], 1, "nope"),
        (["render", "TALK", "--config", "nowhere"], 78, "nowhere"),
        (["render", "TALK", "--strict=yes"], 2, "--strict takes no value"),
        (["serve", "8081"], 2, "serve takes no arguments, but got 8081"),
        (["serve", "--heif", "off", "more"], 2, "more"), (["serve", "--heif", "of"], 78, "true"),
        (["serve", "--port", "99999"], 78, "port"),
        (["serve", "--api-keys", "--port", "1"], 2, "--api-keys=--port"),
        (["finish", "a.pdf", "-o", "b.pdf"], 2, "nothing to add"),
        (["health", "here"], 2, "here"), (["health", "--port", "0"], 78, "port"),
        (["health", "--port", "99999"], 78, "port"), (["health", "--prot", "1"], 2, "--prot"),
        (["health", "--config", "nowhere"], 78, "nowhere"),
        (["health", "--port", "1"], 1, "port 1"),
        (["themes", "susi"], 2, "susi"), (["sign", "/x"], 78, "url_keys"),
        (["rendr"], 2, "did you mean render?"), (["render", "--formt", "png"], 2, "--format?"),
        (["render", "--locale", "de"], 2, "unknown option --locale; use --set locale=VALUE"),
        (["render", "--date-order", "dmy", "--max-height", "9"], 2, "use --set max_height=VALUE"),
        (["render", "TALK", "-f", "pgn"], 2, "did you mean png?"),
        (["serve", "--prot", "1"], 2, "did you mean --port?"),
        (["themes", "--show", "whatsap"], 2, "did you mean whatsapp?"),
        (["help", "rendre"], 2, "did you mean render?"),
        (["render", "TALK", "--theme", "whatsap"], 1, "did you mean \"whatsapp\"?"),
        (["render", "TALK", "--set", "pasword=key"], 1, "did you mean \"password\"?"),
        (["completions", "bsh"], 2, "did you mean bash?"),
        (["settings", "--jsn"], 2, "unknown option --jsn"),
        (["version", "now"], 2, "version takes no arguments"),
        (["batch", "TALK"], 2, "--output is required"),
        (["batch", "no", "-o", "x"], 74, "readable"),
        (["batch", ".", "-o", "./"], 2, "must differ"),
    ])
    func everyFailureIsOneLine(words: [String], code: Int32, word: String) throws {
        let folder = try TemporaryFolder()
        let talk = try folder.write(hello, to: "talk.json")
        let result = try command(words.map { $0 == "TALK" ? talk : $0 })
        #expect(result.code == code)
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(!result.errors.contains("\n"))
    }

    /// Swift repairs such an argument, which then names another file.
    @Test func argumentsMustBeUTF8() throws {
        let result = try RunningService.run([
            "sh", "-c", #"exec "$0" render "$(printf 'bad\377.json')""#,
            RunningService.executable.path,
        ])
        #expect(result.code == 2 && result.errors.contains("bad\u{FFFD}.json"), "\(result.errors)")
        #expect(result.errors.contains("not valid UTF-8"))
    }

    /// Without its arguments, every command printed the help.
    @Test func missingArgumentsAreAnError() throws {
        func run(_ command: [String]) throws -> (code: Int32, output: Data, errors: String) {
            try RunningService.run(
                ["unshare", "--mount", "sh", "-c", #"umount -l /proc && exec "$0" "$@""#]
                    + command)
        }
        guard try run(["true"]).code == 0 else { return }
        let result = try run([RunningService.executable.path, "version"])
        #expect(result.code == 71 && result.errors.contains("/proc/self/cmdline"))
    }

    @Test(arguments: ["themes", "help", "settings", "validate -", "render - -o /dev/full"])
    func failedWritesAreReported(arguments: String) throws {
        func run(_ target: String) throws -> (code: Int32, output: Data, errors: String) {
            try RunningService.run(
                ["sh", "-c", "\"$0\" \(arguments) \(target)", RunningService.executable.path],
                input: Data(hello.utf8))
        }
        let full = try run("> /dev/full")
        #expect(full.code == 74)
        #expect(
            full.errors.hasSuffix(" cannot be written (No space left on device)\n"),
            "\(full.errors)")
        // A reader such as `head` may stop at any time.
        if !arguments.contains("/dev/full") { #expect(try run("| head -n 0").errors.isEmpty) }
    }

    /// A file that cannot be completed leaves nothing behind. The limit of a file's size stands for
    /// a full disk.
    @Test func unfinishedFilesAreRemoved() throws {
        let folder = try TemporaryFolder()
        let made = try RunningService.program(
            ["render", "-", "--profile", "evidence", "-o", "a.pdf"], input: hello,
            folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
        for arguments in [
            "verify a.pdf --report b.json", "prepare - -o b.pdf --to-sign b.json",
            "render - -o b.png", "import - -o b.json",
        ] {
            let result = try RunningService.run(
                [
                    "sh", "-c", "ulimit -f 0; exec \"$0\" \(arguments)",
                    RunningService.executable.path,
                ], input: Data(hello.utf8), folder: folder.url)
            #expect(result.code == 74, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(" cannot be written (File too large)"))
        }
        #expect(folder.names == ["a.pdf"])
    }

    @Test(arguments: [("t=soon", "milliseconds (3200ms)"), ("order=up", "asc, desc")])
    func allowedValuesAreListedOnce(setting: String, words: String) throws {
        let folder = try TemporaryFolder()
        let result = try command(["render", folder.write(hello, to: "talk.json"), "--set", setting])
        #expect(result.code == 1)
        #expect(result.errors.components(separatedBy: words).count == 2, "\(result.errors)")
    }

    @Test func syntaxErrorsOfThemesAreLocated() throws {
        let folder = try TemporaryFolder()
        try folder.write("{", to: "themes/mine.json")
        let result = try command(["themes", "--config", folder.path])
        #expect(result.code == 78)
        #expect(
            result.errors.contains("/themes: mine.json is not valid JSON at line 1, column 2: "),
            "\(result.errors)")
    }

    @Test func settingsTableOfTheReadmeIsCurrent() throws {
        let readme = String(decoding: try RunningService.file("config/README.md"), as: UTF8.self)
        #expect(readme.contains(Setting.table))
    }
}

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
        #expect(try answer.status == 200 && answer.json["messages"] as? Int == 1)
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
