import CSockets
import Dispatch
import Glibc

/// Threads for work that lasts as long as the process.
///
/// Creating a thread can fail, and then startup fails; a Dispatch queue would hang later.
package enum SystemThread {
    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }

    /// - Parameter stack: the size of the stack; nil for the system's default.
    package static func start(
        stack: Int? = nil, _ body: sending @escaping () -> Void
    ) throws(SystemError) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stack { unsafe pthread_attr_setstacksize(&attributes, stack) }
        let work = unsafe Unmanaged.passRetained(Work(body))
        let code = unsafe pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemError("pthread_create", code: code)
        }
        pthread_detach(thread)
    }
}

package enum ThreadLimit {
    /// If a thread cannot be created later, GLib aborts the process and Dispatch hangs.
    package static func require(_ count: Int) throws(SystemError) {
        let gate = DispatchSemaphore(value: 0)
        var made = 0
        defer { for _ in 0..<made { gate.signal() } }
        while made < count {
            try SystemThread.start { gate.wait() }
            made += 1
        }
    }
}

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
