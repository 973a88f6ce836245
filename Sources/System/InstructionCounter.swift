import CSockets
import Glibc

/// Counts the instructions of this process, including threads started from now on. The count does
/// not depend on the load of the machine.
package struct InstructionCounter: ~Copyable {
    private let descriptor: Int32

    package init() { descriptor = instructions_open() }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The number of instructions so far; nil if the processor or the system cannot count them.
    package var count: UInt64? {
        guard descriptor >= 0 else { return nil }
        var count: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        let read = unsafe Glibc.read(descriptor, &count, size)
        return read == size ? count : nil
    }
}
