import Foundation
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
