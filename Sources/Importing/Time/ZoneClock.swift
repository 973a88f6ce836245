import Conversation
import Foundation

/// Turns times without an offset into instants, in one zone.
struct ZoneClock {
    let identifier: String
    private let zone: TimeZone
    /// The stretch of time that the last answer holds for: chats run forward, so it mostly holds
    /// again.
    private var span: Range<Int> = 0..<0
    private var offset = 0

    /// nil where there is no such zone.
    init?(identifier: String) {
        // Only names of the zone database, not POSIX rules or files by path.
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        self.identifier = identifier
        self.zone = zone
    }

    /// The instant; nil where the calendar has no such time. Of the two instants that an hour set
    /// back has, the first.
    mutating func moment(_ time: CivilTime, offset written: Int? = nil) -> Moment? {
        guard time.isReal else { return nil }
        let local = time.seconds
        if let written {
            return Moment(
                milliseconds: Int64(local - written) * 1000 + Int64(time.millisecond),
                offset: Int32(clamping: written))
        }
        let instant = instant(ofLocal: local)
        return Moment(milliseconds: Int64(instant) * 1000 + Int64(time.millisecond))
    }

    /// Asks for the offsets of the day before and the day after: between them at most one changes.
    private mutating func instant(ofLocal local: Int) -> Int {
        let day = 86_400
        let before = local - secondsEast(at: local - day)
        let after = local - secondsEast(at: local + day)
        if before == after || secondsEast(at: before) == local - before { return before }
        // An hour that was skipped has neither; its times are told on the clock before it.
        return secondsEast(at: after) == local - after ? after : before
    }

    private mutating func secondsEast(at instant: Int) -> Int {
        if span.contains(instant) { return offset }
        let date = Date(timeIntervalSince1970: Double(instant))
        offset = zone.secondsFromGMT(for: date)
        let next = zone.nextDaylightSavingTimeTransition(after: date)
        let end = next.map { Int($0.timeIntervalSince1970.rounded(.down)) } ?? instant + 86_400
        span = instant..<max(instant + 1, end)
        return offset
    }
}
