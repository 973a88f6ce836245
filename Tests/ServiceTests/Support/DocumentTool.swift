import Foundation
import Testing

/// The document's path replaces the argument `FILE`.
func tool(
    _ words: [String], on document: Data
) throws -> ToolOutput {
    let folder = try TemporaryFolder()
    let file = folder.file("document.pdf")
    try document.write(to: file)
    let result = try RunningService.run(words.map { $0 == "FILE" ? file.path : $0 })
    return ToolOutput(code: result.code, data: result.output)
}

func hasProgram(_ name: String) -> Bool {
    (try? RunningService.run(["sh", "-c", "command -v \(name)"]))?.code == 0
}

/// The text of a document's pages, read by Poppler.
func pageText(of document: Data) throws -> String {
    try tool(["pdftotext", "-raw", "FILE", "-"], on: document).text
}

/// The files of a folder as a ZIP, written by Info-ZIP.
func zip(_ folder: URL) throws -> Data {
    try RunningService.run(["zip", "-q", "-r", "-", "."], folder: folder).output
}

/// What a program printed about a document.
struct ToolOutput {
    let code: Int32
    let data: Data

    /// Computed when asked for: while tests run, the repair of each byte that is no UTF-8 captures a
    /// backtrace.
    var text: String { String(decoding: data, as: UTF8.self) }
}

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
