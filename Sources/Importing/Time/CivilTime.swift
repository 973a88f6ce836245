/// A date and a time of day on no particular clock, in the Gregorian calendar.
struct CivilTime: Sendable, Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0

    /// Days from 1970-01-01, after Howard Hinnant's `days_from_civil`.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Whether the calendar has that day and the clock that time.
    var isReal: Bool {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
        guard day <= Self.days(in: month, of: year) else { return false }
        // A leap second is read as the second after it.
        return (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Seconds from 1970-01-01T00:00:00 on the same clock. Only for a time that is real.
    var seconds: Int {
        Self.days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
