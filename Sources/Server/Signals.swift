package import Dispatch
import Glibc

/// Unix signals as events on a queue.
///
/// Made before the server starts: the first source of a process opens descriptors inside Dispatch,
/// which traps when there are none left.
package final class Signals {
    private let sources: [any DispatchSourceSignal]

    /// Takes the signals over from their default action, which would end the process.
    package init(
        _ numbers: [Int32], queue: DispatchQueue,
        _ received: @escaping @Sendable (Int32) -> Void
    ) {
        sources = numbers.map { number in
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { received(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Makes writing to a peer that has gone an error instead of the end of the process.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
