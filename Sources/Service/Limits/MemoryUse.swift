import Foundation

/// What the process holds, by /proc.
struct MemoryUse: Sendable, Equatable {
    /// Bytes in memory.
    var resident: Int
    /// Bytes of address space.
    var mapped: Int

    /// Nil where there is no /proc.
    static var now: MemoryUse? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else {
            return nil
        }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let mapped = Int(fields[0]), let resident = Int(fields[1]) else {
            return nil
        }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return MemoryUse(resident: resident * page, mapped: mapped * page)
    }
}
