import Foundation
import Testing

/// Unpacked by Info-ZIP.
struct UnpackedZIP {
    /// By path.
    let files: [String: Data]

    var names: [String] { files.keys.sorted() }

    init(_ zip: Data) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.zip")
        try zip.write(to: file)
        let result = try RunningService.run(
            ["unzip", "-q", file.path, "-d", "x"], folder: folder.url)
        #expect(result.code == 0, "\(result.errors)")
        let place = folder.file("x")
        var files: [String: Data] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: place.path)
            ?? FileManager.DirectoryEnumerator()
        {
            let file = place.appendingPathComponent(path)
            let values = try file.resourceValues(forKeys: [.isRegularFileKey])
            if values.isRegularFile == true { files[path] = try Data(contentsOf: file) }
        }
        self.files = files
    }

    func text(_ name: String) -> String { String(decoding: files[name] ?? Data(), as: UTF8.self) }
}
