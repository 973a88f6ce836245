import Foundation
import Testing

@testable import System

@Suite struct DraftFileTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
        }

        func place(_ name: String) -> String { path + "/" + name }
    }

    @Test func filesGetTheirNameOnlyWhenComplete() throws {
        let folder = try Folder()
        try Data("before".utf8).write(to: URL(fileURLWithPath: folder.place("a.png")))
        let draft = try DraftFile(for: folder.place("a.png"))
        try draft.write(Array("whole".utf8))
        #expect(FileManager.default.contents(atPath: folder.place("a.png")) == Data("before".utf8))
        #expect(folder.names.count == 2)
        try draft.publish()
        #expect(folder.names == ["a.png"])
        #expect(FileManager.default.contents(atPath: folder.place("a.png")) == Data("whole".utf8))
    }

    @Test func newNamesReplaceNothing() throws {
        let folder = try Folder()
        try Data("before".utf8).write(to: URL(fileURLWithPath: folder.place("a.png")))
        let draft = try DraftFile(for: folder.place("a.png"))
        try draft.write(Array("whole".utf8))
        #expect(try !draft.publish(asNew: folder.place("a.png")))
        #expect(try draft.publish(asNew: folder.place("b.png")))
        #expect(folder.names == ["a.png", "b.png"])
        let contents = folder.names.map { FileManager.default.contents(atPath: folder.place($0)) }
        #expect(contents == [Data("before".utf8), Data("whole".utf8)])
    }

    @Test func draftsAreRemovedOnlyAfterTheirWriter() throws {
        let folder = try Folder()
        var writer: DraftFile? = try DraftFile(for: folder.place("a.png"))
        try writer?.write([1, 2, 3])
        let name = try #require(folder.names.first)
        DraftFile.removeIfAbandoned(folder.place(name))
        #expect(folder.names == [name])
        writer = nil
        #expect(folder.names == [name], "The end of the writer removed the draft.")
        DraftFile.removeIfAbandoned(folder.place(name))
        #expect(folder.names.isEmpty)
    }

    @Test func linksAndFoldersWithDraftNamesAreKept() throws {
        let folder = try Folder()
        let victim = URL(fileURLWithPath: folder.place("victim"))
        try Data("mine".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(
            atPath: folder.place("a.png.part-7-1"), withDestinationPath: victim.path)
        try FileManager.default.linkItem(
            atPath: victim.path, toPath: folder.place("a.png.part-7-2"))
        try FileManager.default.createDirectory(
            atPath: folder.place("a.png.part-7-3"), withIntermediateDirectories: false)
        let before = folder.names
        for name in before { DraftFile.removeIfAbandoned(folder.place(name)) }
        #expect(folder.names == before)
    }

    /// The only process of a container has the same id as the one killed in it before.
    @Test func abandonedDraftsOfTheSameProcessIDAreSkipped() throws {
        let folder = try Folder()
        let first = try DraftFile(for: folder.place("a.png"))
        let name = try #require(folder.names.first)
        first.discard()
        let dash = try #require(name.lastIndex(of: "-"))
        let number = try #require(Int(name[name.index(after: dash)...]))
        let process = ProcessInfo.processInfo.processIdentifier
        for next in number...number + 200 {
            let taken = folder.place("a.png.part-\(process)-\(next)")
            #expect(FileManager.default.createFile(atPath: taken, contents: nil))
        }
        try DraftFile(for: folder.place("a.png")).publish()
        #expect(folder.names.contains("a.png"))
    }

    @Test(arguments: [
        ("a.png.part-1-2", "a.png"), ("a.part-1-2.png.part-31-4", "a.part-1-2.png"),
        ("-.part-10-10", "-"), ("a.png.part-0-1", nil), ("a.png.part-1-01", nil),
        ("a.png.part-1", nil), ("a.png.part-1-", nil), ("a.png.part--1", nil),
        ("a.png.part-x-1", nil), ("a.png.part-1-2x", nil), ("a.png.part-１-2", nil), ("a.png", nil),
        ("", nil), ("-", nil), ("a.png.part-1-2-3", nil),
        ("a.png.part-99999999999999999999-1", nil),
    ])
    func recognizesDraftsByName(name: String, target: String?) {
        #expect(DraftFile.target(ofDraft: name) == target)
    }
}

@Suite struct FolderTreeTests {
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)

    private func made() throws -> FolderTree {
        let files = FileManager.default
        for name in ["in/sub", "out"] {
            try files.createDirectory(
                at: root.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["in/a.txt", "in/sub/b.txt", "out/secret.txt"] {
            try Data("text".utf8).write(to: root.appendingPathComponent(name))
        }
        return try FolderTree(root.path + "/in")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/in/" + name, withDestinationPath: target)
    }

    @Test func namesAreFoundOnlyInside() throws {
        let tree = try made()
        defer { try? FileManager.default.removeItem(at: root) }
        try link("inside", to: "sub/b.txt")
        try link("outside", to: "../out/secret.txt")
        try link("folder", to: root.path + "/out")
        for (path, name) in [
            ("a.txt", "a.txt"), ("sub/../a.txt", "a.txt"), ("inside", "sub/b.txt"), (".", ""),
            (tree.root, ""), (tree.root + "/sub", "sub"), ("outside", nil), ("folder", nil),
            ("folder/secret.txt", nil), ("../out/secret.txt", nil), ("..", nil), ("", nil),
            ("/", nil), ("none", nil), ("a.txt\u{0}", nil), (tree.root + "/../out", nil),
        ] { #expect(tree.name(of: path) == name, "\(path)") }
        #expect(tree.kind(of: "sub") == .folder && tree.kind(of: "a.txt") == .file)
        #expect(try tree.folder("sub").open("b.txt")?.size == 4)
        // After a name was found, a link may replace a folder.
        #expect(tree.open("folder/secret.txt") == nil && tree.open("outside") == nil)
        #expect(throws: SystemError.self) { try tree.folder("folder") }
    }

    /// To Swift, the texts are equal.
    @Test func namesThatDifferInTheirUnicodeFormAreDifferent() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let (composed, decomposed) = (root.path + "/caf\u{E9}", root.path + "/cafe\u{301}")
        for folder in [composed, decomposed] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
        try Data("text".utf8).write(to: URL(fileURLWithPath: decomposed + "/secret.txt"))
        let tree = try FolderTree(composed)
        #expect(tree.name(of: decomposed) == nil)
        #expect(tree.name(of: "../cafe\u{301}/secret.txt") == nil)
    }
}

@Suite struct ControlGroupTests {
    @Test(
        arguments: [
            ([:], nil),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], nil),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
            (
                [
                    "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
                    "/sys/fs/cgroup/a/cpu.max": "300000 100000\n",
                    "/sys/fs/cgroup/cpu.max": "800000 100000\n",
                ], 3
            ),
            (
                [
                    "/proc/self/cgroup": "5:cpu,cpuacct:/x\n",
                    "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "50000\n",
                    "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
                    "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                    "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
                ], 1
            ),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100000 0\n"], nil),
        ] as [([String: String], Int?)])
    func lowestProcessorQuotaUpTheTreeCountsInBothVersions(files: [String: String], count: Int?) {
        #expect(ControlGroups.processorQuota { files[$0] } == count)
    }

    @Test(arguments: [("0-3,8", 5), ("2", 1), ("0-63", 64), ("3-1", 0)])
    func theAffinityMaskIsCounted(list: String, count: Int) {
        let status = "Name:\tchatprint\nCpus_allowed:\tff\nCpus_allowed_list:\t\(list)\nMems:\t1\n"
        #expect(
            ControlGroups.allowedProcessors { $0 == "/proc/self/status" ? status : nil } == count)
        #expect(ControlGroups.allowedProcessors { _ in nil } == nil)
        #expect(ControlGroups.processors >= 1)
    }
}
