import System

/// The place of one render process, and what it works on.
struct Slot: Sendable {
    let process: RenderProcess?
    /// It has said that it can draw.
    var isReady = false
    var facts: [UInt8] = []
    private(set) var orders: Set<UInt32> = []
    private var small = 0
    private var large = 0
    /// It works on a suspect, or is to: nobody else is to be there when it ends.
    var reserved: UInt32?
    /// It has been told to end.
    var isDismissed = false
    /// Why it was ended, and over which order.
    var verdict: ProcessCounts.Cause?
    var late: UInt32?
    /// Processes that ended here, one after the other, before they were ready.
    var failures = 0

    init(_ process: RenderProcess? = nil, failures: Int = 0) {
        self.process = process
        self.failures = failures
    }

    var takesOrders: Bool { isReady && !isDismissed && verdict == nil }

    func hasRoom(isSmall: Bool, _ settings: ProcessPool.Settings) -> Bool {
        takesOrders && reserved == nil
            && (isSmall ? small < settings.small : large < settings.large)
    }

    mutating func add(_ number: UInt32, _ order: TrackedRequest) {
        orders.insert(number)
        if order.order.isSmall { small += 1 } else { large += 1 }
    }

    mutating func remove(_ number: UInt32, isSmall: Bool) {
        guard orders.remove(number) != nil else { return }
        if isSmall { small -= 1 } else { large -= 1 }
        if reserved == number { reserved = nil }
    }
}

extension ProcessPool.State {
    func began(_ number: UInt32) -> UInt64 { orders[number]?.began ?? .max / 2 }

    /// Ends processes whose work has not ended in time.
    mutating func endLate(now: UInt64, _ settings: ProcessPool.Settings) {
        let limit = UInt64(settings.hardSeconds * 1e9)
        for line in seats.indices where seats[line].verdict == nil {
            let late = seats[line].orders.filter { now > began($0) + limit }
            guard let oldest = late.min(by: { began($0) < began($1) }) else { continue }
            seats[line].verdict = .late
            seats[line].late = oldest
            seats[line].process?.kill()
        }
    }

    /// Takes out an order that nobody waits for, and frees the process that was kept for it.
    mutating func forget(_ number: UInt32) -> TrackedRequest? {
        for line in seats.indices where seats[line].reserved == number {
            seats[line].reserved = nil
        }
        return orders.removeValue(forKey: number)
    }

    /// Which process takes an order now: the one with the least to do.
    mutating func line(
        for order: TrackedRequest, _ number: UInt32, _ settings: ProcessPool.Settings
    ) -> Int? {
        guard order.isSuspect else {
            return seats.indices.filter {
                seats[$0].hasRoom(isSmall: order.order.isSmall, settings)
            }.min { seats[$0].orders.count < seats[$1].orders.count }
        }
        // A suspect works alone: a process is kept free for it, as soon as the others there are
        // done.
        if let line = seats.firstIndex(where: { $0.reserved == number }) {
            return seats[line].orders.isEmpty && seats[line].takesOrders ? line : nil
        }
        let free = seats.indices.filter { seats[$0].takesOrders && seats[$0].reserved == nil }
        guard let line = free.min(by: { seats[$0].orders.count < seats[$1].orders.count }),
            // One that serves the others stays.
            free.count > 1 || seats.count == 1 || seats[line].orders.isEmpty
        else { return nil }
        seats[line].reserved = number
        return seats[line].orders.isEmpty ? line : nil
    }
}
