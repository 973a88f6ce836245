import Basics
import Model

/// The time at the beginning of an entry: `(10:01:02)`, `(10:01:02 PM)`, `(2023-05-01 10:01:02)`,
/// `(05/01/2023 10:01:02 PM)`. On pages, tags precede the time.
struct PidginStamp {
    private let clock: CivilTime
    private let hasDate: Bool
    private let text: String
    /// The number of characters up to the end of the time.
    let length: Int

    private static let maxLength = 60
    private static let maxTags = 4

    init?(_ line: String, isPage: Bool) {
        var rest = line[...]
        if isPage {
            var tags = 0
            while rest.hasPrefix("<"), tags < Self.maxTags {
                guard let end = rest.firstIndex(of: ">") else { return nil }
                rest = rest[rest.index(after: end)...]
                tags += 1
            }
            guard tags > 0 else { return nil }
        }
        guard rest.hasPrefix("("),
            let close = rest.prefix(Self.maxLength).firstIndex(of: ")")
        else { return nil }
        let text = String(rest[rest.index(after: rest.startIndex)..<close])
        guard text.first?.isNumber == true, let clock = Self.clock(text) else { return nil }
        self.clock = clock
        self.text = text
        hasDate = Self.words(text).count > 1 && Self.words(text)[0].contains { "-/.".contains($0) }
        length = line.distance(from: line.startIndex, to: rest.index(after: close))
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { " \u{202F}\u{A0}".contains($0) }
    }

    /// Parses the time of day. The date of the result is a placeholder.
    private static func clock(_ text: String) -> CivilTime? {
        let words = words(text)
        guard let place = words.firstIndex(where: { $0.contains(":") }) else { return nil }
        let parts = words[place].split(separator: ":")
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { return nil }
        let next = place + 1 < words.count ? words[place + 1].lowercased() : ""
        let half = next.filter { $0 != "." }
        return CivilTime(
            day: [1, 1, 1], clock: numbers, isLate: ["am": false, "pm": true][half])
    }

    /// Parses the date in a heading or time, with the time of day.
    static func date(_ text: String, _ order: DateOrder?) -> CivilTime? {
        let numbers = (words(text).first ?? "").split { "-/.".contains($0) }.map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1],
            let third = numbers[2]
        else { return PageTime.civil(text) }
        let isEnglish = text.holds("/") && text.uppercased().hasSuffix("M")
        let usual = order ?? (isEnglish ? .mdy : .dmy)
        let isMonthFirst = second > 12 || first <= 12 && usual == .mdy
        var year = first > 31 ? first : third
        if (0..<100).contains(year) { year += 2000 }
        let (month, day) =
            first > 31
            ? (second, third) : isMonthFirst ? (first, second) : (second, first)
        let clock = clock(text)
        return CivilTime(
            day: [year, month, day],
            clock: [clock?.hour ?? 0, clock?.minute ?? 0, clock?.second ?? 0])
    }

    /// Returns the time, on the previous entry's day unless the stamp has a date. If the clock goes
    /// back by more than an hour, midnight has passed.
    func time(after last: CivilTime?, _ order: DateOrder? = nil) -> CivilTime? {
        if hasDate { return Self.date(text, order) }
        guard var time = last else { return nil }
        let before = time.hour * 60 + time.minute
        (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
        time.millisecond = 0
        if before - (time.hour * 60 + time.minute) > 60 {
            let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
            let next = CivilDate(daysSinceEpoch: days + 1)
            (time.year, time.month, time.day) = (next.year, next.month, next.day)
        }
        return time
    }
}
