import Foundation

/// The offset of a time zone at any instant; asks Foundation once per stretch between two changes.
struct ZoneOffsets {
    private let zone: TimeZone
    private var known: Range<Int64> = 0..<0
    private var offset: Int64 = 0

    init(zone: TimeZone) { self.zone = zone }

    /// Seconds east of UTC.
    mutating func offset(at seconds: Int64) -> Int64 {
        if known.contains(seconds) { return offset }
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        offset = Int64(zone.secondsFromGMT(for: date))
        // A change we are not told of within the next half year is looked for again then.
        let halfYear: Int64 = 15_778_800
        var end = seconds + halfYear
        if let change = zone.nextDaylightSavingTimeTransition(after: date) {
            end = min(end, max(seconds + 1, Int64(change.timeIntervalSince1970)))
        }
        known = seconds..<end
        return offset
    }
}
