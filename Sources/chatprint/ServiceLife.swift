import Dispatch
import Foundation
import HTTP
import Server
import Service
import Synchronization

/// From listening to the last answer: one signal to stop begins the drain, a second ends at once.
struct ServiceLife {
    let server: Server
    let log: Log
    /// Seconds that requests under way may still take.
    let drain: Double

    func wait() -> Int32 {
        let stops = Mutex(0)
        let (server, log, drain) = (server, log, drain)
        let signals = Signals([SIGTERM, SIGINT], queue: DispatchQueue(label: "signals")) { number in
            let count = stops.withLock { count in
                count += 1
                return count
            }
            guard count == 1 else { exit(128 + number) }
            log.write(.info, "drain_start", [("seconds", .number(drain))])
            server.drain(within: .seconds(drain))
        }
        // What a terminal or a shell sends when it goes away is no reason to end.
        let ignored = Signals([SIGHUP], queue: DispatchQueue(label: "ignored")) { _ in }
        let lost = server.wait()
        withExtendedLifetime((signals, ignored)) {}
        log.write(.info, "drain_end", [("lost", .number(Double(lost)))])
        return lost == 0 ? 0 : 1
    }
}
