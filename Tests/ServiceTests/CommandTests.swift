import Foundation
import Testing

@Suite struct CommandTests {
    private func chatprint(
        _ arguments: [String], input: String? = nil
    ) throws -> (code: Int32, output: Data, errors: String) {
        try RunningService.run(
            [RunningService.executable.path] + arguments, input: input.map { Data($0.utf8) })
    }

    private let hello = #"{"messages":["Hi!","Hello"]}"#

    @Test func rendersFromStandardInputToStandardOutput() throws {
        let result = try chatprint(["render", "-"], input: hello)
        #expect(result.code == 0)
        #expect(result.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [("png", "\u{FFFD}PNG"), ("pdf", "%PDF"), ("svg", "<?xm"), ("zip", "PK")])
    func fileExtensionSelectsTheFormat(ending: String, magic: String) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + "." + ending).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 {
            let result = try chatprint(["render", "-", "-o", path], input: hello)
            #expect(result.code == 0)
        }
        let data = try #require(FileManager.default.contents(atPath: path))
        #expect(String(decoding: data.prefix(4), as: UTF8.self).hasPrefix(magic))
    }

    @Test func verifyExitsWithItsFinding() throws {
        let document = try chatprint(
            ["render", "-", "--profile", "evidence", "--format", "pdf"], input: hello)
        let folder = try TemporaryFolder()
        let file = folder.file("talk.pdf")
        try document.output.write(to: file)
        let whole = try chatprint(["verify", file.path])
        #expect(whole.code == 0 && whole.errors.isEmpty)
        #expect(String(decoding: whole.output, as: UTF8.self).contains("Identical: "))
        let json = folder.place("talk.json")
        #expect(try chatprint(["verify", file.path, "--report", json]).code == 0)
        let report = try #require(FileManager.default.contents(atPath: json))
        #expect(String(decoding: report, as: UTF8.self).contains(#""verdict": "identical""#))
        let plain = try chatprint(["render", "-", "-o", json, "--format", "pdf"], input: hello)
        #expect(plain.code == 0)
        #expect(try chatprint(["verify", json]).code == 5)
        let other = try chatprint(["verify", file.path, "--json", "--chain", "00ff"])
        #expect(other.code == 1)
        let facts = try JSONSerialization.jsonObject(with: other.output) as? [String: Any]
        #expect(facts?["verdict"] as? String == "changed")
        try document.output.prefix(2_000).write(to: file)
        let cut = try chatprint(["verify", file.path])
        #expect(cut.code == 1 && cut.errors.contains("damaged"))
        #expect(try chatprint(["verify", file.path + "x"]).code == 74)
        #expect(try chatprint(["verify"]).code == 2)
    }

    @Test(arguments: [
        (["render", "-", "-o", "x.bmp"], 2, "bmp"),
        (["render", "-", "--formt", "png"], 2, "--formt"),
        (["render", "-", "--scale", "9"], 1, "scale"), (["render", "nowhere.json"], 74, "nowhere"),
        (["render", "-", "--set", "page"], 2, "key=value"), (["reder"], 2, "reder"),
        (["render", "-", "--theme", "nope"], 1, "nope"),
        (["render", "-", "--config", "nowhere"], 78, "nowhere"),
        (["render", "-", "--strict=yes"], 2, "--strict takes no value"),
        (["serve", "8081"], 2, "serve takes no arguments, but got 8081"),
        (["serve", "--heif", "off", "more"], 2, "more"), (["serve", "--heif", "of"], 78, "true"),
        (["serve", "--api-keys", "--port", "1"], 2, "--api-keys=--port"),
        (["finish", "a.pdf", "-o", "b.pdf"], 2, "nothing to add"),
        (["health", "here"], 2, "here"), (["themes", "susi"], 2, "susi"),
    ])
    func everyUsageErrorIsOneLine(arguments: [String], code: Int32, word: String) throws {
        let result = try chatprint(arguments, input: hello)
        #expect(result.code == code)
        #expect(result.errors.contains(word))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.output.isEmpty)
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
        let made = try RunningService.run(
            [
                RunningService.executable.path, "render", "-", "--profile", "evidence", "-o",
                "a.pdf",
            ], input: Data(hello.utf8), folder: folder.url)
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
        let result = try chatprint(["render", "-", "--set", setting], input: hello)
        #expect(result.code == 1)
        #expect(result.errors.components(separatedBy: words).count == 2, "\(result.errors)")
    }

    @Test func validatesAndListsThemes() throws {
        let valid = try chatprint(["validate", "-"], input: hello)
        #expect(valid.code == 0)
        #expect(String(decoding: valid.output, as: UTF8.self).hasPrefix("messages: 2, "))
        let looks = try chatprint(["themes"])
        #expect(String(decoding: looks.output, as: UTF8.self).contains("whatsapp"))
        let look = try chatprint(["themes", "--show", "susi"])
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: look.output) }
    }

    @Test func syntaxErrorsOfThemesAreLocated() throws {
        let folder = try TemporaryFolder()
        let themes = folder.file("themes")
        try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: themes.appendingPathComponent("mine.json"))
        let result = try chatprint(["themes", "--config", folder.path])
        #expect(result.code == 78)
        #expect(
            result.errors.contains("/themes: mine.json is not valid JSON at line 1, column 2: "),
            "\(result.errors)")
    }

    @Test func settingsTableOfTheReadmeIsCurrent() throws {
        let readme = try String(
            contentsOf: RunningService.root.appendingPathComponent("config/README.md"),
            encoding: .utf8)
        let table = String(decoding: try chatprint(["settings"]).output, as: UTF8.self)
        #expect(readme.contains(table))
    }
}
