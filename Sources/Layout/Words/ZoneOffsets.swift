import Dates

/// The offset of a time zone at any instant; asks its rules once per stretch between two changes.
struct ZoneOffsets {
    private let zone: ZoneRules
    private var known: Range<Int64> = 0..<0
    private var offset: Int64 = 0

    init(zone: ZoneRules) { self.zone = zone }

    /// Seconds east of UTC.
    mutating func offset(at seconds: Int64) -> Int64 {
        if known.contains(seconds) { return offset }
        offset = zone.offset(at: seconds)
        // A change that is further away than half a year is looked for again then.
        let halfYear: Int64 = 15_778_800
        let end = min(seconds + halfYear, zone.change(after: seconds) ?? .max)
        known = seconds..<max(end, seconds + 1)
        return offset
    }
}
