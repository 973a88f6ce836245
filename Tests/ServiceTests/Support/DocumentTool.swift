import Foundation

/// Runs an external program on a document, whose path replaces the argument `FILE`.
func tool(_ words: [String], on document: Data) throws -> (code: Int32, text: String) {
    let file = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString + ".pdf")
    try document.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RunningService.run(words.map { $0 == "FILE" ? file.path : $0 })
    return (result.code, String(decoding: result.output, as: UTF8.self))
}
