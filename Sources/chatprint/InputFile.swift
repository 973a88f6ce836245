import Basics
import Rendering
import System

/// The input of a command: a file with its neighbors, a folder, or standard input.
struct InputFile {
    typealias Media = Upload.Media

    private(set) var upload: Upload
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

    /// The operand of a command, with the password that its options name.
    init(_ arguments: Arguments) throws(CommandFailure) {
        try self.init(arguments.operands, media: try arguments.media())
        upload.password = try arguments.sourcePassword(readsInput: path == nil)
    }

    /// The operands of a command, as exports of one talk.
    init(joining arguments: Arguments) throws(CommandFailure) {
        guard arguments.operands.count > 1 else {
            throw .usage("join needs at least two files, got \(arguments.operands.count)")
        }
        try self.init(joining: arguments.operands, media: try arguments.media())
        upload.password = try arguments.sourcePassword()
    }

    init(joining paths: [String], media: Media) throws(CommandFailure) {
        try self.init(path: paths[0], media: media)
        upload.others = try paths.dropFirst().map { path throws(CommandFailure) in
            try InputFile(path: path, media: media).upload
        }
    }

    init(
        path: String, media: Media, listings: FolderListings = FolderListings(),
        password: Secret? = nil
    ) throws(CommandFailure) {
        var upload = try CommandFailure.wording { () throws(InputFault) in
            try Upload(path: path, media: media, listings: listings)
        }
        upload.password = password
        self.init(upload: upload, path: path)
    }

    private init(upload: Upload, path: String?) {
        self.upload = upload
        self.path = path
    }

    mutating func setPassword(_ password: Secret?) { upload.password = password }

    /// Reads the input, and again with a password from the terminal if it is encrypted and the
    /// command line names none.
    mutating func read<Value>(
        _ body: (Upload) throws(Explanation) -> Value
    ) throws(Explanation) -> Value {
        do throws(Explanation) {
            return try body(upload)
        } catch {
            guard error.type == .locked, upload.password == nil, let path,
                let password = Terminal.password("Password or key of \(path): ")
            else { throw error }
            Terminal.endProgress()
            upload.password = password
            return try body(upload)
        }
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
    /// Reads the password or key of an encrypted export, so that no list of processes shows it.
    func sourcePassword(readsInput: Bool = false) throws(CommandFailure) -> Secret? {
        guard let path = value("--source-password-file") else { return nil }
        if path == "-" {
            guard !readsInput else {
                throw .usage("standard input cannot be both the export and its password")
            }
            if let typed = Terminal.password("Password: ") { return typed }
        }
        var bytes = try InputFile.contents(of: path)
        guard bytes.count <= 1 << 16 else {
            throw .usage("--source-password-file: \(path) is too large for a password or key")
        }
        return Secret(file: &bytes)
    }

    func media() throws(CommandFailure) -> InputFile.Media {
        let folder = value("--media")
        guard has("--no-media") else { return folder.map { .folder($0) } ?? .beside }
        guard folder == nil else { throw .usage("--media and --no-media cannot be combined") }
        return .none
    }
}
