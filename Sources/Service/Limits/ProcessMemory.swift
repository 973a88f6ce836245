import FoundationEssentials
import Glibc
import System

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
        let fields = (ControlGroups.read("/proc/\(process)/statm") ?? "").split(separator: " ")
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
        let mapped = addressSpaceLimit(ControlGroups.read) ?? .max
        return ProcessMemory(
            resident: min(machine, mapped, ControlGroups.memoryLimit(ControlGroups.read) ?? .max),
            mapped: mapped)
    }

    /// The soft limit of address space (RLIMIT_AS); nil if there is none.
    static func addressSpaceLimit(_ read: (String) -> String?) -> Int? {
        let name = "Max address space"
        let line = (read("/proc/self/limits") ?? "").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }
}
