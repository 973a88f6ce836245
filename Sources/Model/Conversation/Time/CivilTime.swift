import Basics

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

    /// Returns the number of days since 1970-01-01.
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
