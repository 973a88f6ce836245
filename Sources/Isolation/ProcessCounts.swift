package import System

/// Counts of render processes since the start.
package struct ProcessCounts: Sendable {
    package enum Cause: String, Sendable {
        case crash
        /// An operator or the kernel's out-of-memory killer sent SIGKILL.
        case killed
        /// The process did not finish a request in time.
        case late
        /// The process exited with status 0 without being asked to exit.
        case exit

        init(_ end: ChildProcess.End) {
            switch end {
            case .signal(9), .unknown: self = .killed
            case .signal: self = .crash
            case .exit(0): self = .exit
            case .exit: self = .crash
            }
        }
    }

    package var running = 0
    /// The IDs of all processes.
    package var processes: [Int32] = []
    package var queued = 0
    package var busy = 0
    package var starts = 0
    package var ends: [String: Int] = [:]
    package var retries = 0
    package var quarantined = 0
}

/// The unexpected exit of a render process.
package struct ProcessEnd: Sendable {
    package let process: Int32
    package let cause: ProcessCounts.Cause
    package let status: ChildProcess.End
    /// The IDs of the requests that the process was rendering.
    package let requests: [String]
}
