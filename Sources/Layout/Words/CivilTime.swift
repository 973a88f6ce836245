/// A date and a time of day as a wall calendar and clock show them.
struct CivilTime: Hashable {
    let year: Int
    let month: Int
    let day: Int
    /// 0 for Sunday.
    let weekday: Int
    let minuteOfDay: Int
    let daysSinceEpoch: Int

    /// From seconds since 1970 already shifted into the zone; the proleptic Gregorian calendar by
    /// Howard Hinnant's days-from-civil arithmetic, turned round.
    init(localSeconds: Int64) {
        let days = localSeconds >= 0 ? localSeconds / 86_400 : (localSeconds - 86_399) / 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
        month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        weekday = Int(((days + 4) % 7 + 7) % 7)
        daysSinceEpoch = Int(days)
        minuteOfDay = Int((localSeconds - days * 86_400) / 60)
    }

    /// `2026-05-31`.
    var isoDay: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(abs(number))
            let zeros = String(repeating: "0", count: max(0, width - digits.count))
            return (number < 0 ? "-" : "") + zeros + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
