import FoundationEssentials
import Glibc

/// The memory of the process, from /proc.
package struct MemoryUse: Sendable, Equatable {
    /// Bytes in memory.
    package var resident: Int
    /// Bytes of address space.
    package var mapped: Int

    /// Nil without /proc.
    package static var now: MemoryUse? { measured(withoutShared: false) }

    /// Without pages of files, which processes of the same program share.
    package static var own: MemoryUse? { measured(withoutShared: true) }

    /// The same of a process that this one has started.
    package static func own(of process: Int32) -> MemoryUse? {
        measured("\(process)", withoutShared: true)
    }

    private static func measured(
        _ process: String = "self", withoutShared: Bool
    ) -> MemoryUse? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/statm") else {
            return nil
        }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard fields.count > 2, let mapped = Int(fields[0]), let resident = Int(fields[1]),
            let shared = Int(fields[2])
        else { return nil }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        return MemoryUse(
            resident: (withoutShared ? resident - shared : resident) * page, mapped: mapped * page)
    }
}

/// The measures that only the program can take about its process's memory.
package struct ProcessMemory: Sendable {
    /// The memory in use; nil if unknown.
    let use: @Sendable () -> MemoryUse?
    /// Gives back to the system what was freed and is kept for later.
    let giveBack: @Sendable () -> Void

    package init(
        use: @escaping @Sendable () -> MemoryUse? = { MemoryUse.now },
        giveBack: @escaping @Sendable () -> Void = {}
    ) {
        self.use = use
        self.giveBack = giveBack
    }
}
