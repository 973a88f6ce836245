import Basics
import Rendering
import System

/// The input of a command: a file with its neighbors, a folder, or standard input.
struct InputFile {
    typealias Media = Upload.Media

    let upload: Upload
    /// The path; nil for standard input.
    let path: String?

    init(_ operands: [String], media: Media = .beside) throws(CommandFailure) {
        guard operands.count <= 1 else {
            throw .usage("expected one file, got \(operands.count)")
        }
        guard let path = operands.first, path != "-" else {
            let files = try CommandFailure.wording { () throws(InputFault) in
                try Upload.files(of: media)
            }
            let bytes = try InputFile.standardInput()
            self.init(upload: Upload(bytes, files: files), path: nil)
            return
        }
        try self.init(path: path, media: media)
    }

    init(
        path: String, media: Media, listings: FolderListings = FolderListings()
    ) throws(CommandFailure) {
        let upload = try CommandFailure.wording { () throws(InputFault) in
            try Upload(path: path, media: media, listings: listings)
        }
        self.init(upload: upload, path: path)
    }

    private init(upload: Upload, path: String?) {
        self.upload = upload
        self.path = path
    }

    static func standardInput() throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try StandardInput.readAll()
        } catch {
            throw .file("standard input cannot be read (\(error))")
        }
    }

    /// Reads a whole file or pipe; `-` is standard input.
    static func contents(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return try standardInput() }
        do throws(SystemError) {
            return try Stream.readAll(path)
        } catch {
            throw .file("\(path) cannot be read (\(error))")
        }
    }

    /// Returns the input with all bytes in memory, so that reading is not measured.
    func inMemory() throws(CommandFailure) -> InputFile {
        do throws(Explanation) {
            return InputFile(upload: try upload.inMemory(), path: path)
        } catch {
            throw .problem(ProblemText(error, path: path, command: ["bench"]))
        }
    }
}

extension Arguments {
    func media() throws(CommandFailure) -> InputFile.Media {
        let folder = value("--media")
        guard has("--no-media") else { return folder.map { .folder($0) } ?? .beside }
        guard folder == nil else { throw .usage("--media and --no-media cannot be combined") }
        return .none
    }
}
