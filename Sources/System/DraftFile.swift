import Glibc
import Synchronization

/// A file on its way to its name, which it gets once it is whole.
///
/// It is locked while somebody writes it. The kernel gives the lock back when the process ends,
/// however it ends; so a draft that can be locked is one that nobody will finish. Process numbers
/// would not tell: containers that share a folder all have a process 1.
package final class DraftFile: Sendable {
    private let target: String
    /// The temporary name.
    private let name: String
    private let file: Descriptor

    /// Several may be under way for one name.
    private static let drafts = Atomic(0)
    private static let mark = ".part-"

    /// - Parameters:
    ///   - target: the name that the file gets in the end.
    ///   - ownership: whose it will be; nil for ours.
    package convenience init(
        for target: String, keeping ownership: FileOwnership?
    ) throws(SystemError) {
        try self.init(for: target)
        guard let ownership else { return }
        do throws(SystemError) {
            // The mode afterwards: a change of owner takes bits away.
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
                // Whoever tidies up may have found it before it was locked, and taken it away.
                guard DraftFile.lock(file) != .taken, try file.facts().st_nlink > 0 else {
                    continue
                }
                self.name = name
                self.file = file
                return
            } catch {
                // A process of the same number died here; its drafts are in nobody's way.
                guard error.code == EEXIST else { throw error }
            }
        }
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    /// Gives the file its name, in one step: who looks sees the file that had it before, or this
    /// one whole.
    package func publish() throws(SystemError) {
        do throws(SystemError) {
            try file.flush()
            // What has come there since we looked may be a device.
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

    // MARK: - What others left

    /// The name that a draft of that name was to get; nil for any other file.
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

    /// Removes a draft whose writer is dead. Where the file system has no locks, all are left.
    package static func removeIfAbandoned(_ name: String) {
        // Nothing but a file of its own: what a link leads to is somebody else's.
        guard
            let file = try? Descriptor(
                unsafe open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), from: "open"),
            let facts = try? file.facts(), facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1,
            lock(file) == .ours
        else { return }
        // Published in between, it has another name by now, and this removes nothing.
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
