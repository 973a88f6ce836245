import Foundation
import System
import Testing

@Suite struct DraftFileTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .path

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
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
        let kept = FileManager.default.contents(atPath: folder.place("a.png"))
        #expect(kept == Data("before".utf8))
        #expect(folder.names.count == 2)
        try draft.publish()
        #expect(folder.names == ["a.png"])
        let published = FileManager.default.contents(atPath: folder.place("a.png"))
        #expect(published == Data("whole".utf8))
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
