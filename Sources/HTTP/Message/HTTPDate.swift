import Basics

/// The date format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Formats seconds since 1970 in the proleptic Gregorian calendar, independent of locale and
    /// time zone.
    package static func text(unixSeconds: Int64) -> String {
        let (days, seconds) = unixSeconds.quotientAndRemainder(dividingBy: 86_400)
        let day = seconds < 0 ? days - 1 : days
        let time = Int(seconds < 0 ? seconds + 86_400 : seconds)
        let date = CivilDate(daysSinceEpoch: Int(day))
        // 1 January 1970 was a Thursday.
        let weekday = Int(((day % 7) + 11) % 7)
        return "\(weekdays[weekday]), \(two(date.day)) \(months[date.month - 1]) "
            + "\(date.year) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
