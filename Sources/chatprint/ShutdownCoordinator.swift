import Dispatch
import Glibc
import HTTP
import Server
import Service
import Synchronization
import System

/// Handles the shutdown of the service: the first signal begins the drain, a second one ends the
/// process immediately.
///
/// It is created before the server listens, because a supervisor that sees the server's log line
/// may send a signal immediately.
struct ShutdownCoordinator {
    private let server: Server
    private let log: Log
    private let signals: [Signals]

    /// - Parameter drain: the number of seconds that running requests may still take.
    init(server: Server, log: Log, drain: Double) throws(SystemError) {
        self.server = server
        self.log = log
        let stops = Mutex(0)
        let queue = DispatchQueue(label: "signals")
        signals = [
            try Signals([SIGTERM, SIGINT], queue: queue) { number in
                let count = stops.withLock { count in
                    count += 1
                    return count
                }
                guard count == 1 else { exit(128 + number) }
                log.write(.info, "drain_start", [("seconds", .number(drain))])
                server.drain(within: .seconds(drain))
            },
            // A terminal or shell sends SIGHUP when it closes, which must not stop the service.
            try Signals([SIGHUP], queue: queue) { _ in },
        ]
    }

    /// Waits until the server has stopped, which is a success even if requests were cut: supervisors
    /// would count a requested stop as a failure.
    func wait() {
        let lost = server.wait()
        withExtendedLifetime(signals) {}
        log.write(lost > 0 ? .error : .info, "drain_end", [("lost", .number(Double(lost)))])
    }
}
