import Basics
import Foundation
import Model
import Rendering
import TestSupport
import Testing
import Themes

@testable import Service
@testable import chatprint

@Suite struct InstallationTests {
    private let hello = Data(#"{"messages":["Hi!","Hello 😀"]}"#.utf8)
    private let bare = ["env", "-i", "PATH=/usr/bin:/bin"]

    /// Away from the checkout.
    private func copied(to folder: TemporaryFolder) throws -> String {
        let program = folder.file("bin/chatprint")
        try FileManager.default.createDirectory(
            at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: RunningService.executable, to: program)
        return program.path
    }

    @Test func copiedProgramRendersFromAnEmptyFolder() throws {
        let (folder, empty) = (try TemporaryFolder(), try TemporaryFolder())
        let program = try copied(to: folder)
        for format in ["png", "pdf", "svg"] {
            let made = try RunningService.run(
                bare + [program, "render", "-", "-o", "a." + format], input: hello,
                folder: empty.url)
            #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
            // Byte for byte the same output as with the files of the checkout.
            let known = try InProcessService().post(hello, to: "/render." + format)
            #expect(try Data(contentsOf: empty.file("a." + format)) == known.body)
        }
    }

    @Test func copiedProgramServesInItsSandbox() throws {
        let (folder, empty) = (try TemporaryFolder(), try TemporaryFolder())
        let service = try RunningService(
            program: copied(to: folder), under: bare, folder: empty.url)
        for path in ["/", "/docs", "/schema.json", "/openapi.json", "/themes", "/readyz"] {
            #expect(try service.curl(path).status == 200, "\(path)")
        }
        #expect(try service.curl("/", ["-H", "Accept: text/html"]).text.contains("<script>"))
        let answer = try service.post(String(decoding: hello, as: UTF8.self))
        #expect(answer.status == 200 && answer.header("content-type") == "image/png")
        #expect(service.stop() == 0)
    }

    @Test func configurationFolderOverridesFileByFile() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"extends":"whatsapp","summary":"Ours"}"#, to: "own/themes/ours.json")
        try folder.write(#"{"messages":1}"#, to: "own/chatprint.json")
        let own = try Configuration.find(flag: folder.place("own"))
        let names = try RenderEnvironment.themes(in: own).names
        #expect(names.contains("ours") && names.contains("imessage"))
        #expect(try RenderEnvironment.settings(in: own, flags: []).limits[.messages] == 1)
        try folder.write("{", to: "own/themes/imessage.json")
        let failure = #expect(throws: CommandFailure.self) {
            try RenderEnvironment.themes(in: own)
        }
        #expect(failure?.code == 78 && failure?.sentence.contains("imessage.json") == true)
    }

    @Test func everyConfigurationFileIsBuiltIn() throws {
        let config = Checkout.root.appendingPathComponent("config")
        let shipped = try Checkout.text("Sources/CShipped/shipped.c")
        for (part, endings) in [
            ("themes", [".json"]), ("themes/pictures", [".png"]), ("languages", [".json"]),
            ("imports", [".json"]), ("page", [".html", ".js", ".css"]),
            ("page/languages", [".json"]), ("docs", [".html", ".js", ".css"]),
        ] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: config.appendingPathComponent(part).path)
            for name in names where endings.contains(where: name.hasSuffix) {
                #expect(shipped.contains("\"../../config/\(part)/\(name)\""), "\(part)/\(name)")
            }
        }
    }

    /// With `script/install-chatprint` under a prefix.
    @Test func installScriptInstallsAndUninstalls() throws {
        let folder = try TemporaryFolder()
        let prefix = folder.file("prefix").path
        let script = RunningService.root.appendingPathComponent("script/install-chatprint").path
        let command = [
            "env", "CHATPRINT=" + RunningService.executable.path, script, "--prefix", prefix,
        ]
        let installed = try RunningService.run(command)
        #expect(installed.code == 0, "\(installed.errors)")
        for path in [
            "bin/chatprint", "share/chatprint/themes/susi.json", "share/man/man1/chatprint.1",
            "share/bash-completion/completions/chatprint", "share/zsh/site-functions/_chatprint",
            "share/fish/vendor_completions.d/chatprint.fish", "share/doc/chatprint/README.md",
        ] {
            #expect(FileManager.default.fileExists(atPath: prefix + "/" + path), "\(path)")
        }
        try expectLinks(in: URL(fileURLWithPath: prefix + "/share/doc/chatprint"))
        let made = try RunningService.run(
            bare + [prefix + "/bin/chatprint", "render", "-", "-o", "a.png"], input: hello,
            folder: folder.url)
        #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
        // Files of other programs and their folders are kept.
        try Data().write(to: URL(fileURLWithPath: prefix + "/share/chatprint/themes/mine.json"))
        let gone = try RunningService.run(command + ["--uninstall"])
        #expect(gone.code == 0, "\(gone.errors)")
        let left = FileManager.default.enumerator(atPath: prefix)?.allObjects as? [String] ?? []
        #expect(
            Set(left) == [
                "share", "share/chatprint", "share/chatprint/themes",
                "share/chatprint/themes/mine.json",
            ])
    }

    /// Every link of a document to a file leads to a file beside it.
    private func expectLinks(in folder: URL) throws {
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]
        let documents = (files ?? []).filter { $0.hasSuffix(".md") }
        #expect(documents.count > 10)
        for document in documents {
            let place = folder.appendingPathComponent(document)
            let text = try String(contentsOf: place, encoding: .utf8)
            for match in text.matches(of: /\]\((?<path>[^)#:\s]+)(?:#[^)]*)?\)/) {
                let target = place.deletingLastPathComponent().appendingPathComponent(
                    String(match.path))
                let isThere = FileManager.default.fileExists(atPath: target.path)
                #expect(isThere, "\(document) \(match.path)")
            }
        }
    }
}

/// The file of `chatprint open`.
@Suite struct OpenTests {
    private static let chat = """
        31/05/2026, 09:40 - Ben: Hallo
        31/05/2026, 09:41 - Ana: Hi

        """

    private static func opened(_ text: String, name: String) throws -> OpenedFile {
        let folder = try TemporaryFolder()
        return OpenedFile(try Upload(path: folder.write(text, to: name))) {}
    }

    @Test func pageIsToldTheName() throws {
        let service = try InProcessService(
            opened: try Self.opened(Self.chat, name: "WhatsApp Chat - Ben.txt"))
        let facts = try service.get("/opened").json
        #expect(facts["name"] as? String == "WhatsApp Chat - Ben.txt")
        #expect(facts["bytes"] as? Int == Self.chat.utf8.count)
        #expect(facts["text"] == nil)
        let talk = #"{"messages":["Hi!"]}"#
        let own = try InProcessService(opened: try Self.opened(talk, name: "talk.json"))
        #expect(try own.get("/opened").json["text"] as? String == talk)
        #expect(try InProcessService().get("/opened").status == 404)
    }

    @Test func formsNameTheFileInsteadOfSendingIt() throws {
        let service = try InProcessService(opened: try Self.opened(Self.chat, name: "chat.txt"))
        let form = [(name: "opened", content: Data("chat.txt".utf8))]
        let drawn = try service.post(form: form, to: "/render.png?me=Ana")
        let sent = try service.post(
            form: [], files: [("file", "chat.txt", Data(Self.chat.utf8))], to: "/render.png?me=Ana")
        #expect(drawn.status == 200 && drawn.body == sent.body)
        let later = "01/06/2026, 10:00 - Ben: See you\n"
        let joined = try service.post(
            form: form + [("export", Data((Self.chat + later).utf8))],
            to: "/import?join=true&me=Ana")
        #expect((try joined.json["messages"] as? [Any])?.count == 3, "\(joined.text)")
        // A service for others opens nothing.
        #expect(try InProcessService().post(form: form, to: "/render.png").status == 400)
    }

    @Test func pagesAreOpenAndEverythingElseNeedsTheKey() throws {
        let opened = try Self.opened(Self.chat, name: "chat.txt")
        let service = try InProcessService(["--api-keys", "secret"], opened: opened)
        let html = ["Accept: text/html"]
        #expect(try service.get("/", html).status == 200)
        #expect(try service.get("/docs", html).status == 200)
        for path in ["/opened", "/themes", "/openapi.json", "/metrics"] {
            #expect(try service.get(path).status == 401, "\(path)")
        }
        #expect(try service.get("/opened", ["Authorization: Bearer secret"]).status == 200)
        #expect(try InProcessService(["--api-keys", "secret"]).get("/", html).status == 401)
    }

    /// The whole command: a browser is started with the address, and the end of its connection ends
    /// the service.
    @Test(arguments: [true, false])
    func serviceEndsWithItsTab(hasDisplay: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.chat, to: "chat.txt")
        let shown = folder.file("shown").path
        #expect(unsafe mkfifo(shown, 0o600) == 0)
        let browser = folder.file("browser")
        try folder.write("#!/bin/sh\necho \"$1\" > \"\(shown)\"\n", to: "browser")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: browser.path)
        let process = Process()
        process.executableURL = RunningService.executable
        process.arguments = ["open", "chat.txt"]
        process.currentDirectoryURL = folder.url
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = hasDisplay ? ":99" : ""
        environment["WAYLAND_DISPLAY"] = ""
        environment["BROWSER"] = browser.path
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { process.terminate() }
        var printed = ""
        while !printed.contains("\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            printed += String(decoding: piece, as: UTF8.self)
        }
        let match = try #require(
            printed.firstMatch(of: #/(http:\/\/127\.0\.0\.1:\d+)\/#key=(\S+)/#))
        let (address, key) = (String(match.output.1), String(match.output.2))
        #expect(printed.hasPrefix(hasDisplay ? "The page is open" : "Open http"))
        if hasDisplay {
            let asked = try RunningService.run(["cat", shown])
            #expect(String(decoding: asked.output, as: UTF8.self) == "\(address)/#key=\(key)\n")
        }
        let bearer = "Authorization: Bearer \(key)"
        let drawn = try RunningService.run([
            "curl", "-sS", "-H", bearer, "-F", "opened=chat.txt", address + "/render.txt",
        ])
        #expect(String(decoding: drawn.output, as: UTF8.self).contains("Hallo"))
        // A tab that is open for two comments, and is then closed.
        _ = try RunningService.run([
            "sh", "-c",
            #"curl -sSN -H "$1" -H 'Accept: text/event-stream' "$2/opened" | head -n 3"#, "sh",
            bearer, address,
        ])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }

    @Test func missingFileIsNamed() throws {
        let run = try RunningService.program(["open", "no such file"])
        #expect(run.code == 74 && run.errors.contains("no such file"), "\(run.errors)")
    }
}
