import Foundation
import Service
import Testing

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
