import CSockets
import Glibc
import Synchronization

/// A page of memory that several processes share, with the amount that each of them holds.
///
/// Each writes its own line. What a process that has ended held, the one that started it strikes
/// out.
@safe
package final class MemoryLedger: Sendable {
    package let descriptor: Descriptor
    private let line: Int
    private let count: Int
    /// Unsafe for the compiler, which knows nothing of mapped memory: what it points to is atomic,
    /// and lives as long as this does.
    private nonisolated(unsafe) let lines: UnsafeMutablePointer<Atomic<Int>>

    /// For the process that starts the others; its line is the first.
    package convenience init(processes: Int) throws(SystemError) {
        let file = try Descriptor(unsafe memory_file_open("ledger"), from: "memfd_create")
        let bytes = (1 + processes) * MemoryLayout<Atomic<Int>>.stride
        guard ftruncate(file.number, bytes) == 0 else { throw SystemError("ftruncate") }
        try self.init(file, line: 0)
    }

    /// - Parameter line: which is this process's.
    package init(_ file: consuming Descriptor, line: Int) throws(SystemError) {
        let size = Int(try file.facts().st_size)
        count = size / MemoryLayout<Atomic<Int>>.stride
        self.line = line
        guard line >= 0, line < count else { throw SystemError("ledger", code: EINVAL) }
        let page = unsafe mmap(
            nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        guard let page = unsafe page, unsafe page != MAP_FAILED else { throw SystemError("mmap") }
        unsafe lines = page.bindMemory(to: Atomic<Int>.self, capacity: count)
        descriptor = file
    }

    deinit { unsafe munmap(lines, count * MemoryLayout<Atomic<Int>>.stride) }

    /// The number of other lines.
    package var others: Int { count - 1 }

    package func enter(_ bytes: Int) { unsafe lines[line].store(bytes, ordering: .relaxed) }

    package func held(by line: Int) -> Int { unsafe lines[line].load(ordering: .relaxed) }

    package func strikeOut(_ line: Int) { unsafe lines[line].store(0, ordering: .relaxed) }

    package var heldByOthers: Int {
        (0..<count).reduce(0) { $1 == line ? $0 : $0 + held(by: $1) }
    }
}
