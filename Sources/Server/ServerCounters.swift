import HTTP
import Synchronization

final class ServerCounters: Sendable {
    let open = Counter()
    let total = Counter()
    let requests = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    let cut = Counter()
    let acceptErrors = Counter()
    /// The memory of unfinished requests in bytes.
    let held = Counter()
    private let faults = Mutex<[String: Int]>([:])
    private let endings = Mutex<[String: Int]>([:])

    func count(_ fault: HTTPFault) {
        faults.withLock { $0[fault.event, default: 0] += 1 }
    }

    func count(_ ending: ConnectionEnd) {
        endings.withLock { $0[ending.rawValue, default: 0] += 1 }
    }

    func reading(_ spill: SpillFile?) -> ServerStatistics {
        var reading = ServerStatistics()
        reading.connectionsOpen = open.value
        reading.connectionsTotal = total.value
        reading.requests = requests.value
        reading.bytesIn = bytesIn.value
        reading.bytesOut = bytesOut.value
        reading.faults = faults.withLock { $0 }
        reading.endings = endings.withLock { $0 }
        reading.exchangesCut = cut.value
        reading.acceptErrors = acceptErrors.value
        reading.bytesSpilled = spill?.bytesWritten ?? 0
        (reading.spillBytes, reading.spillLimit) = (spill?.size, spill?.limit)
        return reading
    }
}

/// A counter for many threads.
struct Counter: ~Copyable, Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    /// Returns the new value.
    @discardableResult
    borrowing func add(_ count: Int) -> Int {
        number.wrappingAdd(count, ordering: .relaxed).newValue
    }

    @discardableResult
    borrowing func subtract(_ count: Int) -> Int {
        number.wrappingSubtract(count, ordering: .relaxed).newValue
    }
}
