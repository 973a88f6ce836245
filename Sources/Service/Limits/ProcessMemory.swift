import FoundationEssentials
import Glibc

/// The memory of a process: the amount in use, or the system's limit.
package struct ProcessMemory: Sendable, Equatable {
    /// The number of bytes in physical memory.
    package var resident: Int
    /// The number of bytes of address space.
    package var mapped: Int

    // MARK: Use

    /// The memory used by this process; nil without /proc.
    package static var used: ProcessMemory? { measured("self", countsShared: true) }

    /// The memory used by this process without pages of files, which processes of one program
    /// share.
    package static var usedAlone: ProcessMemory? { measured("self", countsShared: false) }

    /// Returns the memory used by a child process without pages of files.
    package static func usedAlone(by process: Int32) -> ProcessMemory? {
        measured("\(process)", countsShared: false)
    }

    private static func measured(_ process: String, countsShared: Bool) -> ProcessMemory? {
        let fields = (read("/proc/\(process)/statm") ?? "").split(separator: " ")
        guard fields.count > 2, let mapped = Int(fields[0]), let resident = Int(fields[1]),
            let shared = Int(fields[2])
        else { return nil }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return ProcessMemory(
            resident: (countsShared ? resident : resident - shared) * page, mapped: mapped * page)
    }

    // MARK: Limits

    /// The limits of this process: the machine's memory, RLIMIT_AS and control groups.
    static var limit: ProcessMemory {
        let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let mapped = addressSpaceLimit(read) ?? .max
        return ProcessMemory(
            resident: min(machine, mapped, controlGroupLimit(read) ?? .max), mapped: mapped)
    }

    /// The soft limit of address space (RLIMIT_AS); nil if there is none.
    static func addressSpaceLimit(_ read: (String) -> String?) -> Int? {
        let name = "Max address space"
        let line = (read("/proc/self/limits") ?? "").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }

    /// The lowest limit of the process's control groups (version 1 and 2) and their ancestors.
    ///
    /// - Parameter read: returns a file's text by its path.
    static func controlGroupLimit(_ read: (String) -> String?) -> Int? {
        var lowest: Int?
        for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[0] == "0" && fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains("memory") else { continue }
            let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
            let file = isUnified ? "/memory.max" : "/memory.limit_in_bytes"
            var steps = fields[2].split(separator: "/").filter { $0 != ".." }
            while true {
                let folder = steps.isEmpty ? root : root + "/" + steps.joined(separator: "/")
                // "max" is not a number. Version 1 writes a number near 2^63 for no limit.
                let text = (read(folder + file) ?? "").filter { !$0.isWhitespace }
                if let limit = Int(text), limit > 0 { lowest = min(lowest ?? limit, limit) }
                if steps.popLast() == nil { break }
            }
        }
        return lowest
    }

    private static func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
