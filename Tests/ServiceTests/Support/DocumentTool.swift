import Foundation

/// Runs an external program on a document, whose path replaces the argument `FILE`.
func tool(
    _ words: [String], on document: Data
) throws -> (code: Int32, text: String, data: Data) {
    let folder = try TemporaryFolder()
    let file = folder.file("document.pdf")
    try document.write(to: file)
    let result = try RunningService.run(words.map { $0 == "FILE" ? file.path : $0 })
    return (result.code, String(decoding: result.output, as: UTF8.self), result.output)
}
