import Foundation
import Model
import System
import Testing

@testable import Rendering

@Suite struct FolderListingsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    private func write(_ name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(name.utf8).write(to: file)
    }

    /// Listing the folder again for each of its files would take quadratic time.
    @Test func filesOfAFolderShareItsList() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.txt", "b.txt"] { try write(name) }
        let listings = FolderListings()
        func files(beside name: String) throws -> Upload {
            try Upload(path: folder.appending(path: name).path, listings: listings)
        }
        #expect(try files(beside: "a.txt").files.names == ["b.txt"])
        try write("c.txt")
        let later = try files(beside: "b.txt").files
        #expect(later.names == ["a.txt"])
        #expect(later["c.txt"] == Array("c.txt".utf8))
    }

    @Test func aFolderThatCannotBeListedIsAFailure() throws {
        try write("a.txt")
        let files = try Upload(path: folder.appending(path: "a.txt").path).files
        #expect(!files.hasFailed)
        try FileManager.default.removeItem(at: folder)
        #expect(files.names.isEmpty)
        #expect(files.hasFailed)
    }

    /// A backup of a phone has hundreds of thousands of files in 256 folders.
    @Test func theFoldersOfABackupAreNotListed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Manifest.db", "Manifest.plist"] { try write("device/\(name)") }
        try write("device/3d/3d0d")
        for path in [folder.path, folder.path + "/device"] {
            let files = try Upload(path: path).files
            let prefix = path == folder.path ? "device/" : ""
            #expect(files.names == [prefix + "Manifest.db", prefix + "Manifest.plist"])
            #expect(files[prefix + "3d/3d0d"] == Array("device/3d/3d0d".utf8))
        }
    }
}
