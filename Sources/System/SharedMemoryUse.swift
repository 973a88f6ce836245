import CSockets
import Glibc
import Synchronization

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

    /// Publishes the bytes used by this process.
    package func set(_ bytes: Int) { unsafe slots[slot].store(bytes, ordering: .relaxed) }

    package func used(in slot: Int) -> Int { unsafe slots[slot].load(ordering: .relaxed) }

    package func clear(_ slot: Int) { unsafe slots[slot].store(0, ordering: .relaxed) }

    package var usedByOthers: Int {
        (0..<count).reduce(0) { $1 == slot ? $0 : $0 + used(in: $1) }
    }
}
