import Dispatch
import Glibc
import HTTP
import Server
import Service
import Synchronization
import System

/// From the start to the last answer: one signal to stop begins the drain, a second ends at once.
///
/// Made before the server listens: a supervisor that reads so in the log may send a signal at once.
struct ServiceLife {
    private let server: Server
    private let log: Log
    private let signals: [Signals]

    /// - Parameter drain: seconds that requests under way may still take.
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
            // What a terminal or a shell sends when it goes away is no reason to end.
            try Signals([SIGHUP], queue: queue) { _ in },
        ]
    }

    func wait() -> Int32 {
        let lost = server.wait()
        withExtendedLifetime(signals) {}
        log.write(.info, "drain_end", [("lost", .number(Double(lost)))])
        return lost == 0 ? 0 : 1
    }
}
