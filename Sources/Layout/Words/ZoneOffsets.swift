import Basics

/// The UTC offset of a time zone at any instant. It queries the zone's rules once for each period
/// between two changes.
struct ZoneOffsets {
    private let zone: ZoneRules
    private var known: Range<Int64> = 0..<0
    private var offset: Int64 = 0

    init(zone: ZoneRules) { self.zone = zone }

    /// The offset in seconds; positive in the east.
    mutating func offset(at seconds: Int64) -> Int64 {
        if known.contains(seconds) { return offset }
        offset = zone.offset(at: seconds)
        // A change further away than half a year is looked up later.
        let halfYear: Int64 = 15_778_800
        let end = min(seconds + halfYear, zone.change(after: seconds) ?? .max)
        known = seconds..<max(end, seconds + 1)
        return offset
    }
}
