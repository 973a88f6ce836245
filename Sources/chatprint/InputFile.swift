import Foundation
import Service

/// What a command reads: a file, or standard input.
struct InputFile {
    let upload: Upload

    init(_ operands: [String]) throws(CommandFailure) {
        guard operands.count <= 1 else {
            throw .usage("one file at a time, not \(operands.count)")
        }
        guard let path = operands.first, path != "-" else {
            upload = Upload(Array(FileHandle.standardInput.readDataToEndOfFile()))
            return
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .file("\(path) cannot be read")
        }
        upload = Upload(
            Array(data), filename: URL(fileURLWithPath: path).lastPathComponent)
    }

    /// Whether there is a plain file: devices and pipes may never end.
    static func isFile(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
        return facts?[.type] as? FileAttributeType == .typeRegular
    }
}
