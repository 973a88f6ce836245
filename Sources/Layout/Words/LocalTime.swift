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
        isoDay = TimeDigits(civil).day
        minuteOfDay = civil.hour * 60 + civil.minute
        daysSinceEpoch = CivilTime.days(year: civil.year, month: civil.month, day: civil.day)
    }
}
