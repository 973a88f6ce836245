import Basics

package enum DayForm: String, Sendable, CaseIterable {
    /// "Sunday, May 31, 2026"
    case full
    /// "May 31, 2026", with the name of the month in full or not.
    case long, short
    /// "May 31"
    case day
    /// "Sunday, May 31"
    case weekday
    /// "Sun, May 31"
    case shortWeekday = "short-weekday"

    package var withYear: DayForm {
        switch self {
        case .full, .weekday: .full
        case .long, .day: .long
        case .short, .shortWeekday: .short
        }
    }
}

/// The format of dates and times of day in one locale's Gregorian calendar.
package struct DateWording: Sendable {
    package enum Clock: Hashable, Sendable { case usual, twelveHours, twentyFourHours }

    private let days: [DayForm: [DatePart]]
    private let time: [DatePart]
    private let months: [String]
    private let shortMonths: [String]
    /// Sunday is first.
    private let weekdays: [String]
    private let shortWeekdays: [String]
    private let halves: [String]
    private let digits: DigitSet

    private struct Key: Hashable {
        let name: LocaleName
        let clock: Clock
    }

    private static let kept = LocaleCache<Key, DateWording>(maxEntries: 64)

    package static func of(_ name: LocaleName, clock: Clock) -> DateWording {
        let key = Key(name: name, clock: clock)
        return kept.value(for: key) { DateWording(name, clock: clock) }
    }

    private init(_ name: LocaleName, clock: Clock) {
        let name = LocaleTable.present(name)
        let entry = LocaleTable.dates.entry(for: name)
        days = DayForm.allCases.reduce(into: [:]) { days, form in
            days[form] = DatePart.parts(of: entry[form.rawValue])
        }
        let hours =
            switch clock {
            case .usual: name.hours ?? DateWording.hours(of: name, entry)
            case .twelveHours: "h"
            case .twentyFourHours: "H"
            }
        time = DatePart.parts(of: entry[hours])
        months = entry.list("months")
        shortMonths = entry.list("short_months")
        weekdays = entry.list("weekdays")
        shortWeekdays = entry.list("short_weekdays")
        halves = entry.list("halves")
        digits = name.digits.flatMap(DigitSet.init) ?? DigitSet(entry["digits"]) ?? .latin
    }

    /// Returns the pattern for hours. If the locale has no entry for its region, the region's
    /// convention applies.
    private static func hours(of name: LocaleName, _ entry: LocaleTable.Entry) -> String {
        guard let region = name.region, !entry.identifier.hasSuffix("_" + region),
            let line = BundledTable.dates.line("*h")
        else { return entry["hours"] }
        return line.contains(region) ? "h" : "H"
    }

    package func day(_ daysSinceEpoch: Int, as form: DayForm = .full) -> String {
        words(days[form] ?? [], days: daysSinceEpoch, minutes: 0)
    }

    /// Returns a time such as "9:40 AM".
    package func time(_ minuteOfDay: Int) -> String { words(time, days: 0, minutes: minuteOfDay) }

    private func words(_ parts: [DatePart], days: Int, minutes: Int) -> String {
        let date = CivilDate(daysSinceEpoch: days)
        let hour = minutes / 60
        var words = ""
        for part in parts {
            switch part {
            case .text(let text): words += text
            case .year: words += number(date.year)
            case .month(let width): words += number(date.month, width)
            case .monthName: words += DateWording.word(months, date.month - 1)
            case .shortMonthName: words += DateWording.word(shortMonths, date.month - 1)
            case .day(let width): words += number(date.day, width)
            case .weekday:
                words += DateWording.word(weekdays, CivilDate.weekday(daysSinceEpoch: days))
            case .shortWeekday:
                words += DateWording.word(
                    shortWeekdays, CivilDate.weekday(daysSinceEpoch: days))
            case .hour(let width): words += number(hour, width)
            case .hourOfHalf(let width): words += number((hour + 11) % 12 + 1, width)
            case .hourOfHalfFromZero(let width): words += number(hour % 12, width)
            case .minute(let width): words += number(minutes % 60, width)
            case .half: words += DateWording.word(halves, hour / 12)
            }
        }
        return words
    }

    private static func word(_ words: [String], _ index: Int) -> String {
        words.indices.contains(index) ? words[index] : String(index + 1)
    }

    private func number(_ number: Int, _ width: Int = 1) -> String {
        digits.localized(String(number, digits: width))
    }
}

/// A part of a locale's pattern for dates and times (UTS #35, Dates).
private enum DatePart: Sendable, Equatable {
    case text(String)
    case year
    case month(width: Int)
    case monthName
    case shortMonthName
    case day(width: Int)
    case weekday
    case shortWeekday
    case hour(width: Int)
    /// The hour from 1 to 12.
    case hourOfHalf(width: Int)
    /// The hour from 0 to 11.
    case hourOfHalfFromZero(width: Int)
    case minute(width: Int)
    case half

    /// Parses a pattern. Letters are fields, whose number of repetitions states the width. Other
    /// characters, and text between apostrophes, are literal.
    static func parts(of pattern: String) -> [DatePart] {
        var parts: [DatePart] = []
        var text = ""
        var isQuoted = false
        var rest = Substring(pattern)
        while let character = rest.unicodeScalars.first {
            if character == "'" {
                rest.unicodeScalars.removeFirst()
                if rest.unicodeScalars.first == "'" {
                    text += "'"
                    rest.unicodeScalars.removeFirst()
                } else {
                    isQuoted.toggle()
                }
                continue
            }
            let run = rest.unicodeScalars.prefix { $0 == character }
            guard !isQuoted, let part = DatePart(character, run.count) else {
                text.unicodeScalars.append(character)
                rest.unicodeScalars.removeFirst()
                continue
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
            parts.append(part)
            rest.unicodeScalars.removeFirst(run.count)
        }
        return text.isEmpty ? parts : parts + [.text(text)]
    }

    private init?(_ letter: Unicode.Scalar, _ width: Int) {
        switch letter {
        case "y": self = .year
        case "M", "L":
            switch width {
            case 1, 2: self = .month(width: width)
            case 3: self = .shortMonthName
            default: self = .monthName
            }
        case "d": self = .day(width: width)
        case "E", "c": self = width <= 3 ? .shortWeekday : .weekday
        case "H": self = .hour(width: width)
        case "h": self = .hourOfHalf(width: width)
        case "K": self = .hourOfHalfFromZero(width: width)
        case "m": self = .minute(width: width)
        case "a": self = .half
        default: return nil
        }
    }
}
