import Foundation

/// What a command reads: a file, or standard input.
struct InputFile {
    /// nil for standard input.
    let name: String?
    let bytes: [UInt8]

    init(_ operands: [String]) throws(CommandFailure) {
        guard operands.count <= 1 else {
            throw .usage("one file at a time, not \(operands.count)")
        }
        guard let path = operands.first, path != "-" else {
            name = nil
            bytes = Array(FileHandle.standardInput.readDataToEndOfFile())
            return
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .file("\(path) cannot be read")
        }
        name = (path as NSString).lastPathComponent
        bytes = Array(data)
    }
}
