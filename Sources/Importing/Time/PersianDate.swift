import Basics
import Model

/// A date of the Persian calendar, as phones in Iran write it.
struct PersianDate {
    let year: Int
    let month: Int
    let day: Int

    /// The years that are certainly Persian, 2001 to 2051. No other calendar of phones is in these
    /// years today: the Islamic calendar had them from 1960 to 2008.
    static let years = 1380..<1430

    /// The same day in the Gregorian calendar, or nil if the date does not exist.
    var gregorian: CivilTime? {
        let days = Self.daysBefore(year)
        let dayOfYear = (month <= 7 ? 31 * (month - 1) : 186 + 30 * (month - 7)) + day - 1
        guard 1...12 ~= month, 1...(month <= 6 ? 31 : 30) ~= day,
            dayOfYear < Self.daysBefore(year + 1) - days
        else { return nil }
        // The first day of 1400 was 2021-03-21.
        let start = CivilTime.days(year: 2021, month: 3, day: 21)
        let date = CivilDate(daysSinceEpoch: start + days - Self.daysBefore(1400) + dayOfYear)
        return CivilTime(year: date.year, month: date.month, day: date.day)
    }

    /// Returns the number of days before a year, from the first year on. Of 33 years, 8 are leap
    /// years, as they were and will be by astronomy in the whole range of `years`.
    private static func daysBefore(_ year: Int) -> Int { 365 * (year - 1) + (8 * year + 21) / 33 }
}
