import Conversation
import FoundationEssentials
import Service
import System

/// The input of a command: a file with its neighbors, a folder, or standard input.
struct InputFile {
    /// The place of the files that a conversation or an export names.
    enum Media: Sendable {
        /// In the file's own folder and below it.
        case beside
        case folder(String)
        case none
    }

    let upload: Upload
    /// nil for standard input.
    let path: String?

    /// Files and folders of one export.
    private static let mostFiles = 200_000
    /// Files that are listed of a folder that a file merely lies in; the others are found by their
    /// path.
    private static let mostBeside = 20_000

    /// A larger file stays where it is, and is read piece by piece as it lies.
    private static let largest = 16 << 20

    init(_ operands: [String], media: Media = .beside) throws(CommandFailure) {
        guard operands.count <= 1 else {
            throw .usage("expected one file, got \(operands.count)")
        }
        guard let path = operands.first, path != "-" else {
            let files: FileLookup =
                if case .folder(let folder) = media {
                    try InputFile.files(in: folder, most: InputFile.mostBeside)
                } else {
                    .none
                }
            let bytes = try InputFile.standardInput()
            self.init(upload: Upload(bytes, files: files), path: nil)
            return
        }
        try self.init(path: path, media: media)
    }

    /// All of standard input.
    static func standardInput() throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try StandardInput.readAll()
        } catch {
            throw .file("standard input cannot be read (\(error))")
        }
    }

    /// All of a file, or of a pipe, by its path; `-` is standard input.
    static func contents(of path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return try standardInput() }
        do throws(SystemError) {
            return try Stream.readAll(path)
        } catch {
            throw .file("\(path) cannot be read (\(error))")
        }
    }

    private init(upload: Upload, path: String?) {
        self.upload = upload
        self.path = path
    }

    init(path: String, media: Media) throws(CommandFailure) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        if InputFile.isFolder(path) {
            let files = try InputFile.files(in: path, most: InputFile.mostFiles, isWhole: true)
            guard !files.names.isEmpty else {
                throw .file("\(path) holds no file that can be read")
            }
            self.init(upload: Upload(folder: files, name: name), path: path)
            return
        }
        // Pipes and devices have nothing beside them, and no size.
        guard InputFile.isFile(path) else {
            let bytes = try InputFile.contents(of: path)
            let files: FileLookup =
                if case .folder(let folder) = media {
                    try InputFile.files(in: folder, most: InputFile.mostBeside)
                } else {
                    .none
                }
            self.init(upload: Upload(bytes, files: files, filename: name), path: path)
            return
        }
        let real = url.resolvingSymlinksInPath()
        let (folder, own) = (real.deletingLastPathComponent().path, real.lastPathComponent)
        let files: FileLookup =
            switch media {
            case .folder(let folder): try InputFile.files(in: folder, most: InputFile.mostBeside)
            // Who may read a file need not be allowed to list its folder: what it names is then
            // told to be missing.
            case .beside:
                (try? InputFile.files(in: folder, most: InputFile.mostBeside, without: own))
                    ?? .none
            case .none: .none
            }
        let file: PlainFile
        do throws(SystemError) {
            file = try PlainFile(path)
        } catch {
            throw .file("\(path) cannot be read (\(error))")
        }
        if file.size > InputFile.largest,
            let head = file.read(0..<1_024), !Upload.needsMemory(head)
        {
            let all = FileLookup(
                names: files.names, oddities: files.oddities,
                size: { $0 == name ? file.size : files.size(of: $0) },
                read: { $0 == name ? file.read($1) : files.range(of: $0, $1) })
            self.init(upload: Upload(file: name, in: all), path: path)
            return
        }
        guard let bytes = file.read() else { throw .file("\(path) cannot be read") }
        self.init(upload: Upload(bytes, files: files, filename: name), path: path)
    }

    /// The same with all of its bytes in memory, for whoever measures what is made of them.
    func inMemory() throws(CommandFailure) -> InputFile {
        do throws(Problem) {
            return InputFile(upload: try upload.inMemory(), path: path)
        } catch {
            throw .problem(ProblemText(error, path: path, command: "bench"))
        }
    }

    /// The files in a folder and below it.
    private static func files(
        in folder: String, most: Int, isWhole: Bool = false, without own: String? = nil
    ) throws(CommandFailure) -> FileLookup {
        let tree: FolderTree
        do throws(SystemError) {
            tree = try FolderTree(folder, most: most)
        } catch {
            throw .file("\(folder) cannot be read (\(error))")
        }
        guard !tree.isCut || !isWhole else {
            throw .refused("\(folder) holds more than \(most) files: name the one that is meant")
        }
        return FileLookup(
            names: own == nil ? tree.names : tree.names.filter { $0 != own },
            oddities: tree.oddities, size: { $0 == own ? nil : tree.size(of: $0) },
            read: { $0 == own ? nil : tree.read($0, $1) })
    }

    static func isFolder(_ path: String) -> Bool { FileFacts(path)?.kind == .folder }

    /// Whether there is a plain file: devices and pipes may never end.
    static func isFile(_ path: String) -> Bool { FileFacts(path)?.kind == .file }
}

extension Arguments {
    func media() throws(CommandFailure) -> InputFile.Media {
        let folder = value("--media")
        guard has("--no-media") else { return folder.map { .folder($0) } ?? .beside }
        guard folder == nil else { throw .usage("--media and --no-media cannot be combined") }
        return .none
    }
}
