import Foundation

/// Runs an external program on a document, whose path replaces the argument `FILE`.
func tool(
    _ words: [String], on document: Data
) throws -> ToolOutput {
    let folder = try TemporaryFolder()
    let file = folder.file("document.pdf")
    try document.write(to: file)
    let result = try RunningService.run(words.map { $0 == "FILE" ? file.path : $0 })
    return ToolOutput(code: result.code, data: result.output)
}

/// What a program printed about a document.
struct ToolOutput {
    let code: Int32
    let data: Data

    /// Computed when asked for: while tests run, the repair of each byte that is no UTF-8 captures a
    /// backtrace.
    var text: String { String(decoding: data, as: UTF8.self) }
}
