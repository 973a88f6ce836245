import Glibc

/// The kind of file at an output's path, following symbolic links.
///
/// Only a regular file may be replaced. Replacing a device, a pipe or a socket would remove it, and
/// its readers would wait forever.
package enum OutputPlace: Sendable {
    /// A regular or missing file, at the resolved path.
    case file(String, existing: FileOwnership?)
    /// A device or a pipe.
    case stream(String)
    case socket(String)
    /// A descriptor of this process, as in `/dev/stdout`.
    case descriptor(Int32)

    /// The maximum number of links, as in the kernel.
    private static let maxLinks = 40

    package init(_ path: String) throws(SystemError) {
        var path = path
        for _ in 0...OutputPlace.maxLinks {
            var facts = stat()
            guard unsafe lstat(path, &facts) == 0 else {
                guard errno == ENOENT else { throw SystemError("lstat") }
                self = .file(path, existing: nil)
                return
            }
            switch facts.st_mode & S_IFMT {
            case S_IFREG:
                self = .file(path, existing: FileOwnership(facts))
                return
            case S_IFDIR: throw SystemError("open", code: EISDIR)
            case S_IFSOCK:
                self = .socket(path)
                return
            case S_IFLNK: break
            default:
                self = .stream(path)
                return
            }
            let folder = OutputPlace.folder(of: path)
            let real = OutputPlace.realPath(folder)
            if real.hasPrefix("/proc/") {
                // The target of a link in `/proc` may be a description instead of a path.
                if real == OutputPlace.realPath("/proc/self/fd"),
                    let number = Int32(path.split(separator: "/").last ?? "")
                {
                    self = .descriptor(number)
                } else {
                    self = .stream(path)
                }
                return
            }
            let target = try OutputPlace.target(ofLink: path)
            path = target.hasPrefix("/") ? target : folder + "/" + target
        }
        throw SystemError("open", code: ELOOP)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func realPath(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func target(ofLink path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { throw SystemError("readlink") }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The owner and the permissions of a file.
package struct FileOwnership: Sendable, Equatable {
    let user: uid_t
    let group: gid_t
    let mode: mode_t

    init(_ facts: stat) {
        user = facts.st_uid
        group = facts.st_gid
        mode = facts.st_mode & 0o7777
    }
}
