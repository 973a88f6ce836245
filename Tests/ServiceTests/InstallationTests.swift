import Foundation
import Model
import Rendering
import Service
import TestSupport
import Testing
import Themes

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
