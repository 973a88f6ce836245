import Foundation
import System
import Testing

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
