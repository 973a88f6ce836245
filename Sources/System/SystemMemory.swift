import CSockets
import Glibc
import Synchronization

package enum SystemMemory {
    /// Makes all threads allocate from one heap. Must be called before threads start. With a heap
    /// for each thread, memory was not returned after a burst of large requests (measured: 77 MB
    /// before, 146 MB after; with one heap 84 and 85 MB).
    ///
    /// The heap keeps the memory of ordinary responses. If it were returned and mapped again each
    /// time, a picture of twenty messages would cost a hundred page faults in each process.
    package static func useOneHeap() { memory_use_one_heap(16 << 20, 4 << 20) }

    package static func trim() { memory_trim() }
}

/// A table in shared memory with the number of bytes that each process uses.
///
/// Each process writes its own slot. The process that started the others clears the slot of a
/// process that has exited.
@safe
package final class SharedMemoryUse: Sendable {
    package let descriptor: Descriptor
    private let slot: Int
    private let count: Int
    /// Unsafe because the compiler cannot check mapped memory. The slots are atomic and live as
    /// long as this object.
    private nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<Int>>

    /// Creates the table in the process that starts the others. Its slot is the first.
    package convenience init(processes: Int) throws(SystemError) {
        let file = try Descriptor(unsafe memory_file_open("memory-use"), from: "memfd_create")
        let bytes = (1 + processes) * MemoryLayout<Atomic<Int>>.stride
        guard ftruncate(file.number, bytes) == 0 else { throw SystemError("ftruncate") }
        try self.init(file, slot: 0)
    }

    /// - Parameter slot: the slot of this process.
    package init(_ file: consuming Descriptor, slot: Int) throws(SystemError) {
        let size = Int(try file.facts().st_size)
        count = size / MemoryLayout<Atomic<Int>>.stride
        self.slot = slot
        guard slot >= 0, slot < count else { throw SystemError("memory use", code: EINVAL) }
        let page = unsafe mmap(
            nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        guard let page = unsafe page, unsafe page != MAP_FAILED else { throw SystemError("mmap") }
        unsafe slots = page.bindMemory(to: Atomic<Int>.self, capacity: count)
        descriptor = file
    }

    deinit { unsafe munmap(slots, count * MemoryLayout<Atomic<Int>>.stride) }

    package var others: Int { count - 1 }

    package func set(_ bytes: Int) { unsafe slots[slot].store(bytes, ordering: .relaxed) }

    package func used(in slot: Int) -> Int { unsafe slots[slot].load(ordering: .relaxed) }

    package func clear(_ slot: Int) { unsafe slots[slot].store(0, ordering: .relaxed) }

    package var usedByOthers: Int {
        (0..<count).reduce(0) { $1 == slot ? $0 : $0 + used(in: $1) }
    }
}

/// The limits that control groups (version 1 and 2) and the affinity mask set for this process.
package enum ControlGroups {
    /// The number of processors that this process may use, at least 1. Foundation's count knows
    /// neither version 2 nor the mask: a container with two of 64 processors started 32 processes.
    package static var processors: Int {
        let all = max(1, Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        return max(1, min(all, allowedProcessors(read) ?? all, processorQuota(read) ?? all))
    }

    /// The processors of the affinity mask, listed as `0-3,8`.
    package static func allowedProcessors(_ read: @escaping (String) -> String?) -> Int? {
        let name = "Cpus_allowed_list:"
        let line = (read("/proc/self/status") ?? "").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        return line?.dropFirst(name.count).split(separator: ",").reduce(0) { count, range in
            let ends = range.split(separator: "-").compactMap { Int($0.filter(\.isNumber)) }
            guard let first = ends.first, let last = ends.last, first <= last else { return count }
            return count + last - first + 1
        }
    }

    /// The lowest quota of processor time, rounded up to whole processors.
    package static func processorQuota(_ read: @escaping (String) -> String?) -> Int? {
        lowestLimit(of: "cpu", read) { file in
            let texts = file("cpu.max").map { $0.split(separator: " ").map(String.init) }
            let parts = texts ?? ["cpu.cfs_quota_us", "cpu.cfs_period_us"].compactMap(file)
            // "max" or -1 is no limit.
            guard parts.count == 2, let quota = Int(parts[0]), let period = Int(parts[1]),
                quota > 0, period > 0
            else { return nil }
            return quota / period + (quota % period > 0 ? 1 : 0)
        }
    }

    /// The lowest limit of memory in bytes.
    package static func memoryLimit(_ read: @escaping (String) -> String?) -> Int? {
        lowestLimit(of: "memory", read) { file in
            // "max" is not a number. Version 1 writes a number near 2^63 for no limit.
            (file("memory.max") ?? file("memory.limit_in_bytes")).flatMap { Int($0) }
        }
    }

    /// Returns the lowest limit of the process's groups and their ancestors.
    ///
    /// - Parameters:
    ///   - read: returns a file's text by its path.
    ///   - limit: returns a group's limit; gets a function that reads a file of the group.
    private static func lowestLimit(
        of controller: String, _ read: @escaping (String) -> String?,
        _ limit: ((String) -> String?) -> Int?
    ) -> Int? {
        var lowest: Int?
        for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[0] == "0" && fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains(controller[...]) else {
                continue
            }
            let root = "/sys/fs/cgroup" + (isUnified ? "" : "/" + controller)
            var steps = fields[2].split(separator: "/").filter { $0 != ".." }
            while true {
                let folder = ([root[...]] + steps).joined(separator: "/")
                let found = limit { name in
                    read(folder + "/" + name).map { text in
                        String(text.prefix { !$0.isNewline })
                    }
                }
                if let found, found > 0 { lowest = min(lowest ?? found, found) }
                if steps.popLast() == nil { break }
            }
        }
        return lowest
    }

    package static func read(_ path: String) -> String? {
        (try? FileBytes.read(path, atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }
}
