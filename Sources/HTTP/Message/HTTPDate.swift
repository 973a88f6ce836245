import Basics

/// The date format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Formats seconds since 1970 in the proleptic Gregorian calendar, independent of locale and
    /// time zone.
    package static func text(unixSeconds: Int64) -> String {
        let (days, time) = unixSeconds.flooredQuotient(by: 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        let weekday = CivilDate.weekdayNames[CivilDate.weekday(daysSinceEpoch: Int(days))]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { String(Int($0), digits: 2) }
        return "\(weekday), \(String(date.day, digits: 2)) \(CivilDate.monthNames[date.month - 1]) "
            + "\(date.year) \(clock.joined(separator: ":")) GMT"
    }
}
