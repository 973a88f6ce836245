import Basics

extension CivilTime {
    /// Creates the civil time that is this many milliseconds after 1970-01-01T00:00:00 in the same
    /// zone.
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
    /// Creates the moment of a date and time with this offset in seconds.
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
