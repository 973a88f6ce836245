import Model

/// A local date and time of day, as precise as rows show them.
struct LocalTime: Hashable {
    /// The date: `2026-05-31`.
    let isoDay: String
    let minuteOfDay: Int
    let daysSinceEpoch: Int

    /// Creates a time from seconds since 1970, already shifted into the time zone.
    init(localSeconds: Int64) {
        let civil = CivilTime(milliseconds: localSeconds * 1_000)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(abs(number))
            let zeros = String(repeating: "0", count: max(0, width - digits.count))
            return (number < 0 ? "-" : "") + zeros + digits
        }
        isoDay = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
        minuteOfDay = civil.hour * 60 + civil.minute
        daysSinceEpoch = CivilTime.days(year: civil.year, month: civil.month, day: civil.day)
    }
}
