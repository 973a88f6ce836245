import Dispatch

/// How many threads the system gives a process.
package enum ThreadLimit {
    /// Makes so many threads at once and lets them go. Asked before anything else makes some: GLib ends
    /// the process where it is refused one, Foundation does not tell, and Dispatch waits for ever.
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
