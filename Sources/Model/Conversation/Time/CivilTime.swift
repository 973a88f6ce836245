package import Basics

/// A date and time of day as written, in the proleptic Gregorian calendar of ISO 8601.
package struct CivilTime: Sendable, Hashable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour = 0
    package var minute = 0
    package var second = 0
    package var millisecond = 0

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    package var isValid: Bool {
        guard 0...9999 ~= year, 1...12 ~= month, 1...CivilTime.days(in: month, of: year) ~= day
        else { return false }
        // ISO 8601 allows 24:00 at the end of a day, and RFC 3339 allows the leap second 60.
        if hour == 24 { return minute == 0 && second == 0 && millisecond == 0 }
        return 0...23 ~= hour && 0...59 ~= minute && 0...60 ~= second
    }

    /// The milliseconds since 1970-01-01T00:00:00 in the same zone.
    package var milliseconds: Int64 {
        let days = Int64(CivilTime.days(year: year, month: month, day: day))
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return seconds * 1000 + Int64(millisecond)
    }

    /// Since 1970-01-01.
    package static func days(year: Int, month: Int, day: Int) -> Int {
        CivilDate(year: year, month: month, day: day).daysSinceEpoch
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: CivilDate.isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// An instant, with the offset with which it was written.
package struct Moment: Sendable, Hashable, Comparable {
    /// The milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64
    /// The offset from UTC in seconds as the caller wrote it; nil for a local time or a number.
    package var offset: Int32?

    package init(milliseconds: Int64, offset: Int32? = nil) {
        self.milliseconds = milliseconds
        self.offset = offset
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension CivilTime {
    /// Since 1970-01-01T00:00:00 in the same zone.
    package init(milliseconds: Int64) {
        let (days, ofDay) = milliseconds.flooredQuotient(by: 86_400_000)
        let date = CivilDate(daysSinceEpoch: Int(days))
        self.init(year: date.year, month: date.month, day: date.day)
        let time = Int(ofDay)
        hour = time / 3_600_000
        minute = time / 60_000 % 60
        second = time / 1000 % 60
        millisecond = time % 1000
    }
}

extension Moment {
    /// The offset is in seconds.
    package init(_ time: CivilTime, offset: Int32) {
        self.init(milliseconds: time.milliseconds - Int64(offset) * 1000, offset: offset)
    }

    /// The time in ISO 8601, with its original offset or in UTC.
    package var text: String {
        let shift = Int64(offset ?? 0)
        let civil = CivilTime(milliseconds: milliseconds + shift * 1000)
        let text = TimeDigits(civil).text
        guard shift != 0 else { return text + "Z" }
        let minutes = Int(shift.magnitude) / 60
        return text + (shift < 0 ? "-" : "+") + String(minutes / 60, digits: 2) + ":"
            + String(minutes % 60, digits: 2)
    }
}

/// Converts between local times in a time zone and instants.
///
/// The zone's rules are evaluated once per year that occurs: conversations contain a hundred
/// thousand times.
package struct Clock {
    private struct Stretch {
        var seconds: Range<Int64>
        var offset: Int64
    }

    /// The approximate length of a year in seconds. Its beginning does not matter.
    private static let year: Int64 = 31_556_952
    private static let day: Int64 = 86_400

    private let zone: ZoneRules?
    private var years: [Int64: [Stretch]] = [:]
    private var latest = Stretch(seconds: 0..<0, offset: 0)

    /// In UTC.
    package init() { zone = nil }

    /// Nil if there is no zone with this IANA name.
    package init?(zone name: String) {
        guard let zone = TimeZoneFiles.rules(of: name) else { return nil }
        self.init(zone: zone)
    }

    package init(zone: ZoneRules) { self.zone = zone }

    package mutating func moment(_ time: TimeText) -> Moment {
        switch time {
        case .instant(let moment): return moment
        case .local(let milliseconds):
            let (seconds, rest) = milliseconds.flooredQuotient(by: 1000)
            return Moment(milliseconds: instant(of: seconds) * 1000 + rest)
        }
    }

    /// If clocks were set back, the result is the first of two instants. If clocks were set forward
    /// over this time, the result is later by the same amount.
    private mutating func instant(of local: Int64) -> Int64 {
        let before = offset(at: local - Clock.day)
        let after = offset(at: local + Clock.day)
        if before == after || offset(at: local - before) == before { return local - before }
        return offset(at: local - after) == after ? local - after : local - before
    }

    /// From UTC, in seconds.
    package mutating func offset(at seconds: Int64) -> Int64 {
        if latest.seconds.contains(seconds) { return latest.offset }
        guard let zone else { return 0 }
        let year = seconds.flooredQuotient(by: Clock.year).quotient
        let stretches = years[year] ?? Clock.stretches(of: year, in: zone)
        years[year] = stretches
        latest = stretches.first { $0.seconds.contains(seconds) } ?? latest
        return latest.offset
    }

    private static func stretches(of year: Int64, in zone: ZoneRules) -> [Stretch] {
        let end = (year + 1) * Clock.year
        var start = year * Clock.year
        var stretches: [Stretch] = []
        while start < end {
            let change = zone.change(after: start)
            // No valid zone changes more than a few times a year. The bound stops on invalid rules.
            let isLast = stretches.count == 15
            let next = isLast ? end : min(end, max(start + 1, change ?? end))
            let offset = zone.offset(at: start)
            stretches.append(Stretch(seconds: start..<next, offset: offset))
            start = next
        }
        return stretches
    }
}

/// The offsets are in seconds from UTC.
package struct ClockChange: Sendable, Equatable {
    package let at: Moment
    package let before: Int
    package let after: Int
}

extension Clock {
    /// Such as `2026a`.
    package static var dataVersion: String? { TimeZoneFiles.version }

    /// Two a year over a lifetime, longer than any conversation.
    private static let maxChanges = 200

    /// At most `maxChanges`.
    package func changes(from first: Moment, to last: Moment) -> [ClockChange] {
        guard let zone else { return [] }
        var changes: [ClockChange] = []
        var seconds = first.milliseconds.flooredQuotient(by: 1000).quotient
        let end = last.milliseconds.flooredQuotient(by: 1000).quotient
        while changes.count < Clock.maxChanges, let next = zone.change(after: seconds),
            next <= end
        {
            changes.append(
                ClockChange(
                    at: Moment(milliseconds: next * 1000),
                    before: Int(zone.offset(at: next - 1)), after: Int(zone.offset(at: next))))
            seconds = next
        }
        return changes
    }
}
