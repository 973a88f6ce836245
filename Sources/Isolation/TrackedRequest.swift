package import System

/// An order as the pool keeps it until it is answered, so that another process can be asked.
struct TrackedRequest: Sendable {
    let order: PendingRequest
    /// Since when it waits for a process, in nanoseconds.
    private(set) var waiting: UInt64
    /// When a process got it, in nanoseconds.
    var began: UInt64 = 0
    /// Nobody waits for the answer any more.
    var isWithdrawn = false
    /// Processes that crashed while they had it, and those that others ended.
    private var crashes = 0
    private var outsideEnds = 0

    /// Over each of these, a process has been ended from outside while it was at work.
    private static let maxOutsideEnds = 8

    init(_ order: PendingRequest) {
        self.order = order
        waiting = order.queued
    }

    /// It was there when a process crashed, perhaps not by its fault.
    var isSuspect: Bool { crashes > 0 }

    /// The failure of the order after its process ended; nil if it is tried again.
    func afterEnd(by cause: ProcessCounts.Cause, late: Bool) -> PoolFailure? {
        if late { return .late }
        if cause == .crash { return crashes > 0 ? .crashed : nil }
        return outsideEnds >= Self.maxOutsideEnds ? .crashed : nil
    }

    func again(after cause: ProcessCounts.Cause, now: UInt64) -> TrackedRequest {
        var copy = self
        copy.waiting = now
        if cause == .crash { copy.crashes += 1 } else { copy.outsideEnds += 1 }
        return copy
    }
}

/// The counts of render processes since the start.
package struct ProcessCounts: Sendable {
    package enum Cause: String, Sendable {
        /// It crashed.
        case crash
        /// Somebody else ended it: an operator, or a system without memory.
        case killed
        /// It did not end its work in time.
        case late
        /// It ended although nobody had told it to.
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
    /// The numbers of all there are.
    package var processes: [Int32] = []
    package var queued = 0
    package var busy = 0
    package var starts = 0
    package var ends: [String: Int] = [:]
    package var retries = 0
    package var quarantined = 0
}

/// A process that has ended though nobody had told it to.
package struct ProcessEnd: Sendable {
    package let process: Int32
    package let cause: ProcessCounts.Cause
    package let status: ChildProcess.End
    /// The requests it was working on.
    package let requests: [String]
}
