package import Basics
import FoundationEssentials
import Importing
package import Model
import Synchronization
package import System

/// The parts of a caller's body: a conversation or an export, and its files.
package struct Upload: Sendable {
    package let bytes: [UInt8]
    let files: FileLookup
    /// Whether the files themselves are an export, without any bytes beside them.
    let isFolder: Bool
    /// Whether the bytes are not in memory; the file is then one of `files`, under its name.
    let isLarge: Bool
    /// The file's name on the caller's machine; some formats are recognized by it.
    package let filename: String?
    /// Whether the caller declares the body as JSON, which does not happen by accident.
    let isDeclaredJSON: Bool
    /// The other parts of a form.
    let parts: [Part]

    /// What opens an encrypted export.
    package var password: Secret?
    /// Other exports of the same talk, to join with this one.
    package var others: [Upload] = []

    /// The names of the form parts that hold the conversation or export, by precedence.
    package static let mainParts = ["conversation", "file", "export"]
    /// The one of these names that several parts may have: exports to join.
    package static let joinedPart = "export"
    /// The name of the part that holds the password of an encrypted export.
    package static let passwordPart = "source_password"

    /// The name of the part that stands for the file that `chatprint open` has opened.
    package static let openedPart = "opened"

    package struct Part: Sendable {
        /// The names by which the part is one of the files, its own first.
        let names: [String]
        /// Whether the part has a file name; a value of a form has none.
        let isFile: Bool

        package init(names: [String], isFile: Bool) {
            self.names = names
            self.isFile = isFile
        }
    }

    package init(
        _ bytes: [UInt8], files: FileLookup = .none, filename: String? = nil,
        isDeclaredJSON: Bool = false, parts: [Part] = []
    ) {
        self.parts = parts
        self.bytes = bytes
        self.files = files
        isFolder = false
        isLarge = false
        self.filename = filename
        self.isDeclaredJSON = isDeclaredJSON
    }

    /// Creates an upload from a local folder. Only the command does this, not the service.
    init(folder files: FileLookup, name: String) {
        bytes = []
        self.files = files
        filename = name
        isFolder = true
        isLarge = false
        isDeclaredJSON = false
        parts = []
    }

    /// Creates an upload from a large local file, which is read piece by piece.
    init(file name: String, in files: FileLookup) {
        bytes = []
        self.files = files
        filename = name
        isFolder = false
        isLarge = true
        isDeclaredJSON = false
        parts = []
    }

    /// Uploads with up to this much text, about a thousand messages, take precedence over large
    /// ones.
    package static let smallBytes = 128 << 10
    /// A byte of a picture costs a fraction of a byte of text: a photo in a body of 720 KB took
    /// 27 ms, messages of that size two seconds.
    package static let mediaShare = 16
    /// The length from which text without a mark counts as base64.
    private static let minBase64 = 1_024

    package var isSmall: Bool {
        !isFolder && !isLarge && Self.work(of: bytes[...]) <= Self.smallBytes
    }

    /// Estimates the work of reading and drawing a body, in bytes of text. Bodies that are large
    /// even if they are all base64 are not read.
    package static func work(of body: ArraySlice<UInt8>) -> Int {
        guard body.count > smallBytes, body.count <= smallBytes * mediaShare else {
            return body.count
        }
        var (work, start) = (0, body.startIndex)
        func run(upTo end: Int) -> Int {
            let count = end - start
            return count >= minBase64 ? count / mediaShare : count
        }
        for index in body.indices where !isBase64(body[index]) {
            work += run(upTo: index) + 1
            if work > smallBytes { return work }
            start = index + 1
        }
        return work + run(upTo: body.endIndex)
    }

    /// Includes the alphabet of URLs, and `\`, which some programs write before a slash.
    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "\\"):
            true
        default: ASCII.isAlphanumeric(byte)
        }
    }

    /// Whether the files are pictures, videos, audio or contacts, judged by their names.
    package var holdsOnlyMedia: Bool {
        (isFolder ? files.names : [filename ?? ""]).allSatisfy { FileKind.isMedia($0) }
    }

    /// Returns the upload with all of its bytes in memory.
    package func inMemory() throws(Explanation) -> Upload {
        guard isLarge, let filename else { return self }
        guard let bytes = files[filename] else {
            throw .unreadable(filename)
        }
        var upload = Upload(bytes, files: files, filename: filename)
        upload.password = password
        return upload
    }

    /// The number of bytes of a file; nil for a folder.
    package var size: Int? {
        isFolder ? nil : isLarge ? filename.flatMap { files.size(of: $0) } : bytes.count
    }

    /// A small file that looks like JSON.
    package func json(atMost most: Int) -> String? {
        guard !isFolder, !isLarge, !bytes.isEmpty, bytes.count <= most, looksLikeJSON else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether the body is JSON by its first byte, whatever its type says (`curl -d` calls
    /// everything a form), or by its type. Errors are then reported with their position.
    var looksLikeJSON: Bool {
        if isDeclaredJSON { return true }
        var rest = (isLarge ? files.prefix(of: filename ?? "", count: 4_096) : bytes)[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        guard let first = rest.first(where: { $0 != 0x20 && ($0 < 0x09 || $0 > 0x0D) }) else {
            return true
        }
        return (first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
            && !Export.isEncrypted(Array(rest.prefix(4_096)))
    }
}

package enum InputFault: Error, Sendable, Equatable {
    case system(path: String, SystemError)
    case unreadable(path: String)
    /// The folder contains no readable file.
    case nothing(path: String)
    case tooManyFiles(path: String, limit: Int)

    package var sentence: String {
        switch self {
        case .system(let path, let error): "\(path) cannot be read (\(error))"
        case .unreadable(let path): "\(path) cannot be read"
        case .nothing(let path): "\(path) contains no readable file"
        case .tooManyFiles(let path, let limit):
            "\(path) contains more than \(limit) files. Name the file to read"
        }
    }
}

/// Creates uploads from local files.
extension Upload {
    /// The place of the files that a conversation or an export names.
    package enum Media: Sendable {
        /// In the file's own folder and its subfolders.
        case beside
        case folder(String)
        case none
    }

    /// The maximum number of files and folders in an export.
    private static let maxFiles = 200_000
    /// The maximum number of entries of a folder among which backups are looked for.
    private static let maxBackups = 1_000
    /// The maximum size of a file that is read into memory; a larger one is read piece by piece.
    private static let maxInMemory = 16 << 20

    /// Reads a folder, a file with its neighbors, or the contents of a pipe or a device.
    package init(
        path: String, media: Media = .beside, listings: FolderListings = FolderListings()
    ) throws(InputFault) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        let kind = FileFacts(path)?.kind
        if kind == .folder {
            let tree = try Self.access(path) { () throws(SystemError) in try FolderTree(path) }
            self.init(folder: try Self.files(ofExport: tree, at: path), name: name)
            return
        }
        // Pipes and devices have no neighboring files and no size.
        guard kind == .file else {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try Stream.readAll(path)
            } catch {
                throw .system(path: path, error)
            }
            self.init(bytes, files: try Self.files(of: media, listings), filename: name)
            return
        }
        let real = url.resolvingSymlinksInPath()
        let (folder, own) = (real.deletingLastPathComponent().path, real.lastPathComponent)
        let files: FileLookup =
            switch media {
            case .folder, .none: try Self.files(of: media, listings)
            case .beside: try Self.files(beside: own, in: folder, listings)
            }
        let file: PlainFile
        do throws(SystemError) {
            file = try PlainFile(path)
        } catch {
            throw .system(path: path, error)
        }
        try self.init(file, named: name, at: path, beside: files)
    }

    /// Reads a file with its neighbors, or a folder, and nothing outside the tree, whatever
    /// replaces a file or a folder meanwhile.
    ///
    /// - Parameter name: the name in the tree, without links.
    package init(_ name: String, in tree: FolderTree) throws(InputFault) {
        let last = name.split(separator: "/").last.map(String.init)
        switch tree.kind(of: name) {
        case .folder:
            let folder = try Self.access(name) { () throws(SystemError) in try tree.folder(name) }
            self.init(
                folder: try Self.files(ofExport: folder, at: name),
                name: last ?? URL(fileURLWithPath: tree.root).lastPathComponent)
        case .file:
            let own = last ?? name
            let parent = String(name.dropLast(own.count + 1))
            let folder = try Self.access(name) { () throws(SystemError) in try tree.folder(parent) }
            guard let file = folder.open(own) else { throw .unreadable(path: name) }
            try self.init(
                file, named: own, at: name,
                beside: Self.files(in: folder, FolderListings(), without: own))
        case .other, nil: throw .unreadable(path: name)
        }
    }

    private init(
        _ file: PlainFile, named name: String, at path: String, beside files: FileLookup
    ) throws(InputFault) {
        if file.size > Self.maxInMemory {
            let all = FileLookup(
                names: files.names, failed: { files.hasFailed },
                size: { $0 == name ? file.size : files.size(of: $0) },
                read: { $0 == name ? file.read($1) : files.range(of: $0, $1) })
            self.init(file: name, in: all)
            return
        }
        guard let bytes = file.read() else { throw .unreadable(path: path) }
        self.init(bytes, files: files, filename: name)
    }

    /// The files that bytes without a folder may refer to.
    package static func files(
        of media: Media, _ listings: FolderListings = FolderListings()
    ) throws(InputFault) -> FileLookup {
        guard case .folder(let folder) = media else { return .none }
        return try files(in: folder, listings)
    }

    /// The files in a folder and its subfolders, listed when the names are first asked for.
    private static func files(
        in folder: String, _ listings: FolderListings, without own: String? = nil
    ) throws(InputFault) -> FileLookup {
        let tree = try access(folder) { () throws(SystemError) in try FolderTree(folder) }
        return files(in: tree, listings, without: own)
    }

    private static func files(
        in tree: FolderTree, _ listings: FolderListings, without own: String?
    ) -> FileLookup {
        FileLookup(
            names: listings.names(in: tree).filter { $0 != own },
            failed: { listings.hasFailed(in: tree) },
            size: { $0 == own ? nil : tree.size(of: $0) },
            read: { $0 == own ? nil : tree.read($0, $1) })
    }

    /// The folder of a readable file may not be readable. The files that the export names are then
    /// reported as missing.
    private static func files(
        beside own: String, in folder: String, _ listings: FolderListings
    ) throws(InputFault) -> FileLookup {
        do throws(InputFault) {
            return try files(in: folder, listings, without: own)
        } catch .system(_, let error) where error.isAccessDenied {
            return .none
        }
    }

    private static func files(
        ofExport tree: FolderTree, at folder: String
    ) throws(InputFault) -> FileLookup {
        if let files = backup(in: tree) { return files }
        let listing = try access(folder) { () throws(SystemError) in
            try tree.list(maxFiles: maxFiles)
        }
        guard !listing.isCut else { throw .tooManyFiles(path: folder, limit: maxFiles) }
        guard !listing.names.isEmpty else { throw .nothing(path: folder) }
        return FileLookup(
            names: listing.names, oddities: listing.oddities, size: { tree.size(of: $0) },
            read: { tree.read($0, $1) })
    }

    /// Returns the files of a phone's backup in a folder or directly below it. Its 256 subfolders
    /// may have hundreds of thousands of files and are not listed.
    private static func backup(in tree: FolderTree) -> FileLookup? {
        let names = (try? FolderNames(tree.root).names) ?? []
        let below = names.count <= maxBackups ? names : []
        return BackupFolder.files(below: below, holding: { tree.size(of: $0) != nil }).map {
            names in
            FileLookup(
                names: names, size: { tree.size(of: $0) }, read: { tree.read($0, $1) })
        }
    }

    private static func access<Value>(
        _ folder: String, _ body: () throws(SystemError) -> Value
    ) throws(InputFault) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(path: folder, error)
        }
    }
}

/// The names of the files in folders, listed when they are first asked for. The jobs of a batch
/// share them, because listing the folder for each of its files would take quadratic time.
package final class FolderListings: Sendable {
    /// The maximum number of files and folders listed; the others are found by their path.
    private static let maxFiles = 20_000
    private static let maxFolders = 16

    /// The names by folder; nil for a folder that could not be listed at the last attempt.
    private let listings = Mutex<[String: [String]?]>([:])

    package init() {}

    /// Returns no names if the folder cannot be listed; `hasFailed` then ends the import.
    func names(in tree: FolderTree) -> [String] {
        listings.withLock { known in
            if let names = known[tree.root] ?? nil { return names }
            // A failure is kept as nil, and `hasFailed` reports it.
            let names = try? tree.list(maxFiles: Self.maxFiles).names
            if known.count >= Self.maxFolders { known = [:] }
            known.updateValue(names, forKey: tree.root)
            return names ?? []
        }
    }

    func hasFailed(in tree: FolderTree) -> Bool {
        listings.withLock { known in
            guard let names = known[tree.root] else { return false }
            return names == nil
        }
    }
}
