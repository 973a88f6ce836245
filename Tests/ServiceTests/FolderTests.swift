import Foundation
import Testing

/// Commands with folders, and with files whose pictures are in the same folder.
@Suite struct FolderTests {
    private static let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private static let chat = """
        {"name": "Ben", "type": "personal_chat", "id": 5, "messages": [
         {"id": 1, "type": "message", "date": "2024-01-15T10:00:00", "date_unixtime": "1705312800",
          "from": "Ben", "from_id": "user5", "text": "Look", "text_entities": [],
          "photo": "photos/dot.png", "width": 1, "height": 1}]}
        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ path: String, _ data: Data) throws {
        let url = folder.file(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    private func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

    private func writeDot(_ path: String) throws {
        try write(path, try #require(Data(base64Encoded: Self.dot)))
    }

    private func chatprint(
        _ arguments: String...
    ) throws -> (code: Int32, output: String, errors: String) {
        let result = try RunningService.run(
            [RunningService.executable.path] + arguments, folder: nil)
        return (result.code, String(decoding: result.output, as: UTF8.self), result.errors)
    }

    private func path(_ name: String) -> String { folder.place(name) }

    private func holdsDot(_ output: String) -> Bool {
        output.replacing("\\/", with: "/").contains(Self.dot)
    }

    @Test func foldersAreReadLikeZIPs() throws {
        try write("ChatExport/result.json", Self.chat)
        try writeDot("ChatExport/photos/dot.png")
        let result = try chatprint("import", path("ChatExport"))
        #expect(result.code == 0, "\(result.errors)")
        #expect(holdsDot(result.output))
        #expect(result.errors.contains("read as Telegram"))
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
        let file = path("ChatExport/result.json")
        #expect(holdsDot(try chatprint("import", file).output))
        let without = try chatprint("import", "--no-media", file)
        #expect(without.code == 0 && !holdsDot(without.output))
        #expect(without.errors.contains("missing from the export"))
        let other = path("other/result.json")
        #expect(!holdsDot(try chatprint("import", other).output))
        #expect(holdsDot(try chatprint("import", "--media", path("ChatExport"), other).output))
        let both = try chatprint("import", "--media", path("ChatExport"), "--no-media", other)
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
        let result = try chatprint("import", path("Downloads/talk.txt"))
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.errors.contains("read as WhatsApp"))
        #expect(result.output.contains("This one") && !result.output.contains("Not this one"))
    }

    @Test func bareNamesDoNotMatchFilesInSubfolders() throws {
        let line = "15/01/2024, 10:00 - Ana: dot.png (file attached)\n"
        try write("WhatsApp Chat with Ana.txt", line + line)
        try writeDot("another chat/dot.png")
        #expect(!holdsDot(try chatprint("import", path("WhatsApp Chat with Ana.txt")).output))
        try writeDot("dot.png")
        #expect(holdsDot(try chatprint("import", path("WhatsApp Chat with Ana.txt")).output))
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
                let result = try chatprint("import", path(place))
                #expect(result.code == 0, "\(name): \(result.errors)")
                #expect(holdsDot(result.output) == isThere, "\(name) in \(place)")
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
            let result = try chatprint("import", path(place))
            #expect(result.code == 0, "\(result.errors)")
            #expect(!holdsDot(result.output))
        }
        let folder = try chatprint("import", path("ChatExport"))
        #expect(folder.errors.contains("photos/pipe.png is skipped"))
        #expect(folder.errors.contains("zero.json is skipped: it leads outside the folder"))
    }

    @Test func batchRendersSubfolders() throws {
        try write("all/Ben/result.json", Self.chat)
        try writeDot("all/Ben/photos/dot.png")
        try write("all/talk.json", Self.own.replacing("NAME", with: "side.png"))
        try writeDot("all/side.png")
        let result = try chatprint("batch", path("all"), "-o", path("out"), "--format", "svg")
        #expect(result.output.contains(#""id":"Ben""#))
        for name in ["Ben.svg", "talk.svg"] {
            let svg = try String(contentsOfFile: path("out/" + name), encoding: .utf8)
            #expect(svg.contains("<image"), "\(name)")
        }
    }

    @Test(arguments: ["empty", "nowhere"])
    func emptyFoldersAreReported(name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.file("empty"), withIntermediateDirectories: true)
        let result = try chatprint("render", path(name))
        #expect(result.code == 74)
        #expect(result.errors.contains(name))
    }
}
