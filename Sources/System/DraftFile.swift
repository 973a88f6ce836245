import Glibc
import Synchronization

/// A temporary file that gets its name once it is complete.
///
/// The file is locked while it is written. The kernel releases the lock when the process exits, so
/// a draft that can be locked is abandoned. Process IDs cannot identify the writer: containers that
/// share a folder all have a process 1.
package final class DraftFile: Sendable {
    private let target: String
    /// The temporary name.
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

    package func discard() { _ = unsafe unlink(name) }

    // MARK: - Abandoned drafts

    /// The final name of a draft; nil if the name is not that of a draft.
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
