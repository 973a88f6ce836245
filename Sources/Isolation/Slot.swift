import System

/// The state of one render process of the pool, with the requests that it is rendering.
struct Slot: Sendable {
    let process: RenderProcess?
    var isReady = false
    var facts: [UInt8] = []
    private(set) var requests: Set<UInt32> = []
    private var small = 0
    private var large = 0
    /// A suspect request that this process renders alone, now or next.
    var reserved: UInt32?
    /// Whether the process was asked to exit.
    var isDismissed = false
    /// The reason why the pool killed the process, and the request that was late.
    var verdict: ProcessCounts.Cause?
    var late: UInt32?
    /// The number of consecutive processes of this slot that exited before they had started.
    var failures = 0

    init(_ process: RenderProcess? = nil, failures: Int = 0) {
        self.process = process
        self.failures = failures
    }

    var takesRequests: Bool { isReady && !isDismissed && verdict == nil }

    func hasRoom(isSmall: Bool, _ settings: ProcessPool.Settings) -> Bool {
        takesRequests && reserved == nil
            && (isSmall ? small < settings.small : large < settings.large)
    }

    mutating func add(_ number: UInt32, isSmall: Bool) {
        requests.insert(number)
        if isSmall { small += 1 } else { large += 1 }
    }

    mutating func remove(_ number: UInt32, isSmall: Bool) {
        guard requests.remove(number) != nil else { return }
        if isSmall { small -= 1 } else { large -= 1 }
        if reserved == number { reserved = nil }
    }
}

extension ProcessPool.State {
    func began(_ number: UInt32) -> UInt64 { requests[number]?.began ?? .max / 2 }

    /// The client of a request that the slot's process is rendering. A compromised process
    /// therefore cannot answer another process's requests.
    func client(of number: UInt32, at slot: Int) -> (any PoolClient)? {
        slots[slot].requests.contains(number) ? requests[number]?.client : nil
    }

    /// Kills the processes whose requests exceeded their time limit.
    mutating func endLate(now: UInt64, _ settings: ProcessPool.Settings) {
        let limit = UInt64(settings.hardSeconds * 1e9)
        for slot in slots.indices where slots[slot].verdict == nil {
            let late = slots[slot].requests.filter { now > began($0) + limit }
            guard let oldest = late.min(by: { began($0) < began($1) }) else { continue }
            slots[slot].verdict = .late
            slots[slot].late = oldest
            slots[slot].process?.kill()
        }
    }

    /// Removes a request and frees the slot reserved for it.
    mutating func forget(_ number: UInt32) -> PendingRequest? {
        for slot in slots.indices where slots[slot].reserved == number {
            slots[slot].reserved = nil
        }
        return requests.removeValue(forKey: number)
    }

    /// Returns the slot with room that has the fewest requests, or nil if the request must wait.
    mutating func slot(
        for request: PendingRequest, _ number: UInt32, _ settings: ProcessPool.Settings
    ) -> Int? {
        guard request.isSuspect else {
            return slots.indices.filter {
                slots[$0].hasRoom(isSmall: request.isSmall, settings)
            }.min { slots[$0].requests.count < slots[$1].requests.count }
        }
        // A suspect is rendered alone, in a process reserved for it once the other requests there
        // are done.
        if let slot = slots.firstIndex(where: { $0.reserved == number }) {
            return slots[slot].requests.isEmpty && slots[slot].takesRequests ? slot : nil
        }
        let free = slots.indices.filter { slots[$0].takesRequests && slots[$0].reserved == nil }
        guard let slot = free.min(by: { slots[$0].requests.count < slots[$1].requests.count }),
            // A busy process is reserved only if another one can take the other requests.
            free.count > 1 || slots.count == 1 || slots[slot].requests.isEmpty
        else { return nil }
        slots[slot].reserved = number
        return slots[slot].requests.isEmpty ? slot : nil
    }
}
