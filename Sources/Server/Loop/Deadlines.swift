import HTTP

/// When each connection wants to hear of the time.
///
/// Plain numbers side by side and no heap or wheel: with 10,000 connections a look through all of
/// them reads 80 KB, and it happens only when the earliest is due.
struct Deadlines {
    private static let never = Int.max

    private var milliseconds: [Int] = []
    private var earliest = never

    /// Not later than the first deadline; it may be earlier when that one was moved.
    var next: Instant? {
        earliest == Self.never ? nil : Instant(milliseconds: earliest)
    }

    mutating func set(_ deadline: Instant?, at slot: Int) {
        while milliseconds.count <= slot { milliseconds.append(Self.never) }
        let value = deadline?.milliseconds ?? Self.never
        milliseconds[slot] = value
        if value < earliest { earliest = value }
    }

    /// The slots whose time has come.
    mutating func due(_ now: Instant) -> [Int] {
        guard earliest <= now.milliseconds else { return [] }
        earliest = Self.never
        var due: [Int] = []
        for slot in milliseconds.indices {
            let value = milliseconds[slot]
            if value <= now.milliseconds {
                due.append(slot)
            } else if value < earliest {
                earliest = value
            }
        }
        return due
    }
}
