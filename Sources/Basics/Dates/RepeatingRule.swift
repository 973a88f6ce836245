/// The yearly rule for a zone's daylight saving time: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX's TZ,
/// with the extensions of RFC 8536 §3.3.1).
struct RepeatingRule: Sendable, Equatable {
    /// The standard offset from UTC in seconds, positive in the east.
    private let standard: Int64
    private let summer: Summer?

    private struct Summer: Sendable, Equatable {
        let offset: Int64
        let begins: YearDay
        let ends: YearDay
    }

    init?(_ text: ArraySlice<UInt8>) {
        var reader = RuleReader(text)
        guard reader.name(), let west = reader.time(maxHours: 24) else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = -west + 3_600
        if !reader.skip(",") {
            guard let west = reader.time(maxHours: 24), reader.skip(",") else { return nil }
            offset = -west
        }
        guard let begins = reader.day(), reader.skip(","), let ends = reader.day(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: offset, begins: begins, ends: ends)
    }

    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        let last = changes(around: seconds).last { $0.at <= seconds }
        return last?.offset ?? summer.offset
    }

    func change(after seconds: Int64) -> Int64? {
        guard summer != nil else { return nil }
        // Changes at the same instant cancel each other out: daylight saving time all year round.
        return changes(around: seconds).first {
            $0.at > seconds && offset(at: $0.at) != offset(at: $0.at - 1)
        }?.at
    }

    /// Returns the changes of the year and its neighbors in order. If two changes have the same
    /// instant, the later one applies.
    private func changes(around seconds: Int64) -> [(at: Int64, offset: Int64)] {
        guard let summer else { return [] }
        let days = seconds.flooredQuotient(by: 86_400).quotient
        // The range of years is bounded; beyond it nothing changes.
        let year = CivilDate(daysSinceEpoch: Int(min(max(days, -4_000_000), 4_000_000))).year
        var changes: [(at: Int64, offset: Int64)] = []
        for year in year - 1...year + 2 {
            changes.append((summer.ends.instant(in: year) - summer.offset, standard))
            changes.append((summer.begins.instant(in: year) - standard, summer.offset))
        }
        return changes.sorted { $0.at < $1.at }
    }
}

/// A time on a day of every year.
private struct YearDay: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// A weekday, where 0 is Sunday, in a week of the month, where 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
        /// A day from 1 to 365, without the leap day.
        case julian(Int)
        /// A day from 0, including the leap day.
        case day(Int)
    }

    let day: Day
    /// The time in seconds after midnight.
    let time: Int64

    /// Returns the instant in a year, in the zone's local time.
    func instant(in year: Int) -> Int64 { Int64(days(in: year)) * 86_400 + time }

    private func days(in year: Int) -> Int {
        let first = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
        switch day {
        case .day(let number): return first + number
        case .julian(let number):
            return first + number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0)
        case .weekday(let month, let week, let day):
            let start = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
            let end =
                month == 12
                ? CivilDate(year: year + 1, month: 1, day: 1).daysSinceEpoch
                : CivilDate(year: year, month: month + 1, day: 1).daysSinceEpoch
            let weekday = CivilDate.weekday(daysSinceEpoch: start)
            let found = start + (day - weekday + 7) % 7 + (week - 1) * 7
            return found < end ? found : found - 7
        }
    }
}

/// Parses the text of a rule.
private struct RuleReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(truncatingIfNeeded: sign.value) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips a zone's name: letters, or letters, digits and signs between angle brackets. The name
    /// has no meaning here.
    mutating func name() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    private mutating func number(atMost most: Int) -> Int? {
        let digits = rest.prefix { $0 &- 0x30 < 10 }
        guard (1...3).contains(digits.count) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        rest = rest.dropFirst(digits.count)
        return number <= most ? number : nil
    }

    /// Parses a time such as `-3`, `5:30` or `02:00:00`, and returns seconds.
    mutating func time(maxHours: Int) -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(atMost: maxHours) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where skip(":") {
            guard let part = number(atMost: 59) else { return nil }
            seconds += part * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    mutating func day() -> YearDay? {
        let day: YearDay.Day
        if skip("M") {
            guard let month = number(atMost: 12), month > 0, skip("."),
                let week = number(atMost: 5), week > 0, skip("."), let weekday = number(atMost: 6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if skip("J") {
            guard let number = number(atMost: 365), number > 0 else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(atMost: 365) else { return nil }
            day = .day(number)
        }
        guard skip("/") else { return YearDay(day: day, time: 7_200) }
        guard let time = time(maxHours: 167) else { return nil }
        return YearDay(day: day, time: time)
    }
}
