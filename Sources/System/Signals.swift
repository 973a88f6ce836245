import CSockets
package import Dispatch
import Glibc
import Synchronization

/// Calls a closure on a queue for each Unix signal received.
///
/// A handler writes to a pipe. Dispatch's signal sources are not used, because on Linux they lose
/// signals if threads do not mask them (measured: 1 SIGTERM of 210 was lost, and the process did
/// not stop).
package final class Signals {
    private let numbers: [Int32]
    private let pipe: SignalPipe

    /// Replaces the default action of the signals, which would end the process. Unblocks all
    /// signals on the calling thread, which then receives them and must live as long as this
    /// object. A process inherits its parent's mask, and a Dispatch worker that starts a process
    /// blocks nearly all signals.
    package init(
        _ numbers: [Int32], queue: DispatchQueue,
        _ received: @escaping @Sendable (Int32) -> Void
    ) throws(SystemError) {
        pipe = try SignalPipe.shared.get()
        self.numbers = numbers
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        for number in numbers {
            pipe.receive(number) { queue.async { received(number) } }
            _ = signal(number) { number in SignalPipe.write(number) }
        }
    }

    deinit {
        for number in numbers { pipe.receive(number, nil) }
    }

    /// Leaves stop signals to the parent process, with which this process ends: a signal to the
    /// process group must not stop this process first. If another process sends a crash signal,
    /// this process ends by SIGKILL instead, so that the end does not count as a crash.
    package static func leaveToParent() {
        ignoreFailedWrites()
        for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] { _ = signal(number, SIG_IGN) }
        tell_outsiders_signals()
    }

    /// Writing to a closed pipe or socket, or beyond a size limit, then only fails.
    package static func ignoreFailedWrites() {
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    }
}

/// Passes signal numbers from the signal handler to a queue. The handler may only call
/// async-signal-safe functions, so it writes to a pipe.
private final class SignalPipe: Sendable {
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
