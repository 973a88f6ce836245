import Model

extension CivilTime {
    /// Creates a time from its parts if it exists.
    ///
    /// - Parameters:
    ///   - day: year, month and day.
    ///   - clock: hour, minute and, if stated, second.
    ///   - isLate: whether an hour of 12 is after noon; nil for an hour of 24.
    init?(day: [Int], clock: [Int] = [0, 0], isLate: Bool? = nil) {
        guard day.count == 3, (2...3).contains(clock.count) else { return nil }
        self.init(year: day[0], month: day[1], day: day[2])
        hour = clock[0]
        if let isLate, hour <= 12 { hour = hour % 12 + (isLate ? 12 : 0) }
        minute = clock[1]
        second = clock.count > 2 ? clock[2] : 0
        guard isValid else { return nil }
    }
}
