import Foundation

enum ProcessMemory {
    /// Resident bytes, from /proc; nil where there is none.
    static var resident: Int? {
        guard let text = text("/proc/self/statm") else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// What the container allows, or the machine has.
    static var available: Int {
        let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        // Control groups of version 2 and 1; the word "max" and absurd numbers mean no limit.
        let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
            .compactMap {
                text($0).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            }
        return limits.filter { $0 > 0 }.reduce(machine, min)
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
