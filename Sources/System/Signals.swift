import CSockets
package import Dispatch
import Glibc

/// Unix signals as calls on a queue.
///
/// A handler writes to a pipe instead of using Dispatch's signal sources: on Linux those lose
/// signals if threads do not mask them (measured: 1 SIGTERM of 210, and the process stayed).
package final class Signals {
    private let numbers: [Int32]
    private let pipe: SignalPipe

    /// Takes the signals over from their default action, which would end the process. The calling
    /// thread is to last as long: it takes every signal from now on. A parent may have blocked them
    /// all, and children inherit that (a Dispatch worker blocks nearly all, and so does whatever is
    /// started from one).
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

    /// For a process that ends with the one that has started it: who stops that one must not stop
    /// this one first. A signal by which somebody else would end this one ends it by SIGKILL, so
    /// that nobody takes that for a fault.
    package static func leaveToParent() {
        ignoreBrokenPipes()
        for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] { _ = signal(number, SIG_IGN) }
        tell_outsiders_signals()
    }

    /// Makes writing to a peer that has gone an error instead of the end of the process.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
