// The module that defines `stat` depends on the order in which headers are loaded.
import CSockets
import Glibc

/// The regular files in a folder and its subfolders. Links out of the folder are not followed, and
/// other kinds of files are never opened: a pipe or a device may never end.
package struct FolderTree: Sendable {
    package struct Listing: Sendable {
        /// Paths relative to the folder, sorted.
        package let names: [String]
        /// The problems with omitted files.
        package let oddities: [String]
        package let isCut: Bool
    }

    /// The folder's absolute path, without links.
    package let root: String

    package init(_ path: String) throws(SystemError) {
        guard let root = FolderTree.realPath(path) else { throw SystemError("realpath") }
        let number = unsafe Glibc.open(root, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard number >= 0 else { throw SystemError("open") }
        close(number)
        self.root = root
    }

    /// - Parameter maxFiles: the maximum number of files and folders to visit.
    package func list(maxFiles: Int) throws(SystemError) -> Listing {
        var walk = Walk(root: root, maxFiles: maxFiles)
        try walk.enter("")
        while let folder = walk.folders.popLast() {
            do throws(SystemError) {
                try walk.enter(folder)
            } catch {
                walk.note("\(folder) cannot be read")
            }
        }
        return Listing(names: walk.names.sorted(), oddities: walk.oddities, isCut: walk.isCut)
    }

    package func size(of name: String) -> Int? {
        open(name)?.size
    }

    package func read(_ name: String, _ range: Range<Int> = 0..<Int.max) -> [UInt8]? {
        open(name)?.read(range)
    }

    /// Returns the name of an existing file or folder inside the folder, without links, by a path
    /// relative to the folder or an absolute path. Returns an empty name for the folder itself, and
    /// nil for places outside.
    package func name(of path: String) -> String? {
        guard !path.isEmpty, !path.utf8.contains(0),
            let real = FolderTree.realPath(path.hasPrefix("/") ? path : root + "/" + path)
        else { return nil }
        if real.utf8.elementsEqual(root.utf8) { return "" }
        guard FolderTree.isInside(real, root) else { return nil }
        return String(Substring(real.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)))
    }

    /// Returns the kind of a file; a link may have replaced it by the time that it is opened.
    package func kind(of name: String) -> FileFacts.Kind? {
        FileFacts(root + "/" + name)?.kind
    }

    /// Returns a folder inside this one, or this one for an empty name.
    package func folder(_ name: String) throws(SystemError) -> FolderTree {
        let tree = name.isEmpty ? self : try FolderTree(root + "/" + name)
        // A link may have replaced the folder meanwhile. What is opened later is checked again,
        // against a root that is inside this folder.
        guard name.isEmpty || FolderTree.isInside(tree.root, root) else {
            throw SystemError("open", code: EACCES)
        }
        return tree
    }

    /// Follows links that stay inside the folder.
    package func open(_ name: String) -> PlainFile? {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.utf8.contains(0), steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
            let file = try? PlainFile(root + "/" + name),
            // On the open file: a link may have replaced a folder meanwhile.
            let place = FolderTree.target(ofLink: "/proc/self/fd/\(file.number)"),
            FolderTree.isInside(place, root)
        else { return nil }
        return file
    }

    /// Compares bytes: to Swift, names that differ only in their Unicode form are equal.
    static func isInside(_ path: String, _ root: String) -> Bool {
        path.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8)
    }

    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

private struct Walk {
    let root: String
    let maxFiles: Int
    var names: [String] = []
    var folders: [String] = []
    var oddities: [String] = []
    var isCut = false
    private var seen = 0

    init(root: String, maxFiles: Int) {
        self.root = root
        self.maxFiles = maxFiles
    }

    mutating func note(_ oddity: String) {
        if oddities.count < 20 { oddities.append(oddity) }
    }

    /// Visits the entries of a folder inside the root that is not a link.
    mutating func enter(_ folder: String) throws(SystemError) {
        let path = folder.isEmpty ? root : root + "/" + folder
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
        guard number >= 0 else { throw SystemError("open") }
        guard let stream = unsafe fdopendir(number) else {
            close(number)
            throw SystemError("fdopendir")
        }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(validatingCString: $0)
                }
            }
            let type = Int(unsafe entry.pointee.d_type)
            guard let name else {
                note("a file name in \(folder.isEmpty ? "the folder" : folder) is not UTF-8")
                continue
            }
            // Hidden files are not part of an export: programs leave metadata in folders.
            guard !name.hasPrefix(".") else { continue }
            seen += 1
            guard seen <= maxFiles else {
                isCut = true
                folders = []
                return
            }
            take(folder.isEmpty ? name : folder + "/" + name, type)
        }
    }

    private mutating func take(_ name: String, _ type: Int) {
        switch type {
        case DT_REG:
            guard unsafe access(root + "/" + name, R_OK) == 0 else {
                return note("\(name) cannot be read")
            }
            names.append(name)
        case DT_DIR: folders.append(name)
        case DT_LNK, DT_UNKNOWN: takeLink(name)
        default: note("\(name) is skipped: it is not a regular file")
        }
    }

    private mutating func takeLink(_ name: String) {
        var facts = stat()
        guard let real = FolderTree.realPath(root + "/" + name), unsafe lstat(real, &facts) == 0
        else { return note("\(name) is skipped: the link is broken") }
        guard FolderTree.isInside(real, root) else {
            return note("\(name) is skipped: it leads outside the folder")
        }
        let isLink = real != root + "/" + name
        switch facts.st_mode & S_IFMT {
        case S_IFREG: names.append(name)
        // A link to a parent folder would never end.
        case S_IFDIR where !isLink: folders.append(name)
        default: note("\(name) is skipped: it is not a regular file")
        }
    }
}

/// The names of the files and folders in a folder, except hidden ones.
package struct FolderNames: Sendable {
    /// The valid names, sorted.
    package let names: [String]
    /// The names that are not valid UTF-8, repaired for display. They open no file.
    package let invalid: [String]

    package init(_ path: String) throws(SystemError) {
        guard let stream = unsafe opendir(path) else { throw SystemError("opendir") }
        defer { unsafe closedir(stream) }
        var (names, invalid): ([String], [String]) = ([], [])
        while let entry = unsafe readdir(stream) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    let repaired = unsafe String(cString: name)
                    guard !repaired.hasPrefix(".") else { return }
                    let isValid = unsafe String(validatingCString: name) != nil
                    if isValid { names.append(repaired) } else { invalid.append(repaired) }
                }
            }
        }
        (self.names, self.invalid) = (names.sorted(), invalid.sorted())
    }
}

/// A regular file open for reading, even if its path is replaced meanwhile.
package final class PlainFile: Sendable {
    /// The size in bytes when the file was opened.
    package let size: Int
    private let descriptor: Descriptor

    var number: Int32 { descriptor.number }

    /// Only regular files are allowed, because a pipe or a device may never end.
    package convenience init(_ path: String) throws(SystemError) {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        try self.init(Descriptor(number, from: "open"))
    }

    init(_ descriptor: consuming Descriptor) throws(SystemError) {
        let facts = try descriptor.facts()
        guard facts.st_mode & S_IFMT == S_IFREG else { throw SystemError("open", code: EINVAL) }
        size = Int(facts.st_size)
        self.descriptor = descriptor
    }

    /// Reads the existing part of a range; nil if reading fails.
    package func read(_ range: Range<Int> = 0..<Int.max) -> [UInt8]? {
        // Bytes appended since opening are ignored.
        let range = range.clamped(to: 0..<max(0, size))
        return try? descriptor.read(range.count, at: range.lowerBound)
    }
}

/// Reads files of any kind, up to a limit: a path may name an endless device.
package enum FileBytes {
    package static func read(_ path: String, atMost most: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(
            unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC), from: "open")
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(max(most, 1), 1 << 16))
        while bytes.count < most {
            switch file.read(into: &piece, atMost: most - bytes.count) {
            case .moved(0): return bytes
            case .moved(let count): bytes += piece[..<count]
            case .wouldBlock: throw SystemError("read", code: EAGAIN)
            case .failed(let error): throw error
            }
        }
        return bytes
    }
}

/// Metadata of the file at a path, following symbolic links.
package struct FileFacts: Sendable, Equatable {
    package enum Kind: Sendable { case file, folder, other }

    package let kind: Kind
    package let bytes: Int

    /// Returns nil if there is no file, or if it may not be examined.
    package init?(_ path: String) {
        var facts = Glibc.stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        bytes = Int(facts.st_size)
        kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
    }
}
