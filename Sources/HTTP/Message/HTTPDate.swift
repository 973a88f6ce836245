/// A time as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// From seconds since 1970, in the proleptic Gregorian calendar; no locale or time zone can
    /// reach it.
    package static func text(unixSeconds: Int64) -> String {
        let (days, seconds) = unixSeconds.quotientAndRemainder(dividingBy: 86_400)
        let day = seconds < 0 ? days - 1 : days
        let time = Int(seconds < 0 ? seconds + 86_400 : seconds)
        let date = civil(day)
        // 1 January 1970 was a Thursday.
        let weekday = Int(((day % 7) + 11) % 7)
        return "\(weekdays[weekday]), \(two(date.day)) \(months[date.month - 1]) "
            + "\(date.year) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    /// Days since 1970 as a date: eras of 400 years that begin on 1 March, so that leap days come
    /// last.
    private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (Int(year), Int(month), Int(day))
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
