import FoundationEssentials

/// The memory that the system allows the process: the machine's, its control groups' limits, and
/// its own limits.
struct MemoryLimits: Sendable, Equatable {
    var resident: Int
    /// The limit of address space (RLIMIT_AS).
    var mapped: Int

    static var system: MemoryLimits {
        let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let mapped = addressSpace(read) ?? .max
        return MemoryLimits(
            resident: min(machine, mapped, controlGroup(read) ?? .max), mapped: mapped)
    }

    /// The soft limit of address space; nil where there is none.
    static func addressSpace(_ read: (String) -> String?) -> Int? {
        let name = "Max address space"
        let line = (read("/proc/self/limits") ?? "").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }

    /// The least of what the process's control groups allow, of version 1 and 2, each group's own
    /// and those of the groups around it.
    ///
    /// - Parameter read: a file's text, by its path.
    static func controlGroup(_ read: (String) -> String?) -> Int? {
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
                // The word "max" is no number, and version 1 says "none" by one near 2^63.
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
