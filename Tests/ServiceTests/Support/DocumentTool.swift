import Foundation

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
