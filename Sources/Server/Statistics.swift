import HTTP
import Synchronization

/// What the server has done since it started, for metrics.
package final class Statistics: Sendable {
    /// One reading of all counters.
    package struct Snapshot: Sendable, Equatable {
        package var connectionsOpen = 0
        package var connectionsTotal = 0
        package var requests = 0
        package var bytesIn = 0
        package var bytesOut = 0
        /// By the fault's event name.
        package var faults: [String: Int] = [:]
        /// By how connections ended.
        package var endings: [String: Int] = [:]
        /// Exchanges that were cut before their answer was complete.
        package var exchangesCut = 0
        package var acceptErrors = 0
        package var bytesSpilled = 0
    }

    let open = Counter()
    let total = Counter()
    let requests = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    let cut = Counter()
    let acceptErrors = Counter()
    /// Memory of unfinished bodies.
    let held = Counter()
    private let faults = Mutex<[String: Int]>([:])
    private let endings = Mutex<[String: Int]>([:])

    func count(_ fault: HTTPFault) {
        faults.withLock { $0[fault.event, default: 0] += 1 }
    }

    func count(_ ending: Ending) {
        endings.withLock { $0[ending.rawValue, default: 0] += 1 }
    }

    func snapshot(spilled: Int) -> Snapshot {
        Snapshot(
            connectionsOpen: open.value,
            connectionsTotal: total.value,
            requests: requests.value,
            bytesIn: bytesIn.value,
            bytesOut: bytesOut.value,
            faults: faults.withLock { $0 }, endings: endings.withLock { $0 },
            exchangesCut: cut.value,
            acceptErrors: acceptErrors.value,
            bytesSpilled: spilled)
    }
}
