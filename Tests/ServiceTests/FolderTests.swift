import Foundation
import TestSupport
import Testing

@Suite struct FolderTests {
    private static let chat = """
        {"name": "Ben", "type": "personal_chat", "id": 5, "messages": [
         {"id": 1, "type": "message", "date": "2024-01-15T10:00:00", "date_unixtime": "1705312800",
          "from": "Ben", "from_id": "user5", "text": "Look", "text_entities": [],
          "photo": "photos/dot.png", "width": 1, "height": 1}]}
        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ path: String, _ text: String) throws {
        try folder.write(text, to: path)
    }

    private func writeDot(_ path: String) throws {
        try folder.write(try #require(Data(base64Encoded: TestImage.dot)), to: path)
    }

    private func path(_ name: String) -> String { folder.place(name) }

    /// The conversation that `import` writes, and its warnings.
    private func imported(
        _ path: String, _ flags: [String] = []
    ) throws -> (json: String, warnings: String) {
        try CommandInput(folder.place(path), flags).imported()
    }

    private func holdsDot(_ path: String, _ flags: String...) throws -> Bool {
        try imported(path, flags).json.replacing("\\/", with: "/").contains(TestImage.dot)
    }

    @Test func foldersAreReadLikeZIPs() throws {
        try write("ChatExport/result.json", Self.chat)
        try writeDot("ChatExport/photos/dot.png")
        #expect(try holdsDot("ChatExport"))
        #expect(try imported("ChatExport").warnings.contains("read as Telegram"))
    }

    @Test func pipesCanBeGivenByPath() throws {
        try write("result.json", Self.chat)
        func run(_ line: String) throws -> (code: Int32, output: Data, errors: String) {
            try RunningService.run(
                ["/bin/sh", "-c", line, RunningService.executable.path, path("result.json")],
                folder: nil)
        }
        let export = try run(#"cat "$1" | "$0" import /dev/stdin"#)
        #expect(export.code == 0 && export.errors.contains("read as Telegram"))
        let sealed = try run(
            #"echo secret | "$0" render "$1" --password-file /dev/stdin -o - -f pdf"#)
        #expect(sealed.code == 0, "\(sealed.errors)")
        #expect(sealed.output.starts(with: "%PDF-".utf8))
        let other = try run(#"cat "$1" | "$0" verify /dev/stdin"#)
        #expect(other.code != 0 && !other.errors.contains("cannot be read"), "\(other.errors)")
    }

    @Test func filesAreReadWithMediaBesideThem() throws {
        try write("ChatExport/result.json", Self.chat)
        try writeDot("ChatExport/photos/dot.png")
        try write("other/result.json", Self.chat)
        #expect(try holdsDot("ChatExport/result.json"))
        #expect(try !holdsDot("ChatExport/result.json", "--no-media"))
        let without = try imported("ChatExport/result.json", ["--no-media"])
        #expect(without.warnings.contains("missing from the export"))
        #expect(try !holdsDot("other/result.json"))
        let media = path("ChatExport")
        #expect(try holdsDot("other/result.json", "--media", media))
        let both = try command([
            "import", path("other/result.json"), "--media", media, "--no-media",
        ])
        #expect(both.code == 2)
    }

    /// A downloads folder may hold exports of all kinds: only the named one is read.
    @Test(arguments: [
        (
            "rsmf_manifest.json",
            #"{"version":"2.0.0","participants":[],"conversations":[],"events":[]}"#
        ),
        ("result.json", chat), ("_chat.txt", "[01/05/2026, 09:00:00] Eva: Not this one"),
        ("users.json", "[]"),
    ])
    func otherExportsBesideAFileAreIgnored(name: String, content: String) throws {
        try write("Downloads/" + name, content)
        try write(
            "Downloads/talk.txt",
            "31/05/2026, 09:00 - Ana: This one\n31/05/2026, 09:01 - Ben: Yes\n")
        let result = try imported("Downloads/talk.txt")
        #expect(result.warnings.contains("read as WhatsApp"))
        #expect(result.json.contains("This one") && !result.json.contains("Not this one"))
    }

    @Test func bareNamesDoNotMatchFilesInSubfolders() throws {
        let line = "15/01/2024, 10:00 - Ana: dot.png (file attached)\n"
        try write("WhatsApp Chat with Ana.txt", line + line)
        try writeDot("another chat/dot.png")
        #expect(try !holdsDot("WhatsApp Chat with Ana.txt"))
        try writeDot("dot.png")
        #expect(try holdsDot("WhatsApp Chat with Ana.txt"))
    }

    private static let own =
        #"{"messages":[{"from":"Ana","text":"x","attachments":[{"src":{"file":"NAME"}}]}]}"#

    @Test func conversationsReferToFilesInTheirFolder() throws {
        try writeDot("talk/pictures/dot.png")
        try writeDot("secret.png")
        try FileManager.default.createSymbolicLink(
            atPath: path("talk/out.png"), withDestinationPath: path("secret.png"))
        try FileManager.default.createSymbolicLink(
            atPath: path("talk/in.png"), withDestinationPath: path("talk/pictures/dot.png"))
        try FileManager.default.createSymbolicLink(
            atPath: path("talk/away"), withDestinationPath: folder.path)
        for (name, isThere) in [
            ("pictures/dot.png", true), ("in.png", true), ("out.png", false),
            ("../secret.png", false), (path("secret.png"), false), ("away/secret.png", false),
            ("pictures/../../secret.png", false), ("pictures", false), ("", false),
        ] {
            try write("talk/talk.json", Self.own.replacing("NAME", with: name))
            for place in ["talk/talk.json", "talk"] {
                #expect(try holdsDot(place) == isThere, "\(name) in \(place)")
            }
        }
    }

    @Test func specialFilesAreSkippedAndReported() throws {
        try write("ChatExport/result.json", Self.chat.replacing("dot.png", with: "pipe.png"))
        try writeDot("ChatExport/photos/dot.png")
        let made = unsafe mkfifo(path("ChatExport/photos/pipe.png"), 0o600)
        try #require(made == 0)
        try FileManager.default.createSymbolicLink(
            atPath: path("ChatExport/zero.json"), withDestinationPath: "/dev/zero")
        try FileManager.default.createSymbolicLink(
            atPath: path("ChatExport/round"), withDestinationPath: path("ChatExport"))
        for place in ["ChatExport", "ChatExport/result.json"] {
            #expect(try !holdsDot(place))
        }
        let warnings = try imported("ChatExport").warnings
        #expect(warnings.contains("photos/pipe.png is skipped"))
        #expect(warnings.contains("zero.json is skipped: it leads outside the folder"))
    }

    @Test(arguments: ["empty", "nowhere"])
    func emptyFoldersAreReported(name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.file("empty"), withIntermediateDirectories: true)
        let result = try command(["render", path(name)])
        #expect(result.code == 74 && result.errors.contains(name))
    }
}
