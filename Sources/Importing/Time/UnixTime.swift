import Basics
import Model

enum UnixTime {
    /// Returns nil for times outside the years 1 to 9999, and for NaN.
    static func moment(milliseconds: Double) -> Moment? {
        guard milliseconds > -62_135_596_800_000, milliseconds < 253_402_300_800_000 else {
            return nil
        }
        return Moment(milliseconds: Int64(milliseconds.rounded()))
    }
}

/// Dates of mail headers (RFC 5322 §3.3): `Mon, 2 Jan 2006 15:04:05 -0700`.
enum MailTime {
    static func moment(_ text: String) -> Moment? {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," })[...]
        if let first = words.first, Int(first) == nil { words = words.dropFirst() }
        guard words.count >= 4, let day = Int(words[words.startIndex]),
            let year = Int(words[words.startIndex + 2])
        else { return nil }
        guard let month = CivilDate.month(named: words[words.startIndex + 1].prefix(3)) else {
            return nil
        }
        let clock = words[words.startIndex + 3].split(separator: ":").compactMap { Int($0) }
        guard let time = CivilTime(day: [year, month, day], clock: clock) else { return nil }
        let offset = words.count > 4 ? seconds(String(words[words.startIndex + 4])) : 0
        return Moment(time, offset: Int32(offset))
    }

    /// Parses an offset such as `-0700`. Names such as `GMT` and invalid offsets mean UTC.
    private static func seconds(_ zone: String) -> Int {
        guard zone.utf8.count == 5, let number = Int(zone), abs(number) <= 1800 else { return 0 }
        return (number / 100 * 60 + number % 100) * 60
    }
}

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

/// A date in the name of a file or folder: `2023-05-01`, `#chan_20230501`, `2024-05-01 10.15.23
/// Weekly 12345`.
enum DayInName {
    static func day(_ stem: String) -> CivilTime? {
        let digits = stem.split { !$0.isASCII || !$0.isNumber }
        for (index, year) in digits.enumerated() where year.count == 4 && index + 2 < digits.count {
            let rest = [digits[index + 1], digits[index + 2]]
            let numbers = ([year] + rest).compactMap { Int($0) }
            guard rest.allSatisfy({ $0.count <= 2 }), let day = CivilTime(day: numbers) else {
                continue
            }
            return day
        }
        guard let whole = digits.last(where: { $0.count == 8 }), let number = Int(whole) else {
            return nil
        }
        return CivilTime(day: [number / 10_000, number / 100 % 100, number % 100])
    }
}
