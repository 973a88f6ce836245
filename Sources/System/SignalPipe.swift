import CSockets
import Dispatch
import Glibc
import Synchronization

/// Passes signal numbers from the signal handler to a queue. The handler may only call
/// async-signal-safe functions, so it writes to a pipe.
final class SignalPipe: Sendable {
    static let shared: Result<SignalPipe, SystemError> = Result { () throws(SystemError) in
        try SignalPipe()
    }

    private let input: Descriptor
    private let output: Descriptor
    private let receivers = Mutex<[Int32: @Sendable () -> Void]>([:])

    /// The pipe and its source live as long as the process.
    private init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe_open(&ends)
        output = try Descriptor(ends[0], from: "pipe")
        input = try Descriptor(ends[1], from: "pipe")
        let source = DispatchSource.makeReadSource(
            fileDescriptor: output.number, queue: DispatchQueue(label: "signal pipe"))
        source.setEventHandler { [self] in
            withExtendedLifetime(source) { read() }
        }
        source.activate()
    }

    func receive(_ number: Int32, _ receiver: (@Sendable () -> Void)?) {
        receivers.withLock { $0[number] = receiver }
    }

    /// Called by the handler on any thread: writes one byte and preserves `errno`. The pipe exists
    /// before the handler is installed.
    static func write(_ number: Int32) {
        let before = errno
        if case .success(let pipe) = shared {
            var byte = UInt8(truncatingIfNeeded: number)
            while unsafe Glibc.write(pipe.input.number, &byte, 1) < 0, errno == EINTR {}
        }
        errno = before
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16)
        guard case .moved(let count) = output.read(into: &buffer, atMost: buffer.count) else {
            return
        }
        for number in buffer[..<count] {
            let receiver = receivers.withLock { $0[Int32(number)] }
            receiver?()
        }
    }
}
