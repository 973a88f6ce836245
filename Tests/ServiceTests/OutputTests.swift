import Foundation
import TestSupport
import Testing

@testable import chatprint

/// Destinations of the option `-o`.
@Suite struct OutputTests {
    private let hello = #"{"messages":["Hi!","Hello"]}"#
    private let bytes = Array("the bytes of an output".utf8)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(to name: String) throws {
        try OutputFile.write(bytes, to: folder.place(name))
    }

    /// Expects that nothing can be written there, since it is a folder or a circle of links.
    private func expectFailure(_ path: String, _ words: String = "cannot be written") {
        let failure = #expect(throws: CommandFailure.self) { try OutputFile.write(bytes, to: path) }
        #expect(failure?.code == 74 && failure?.sentence.contains(words) == true)
    }

    /// Reads to the end on a separate thread.
    private func reading(_ descriptor: @escaping @Sendable () -> Int32) -> () -> Data {
        let box = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var data = Data()
        Thread.detachNewThread {
            let handle = FileHandle(fileDescriptor: descriptor(), closeOnDealloc: true)
            unsafe data = handle.readDataToEndOfFile()
            box.signal()
        }
        return {
            box.wait()
            return unsafe data
        }
    }

    /// `script` runs a command on a terminal of its own.
    @Test(arguments: [
        ("--format png", "a PNG cannot be shown on a terminal. Name a file: -o chat.png", 2),
        ("--split-by 1 --format txt", "Name a file: -o chat.zip", 2), ("--format txt", "Hello", 0),
        ("--format png -o -", "PNG", 0),
    ])
    func terminalsReceiveNoPictures(options: String, shown: String, code: Int32) throws {
        try folder.write(hello, to: "talk.json")
        let line = "'\(RunningService.executable.path)' render talk.json " + options
        let result = try RunningService.run(
            ["script", "-qec", line, "/dev/null"], folder: folder.url)
        #expect(result.code == code)
        #expect(result.output.firstRange(of: Data(shown.utf8)) != nil)
    }

    @Test func pipesAreWrittenNotReplaced() throws {
        let path = folder.place("pipe")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let data = reading { unsafe open(path, O_RDONLY) }
        try write(to: "pipe")
        #expect(data() == Data(bytes))
        #expect(try folder.facts("pipe").st_mode & S_IFMT == S_IFIFO)
        #expect(folder.names == ["pipe"])
    }

    @Test func socketsAreWrittenNotReplaced() throws {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: folder.place("s").utf8)
        }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 1) == 0)
        let data = reading {
            defer { close(listener) }
            return accept(listener, nil, nil)
        }
        try write(to: "s")
        #expect(data() == Data(bytes))
        #expect(try folder.facts("s").st_mode & S_IFMT == S_IFSOCK)
    }

    /// Creates a null device, which only root can do.
    @Test(.enabled(if: getuid() == 0)) func devicesAreWrittenNotReplaced() throws {
        guard unsafe mknod(folder.place("null"), S_IFCHR | 0o666, 1 << 8 | 3) == 0 else { return }
        try write(to: "null")
        #expect(try folder.facts("null").st_mode & S_IFMT == S_IFCHR)
        #expect(folder.names == ["null"])
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    func standardOutputCanBeNamedByPath(path: String) throws {
        let result = try RunningService.program(
            ["render", "-", "-o", path, "--format", "png"], input: hello, folder: folder.url)
        #expect(result.code == 0 && result.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(folder.names.isEmpty)
    }

    /// The file that the shell opened with `>` is written, not a file beside it.
    @Test func redirectedStandardOutputIsAppendedTo() throws {
        let program = RunningService.executable.path
        let result = try RunningService.run(
            ["sh", "-c", "(echo head; '\(program)' render - -o /dev/stdout --format svg) > all"],
            input: Data(hello.utf8), folder: folder.url)
        #expect(result.code == 0 && folder.names == ["all"])
        let text = try String(contentsOfFile: folder.place("all"), encoding: .utf8)
        #expect(text.hasPrefix("head\n<?xml") && text.hasSuffix("</svg>\n"))
    }

    @Test(arguments: [true, false]) func symbolicLinksAreFollowed(exists: Bool) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.place("far"), withIntermediateDirectories: false)
        if exists { try folder.write("old", to: "far/a") }
        try files.createSymbolicLink(atPath: folder.place("far/b"), withDestinationPath: "a")
        try files.createSymbolicLink(atPath: folder.place("a.png"), withDestinationPath: "far/b")
        try write(to: "a.png")
        #expect(try folder.facts("a.png").st_mode & S_IFMT == S_IFLNK)
        #expect(try folder.facts("far/b").st_mode & S_IFMT == S_IFLNK)
        #expect(files.contents(atPath: folder.place("far/a")) == Data(bytes))
        #expect(try files.contentsOfDirectory(atPath: folder.place("far")).sorted() == ["a", "b"])
    }

    @Test func replacedFilesKeepModeAndOwner() throws {
        #expect(FileManager.default.createFile(atPath: folder.place("a.png"), contents: nil))
        try #require(unsafe chmod(folder.place("a.png"), 0o640) == 0)
        if getuid() == 0 { try #require(unsafe chown(folder.place("a.png"), 12_345, 54_321) == 0) }
        let before = try folder.facts("a.png")
        try write(to: "a.png")
        let after = try folder.facts("a.png")
        #expect(after.st_mode == before.st_mode && after.st_ino != before.st_ino)
        #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
        #expect(folder.names == ["a.png"] && after.st_size > 0)
    }

    @Test(arguments: ["there", "there/", "to-there"])
    func foldersAreRejectedAsOutput(path: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.place("there"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.place("to-there"), withDestinationPath: "there")
        for place in [folder.place(path), "/"] { expectFailure(place, "is a folder") }
        #expect(folder.names == ["there", "to-there"])
    }

    @Test func circularLinksAreAnError() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.place("a.png"), withDestinationPath: "b.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.place("b.png"), withDestinationPath: "a.png")
        expectFailure(folder.place("a.png"))
        #expect(folder.names == ["a.png", "b.png"])
    }

    @Test(arguments: ["import", "render"]) func commandsWriteToPipes(name: String) throws {
        let (talk, path) = (try folder.write(hello, to: "talk.json"), folder.place("a.json"))
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let data = reading { unsafe open(path, O_RDONLY) }
        #expect(try command([name, talk, "-o", path]).code == 0)
        #expect(data().count > 20)
        #expect(try folder.facts("a.json").st_mode & S_IFMT == S_IFIFO)
    }

    /// A long conversation is written in pieces; an incomplete file is never left behind.
    @Test func failedImportsKeepTheOldFile() throws {
        let line = "31/12/2019, 21:05 - Ana: a message of some length\n"
        let talk = Data(String(repeating: line, count: 9000).utf8)
        func imported(_ shell: String) throws -> (code: Int32, output: Data, errors: String) {
            try RunningService.run(
                [
                    "/bin/sh", "-c", shell + #"exec "$0" import - -o a.json"#,
                    RunningService.executable.path,
                ], input: talk, folder: folder.url)
        }
        try folder.write("old", to: "a.json")
        // Files may have 900 blocks of 512 bytes: enough for one piece only.
        let failed = try imported("ulimit -f 900; ")
        #expect(failed.code == 74 && failed.errors.contains("cannot be written"))
        #expect(folder.names == ["a.json"])
        #expect(try Data(contentsOf: folder.file("a.json")) == Data("old".utf8))
        #expect(try imported("").code == 0)
        let written = try Data(contentsOf: folder.file("a.json"))
        #expect(written.count > 600_000 && written.suffix(4) == Data("]\n}\n".utf8))
    }

    @Test func longFileNamesKeepTheirExtension() throws {
        let name = String(repeating: "a", count: 190)
        let answer = try InProcessService().post(
            #"{"messages":["Hi"],"output":{"filename":"\#(name)"}}"#, to: "/render.png")
        #expect(answer.header("content-disposition")?.hasSuffix("aa.png\"") == true)
    }
}

extension TemporaryFolder {
    fileprivate func facts(_ name: String) throws -> stat {
        var facts = stat()
        try #require(unsafe lstat(place(name), &facts) == 0)
        return facts
    }
}

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
