import CSockets
import Glibc
import Synchronization

/// A temporary file that gets its name once it is complete.
///
/// The file is locked while it is written. The kernel releases the lock when the process exits, so
/// a draft that can be locked is abandoned. Process IDs cannot identify the writer: containers that
/// share a folder all have a process 1.
package final class DraftFile: Sendable {
    private let target: String
    private let name: String
    private let file: Descriptor

    /// Numbers the drafts, because several may have the same target.
    private static let drafts = Atomic(0)
    private static let mark = ".part-"

    /// - Parameters:
    ///   - target: the final path.
    ///   - ownership: the final owner; nil for this process's.
    package convenience init(
        for target: String, keeping ownership: FileOwnership?
    ) throws(SystemError) {
        try self.init(for: target)
        guard let ownership else { return }
        do throws(SystemError) {
            // The mode is set after the owner, because a change of owner clears mode bits.
            try file.give(to: ownership)
        } catch {
            discard()
            throw error
        }
    }

    package init(for target: String) throws(SystemError) {
        self.target = target
        while true {
            let number = DraftFile.drafts.add(1, ordering: .relaxed).newValue
            let name = "\(target)\(DraftFile.mark)\(getpid())-\(number)"
            do throws(SystemError) {
                let file = try Descriptor(
                    unsafe open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666),
                    from: "open")
                // A cleanup may have removed the file before it was locked.
                guard DraftFile.lock(file) != .taken, try file.facts().st_nlink > 0 else {
                    continue
                }
                self.name = name
                self.file = file
                return
            } catch {
                // EEXIST: a dead process with the same ID left a draft.
                guard error.code == EEXIST else { throw error }
            }
        }
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    /// Renames the file atomically: others see the previous file or the complete new one.
    package func publish() throws(SystemError) {
        do throws(SystemError) {
            try file.flush()
            // A device may have been created at the path meanwhile.
            guard case .file = try OutputPlace(target) else {
                throw SystemError("rename", code: EEXIST)
            }
            guard unsafe rename(name, target) == 0 else { throw SystemError("rename") }
        } catch {
            discard()
            throw error
        }
    }

    /// Renames the file unless another file has the name. Returns whether it was renamed.
    ///
    /// `rename` replaces files, so an empty file reserves the name first. A hard link needs no second
    /// step, but not every file system has links.
    package func publish(asNew path: String) throws(SystemError) -> Bool {
        try file.flush()
        do throws(SystemError) {
            _ = try Descriptor(
                unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666), from: "open")
        } catch {
            guard error.code == EEXIST else { throw error }
            return false
        }
        guard unsafe rename(name, path) == 0 else {
            let error = SystemError("rename")
            _ = unsafe unlink(path)
            throw error
        }
        return true
    }

    package func discard() { _ = unsafe unlink(name) }

    package static func target(ofDraft name: String) -> String? {
        guard let dash = name.lastIndex(of: "-") else { return nil }
        let numbers = [name[..<dash], name[name.index(after: dash)...]]
        guard let start = numbers[0].range(ofLast: mark) else { return nil }
        let isNumbered = [numbers[0][start.upperBound...], numbers[1]].allSatisfy { digits in
            (1...19).contains(digits.utf8.count) && digits.first != "0"
                && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return isNumbered ? String(name[..<start.lowerBound]) : nil
    }

    /// Removes a draft whose writer is dead. Keeps all drafts if the file system has no locks.
    package static func removeIfAbandoned(_ name: String) {
        // Only regular files are removed, because the target of a link belongs to others.
        guard
            let file = try? Descriptor(
                unsafe open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), from: "open"),
            let facts = try? file.facts(), facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1,
            lock(file) == .ours
        else { return }
        // If the draft was published meanwhile, it has another name, and nothing is removed.
        _ = unsafe unlink(name)
    }

    private enum Lock { case ours, taken, none }

    private static func lock(_ file: borrowing Descriptor) -> Lock {
        while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return errno == EWOULDBLOCK ? .taken : .none }
        }
        return .ours
    }
}

extension Substring {
    fileprivate func range(ofLast words: String) -> Range<Index>? {
        var rest = self
        while let end = rest.utf8.lastIndex(of: words.utf8.first ?? 0) {
            if self[end...].hasPrefix(words) {
                return end..<self.utf8.index(end, offsetBy: words.utf8.count)
            }
            rest = rest[..<end]
        }
        return nil
    }
}

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
            let real = FolderTree.realPath(folder) ?? folder
            if real.hasPrefix("/proc/") {
                // The target of a link in `/proc` may be a description instead of a path.
                if real == FolderTree.realPath("/proc/self/fd"),
                    let number = Int32(path.split(separator: "/").last ?? "")
                {
                    self = .descriptor(number)
                } else {
                    self = .stream(path)
                }
                return
            }
            guard let target = FolderTree.target(ofLink: path) else {
                throw SystemError("readlink")
            }
            path = target.hasPrefix("/") ? target : folder + "/" + target
        }
        throw SystemError("open", code: ELOOP)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

}

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

/// An output written directly: a device, a pipe, a socket or an inherited descriptor.
package final class DirectOutput: Sendable {
    private let file: Descriptor

    package init(stream path: String) throws(SystemError) {
        // Does not create a file (the target may be gone by now) or acquire a controlling terminal.
        file = try Descriptor(
            unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), from: "open")
    }

    /// Truncates and rewrites a file that only its owner may replace.
    package init(file path: String) throws(SystemError) {
        file = try Descriptor(unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC), from: "open")
    }

    package init(descriptor number: Int32) throws(SystemError) {
        file = try Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0), from: "fcntl")
    }

    package init(socket path: String) throws(SystemError) {
        let address = try UnixSocketAddress(path)
        let descriptor = try Descriptor(socket_open(AF_UNIX), from: "socket")
        // Makes the socket blocking, because a command may wait for its reader.
        _ = fcntl(descriptor.number, F_SETFL, 0)
        guard address.connect(descriptor.number) else {
            throw SystemError("connect")
        }
        file = descriptor
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    package func finish() throws(SystemError) { try file.flush() }
}
