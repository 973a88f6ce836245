import FoundationEssentials
package import Model
package import System

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
            self.init(folder: try Self.files(ofExport: path), name: name)
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
        if file.size > Self.maxInMemory, let head = file.read(0..<1_024), !Self.needsMemory(head) {
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
        return FileLookup(
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

    private static func files(ofExport folder: String) throws(InputFault) -> FileLookup {
        let (tree, listing) = try access(folder) { () throws(SystemError) in
            let tree = try FolderTree(folder)
            return (tree, try tree.list(maxFiles: maxFiles))
        }
        guard !listing.isCut else { throw .tooManyFiles(path: folder, limit: maxFiles) }
        guard !listing.names.isEmpty else { throw .nothing(path: folder) }
        return FileLookup(
            names: listing.names, oddities: listing.oddities, size: { tree.size(of: $0) },
            read: { tree.read($0, $1) })
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
