import Foundation

/// Deleted with its owner.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    var path: String { url.path }

    /// Sorted.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func place(_ name: String) -> String { file(name).path }

    /// Writes a file, and the folders above it.
    @discardableResult
    func write(_ content: some Sequence<UInt8>, to name: String) throws -> String {
        let url = file(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: url)
        return url.path
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }
}
