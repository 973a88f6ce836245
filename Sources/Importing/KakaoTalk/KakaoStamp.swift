import Basics
import Model

/// The day, time or both at the beginning of a line: `2026년 4월 25일 오후 3:20`, `2024. 12. 9. 14:30`,
/// `Dec 9, 2024 at 2:30 PM`, `2:30PM, December 9, 2024`, `오후 2:30`.
struct KakaoStamp {
    private(set) var day: CivilTime?
    private(set) var clock: (hour: Int, minute: Int)?
    private(set) var rest: Substring

    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    init?(_ text: Substring) {
        rest = text
        guard text.utf8.count > 3 else { return nil }
        readClockBeforeDay()
        if clock != nil { return }
        readDay()
        let afterDay = rest
        skipBlanks()
        if day != nil {
            if let end = rest.utf8.firstIndex(of: UInt8(ascii: " ")),
                rest[..<end].hasSuffix("요일") || rest[..<end].hasSuffix("일,")
            {
                rest = rest[end...]
                skipBlanks()
            } else if rest.hasSuffix("요일"), rest.count <= 4 {
                rest = rest[rest.endIndex...]
            }
            if rest.hasPrefix("at ") { rest = rest.dropFirst(3) }
            if rest.hasPrefix(", "), rest.dropFirst(2).first?.isNumber == true {
                rest = rest.dropFirst(2)
            }
        }
        let beforeClock = rest
        readClock()
        if clock == nil { rest = day == nil ? beforeClock : afterDay.drop { $0 == " " } }
        if clock == nil, day != nil { skipWeekday() }
        guard day != nil || clock != nil else { return nil }
    }

    /// Returns the date and time, with the day from previous lines if the stamp has none.
    func time(on above: CivilTime?) -> CivilTime? {
        guard let clock, var time = day ?? above else {
            return day
        }
        time.hour = clock.hour
        time.minute = clock.minute
        return time
    }

    /// Parses `9:46AM, February 20, 2014`, the English format of Android before 2015.
    private mutating func readClockBeforeDay() {
        let start = rest
        readClock()
        if clock != nil, rest.hasPrefix(", ") {
            rest = rest.dropFirst(2)
            readDay()
            if day != nil { return }
        }
        clock = nil
        rest = start
    }

    // MARK: Parts

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " }
    }

    private mutating func skipWeekday() {
        let words = rest.prefix { $0 == "-" || $0 == " " || $0.isLetter }
        let word = words.filter(\.isLetter)
        guard word.isEmpty || word.hasSuffix("요일") || Self.weekdays.contains(String(word)) else {
            return
        }
        rest = rest.dropFirst(words.count).drop { $0 == "-" || $0 == " " }
    }

    private mutating func number(_ maxDigits: Int) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...maxDigits).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    private mutating func readDay() {
        let start = rest
        day = numericDay()
        if day == nil {
            rest = start
            day = wordyDay()
        }
        if day == nil { rest = start }
    }

    /// Parses `2026년 4월 25일` or `2024. 12. 9.`
    private mutating func numericDay() -> CivilTime? {
        guard let year = number(4), year >= 1000 else { return nil }
        var numbers = [year]
        for mark in ["년", "월", "일"] {
            let isWord = rest.hasPrefix(mark)
            guard isWord || rest.hasPrefix(".") else { return nil }
            rest = rest.dropFirst()
            guard numbers.count < 3 else { break }
            skipBlanks()
            guard let number = number(2) else { return nil }
            numbers.append(number)
        }
        return CivilTime(day: numbers)
    }

    /// Parses `Monday, December 9, 2024` or `Dec 9, 2024`.
    private mutating func wordyDay() -> CivilTime? {
        if let weekday = Self.weekdays.first(where: { rest.hasPrefix($0 + ", ") }) {
            rest = rest.dropFirst(weekday.count + 2)
        }
        let word = rest.prefix { $0.isASCII && $0.isLetter }
        guard (3...9).contains(word.count), let month = CivilDate.month(named: word.prefix(3))
        else { return nil }
        rest = rest.dropFirst(word.count)
        skipBlanks()
        guard let day = number(2), rest.hasPrefix(", ") else { return nil }
        rest = rest.dropFirst(2)
        return number(4).flatMap { CivilTime(day: [$0, month, day]) }
    }

    private mutating func readClock() {
        let start = rest
        var isLate: Bool?
        if rest.hasPrefix("오전 ") || rest.hasPrefix("오후 ") {
            isLate = rest.hasPrefix("오후")
            rest = rest.dropFirst(3)
        }
        guard let hour = number(2), rest.hasPrefix(":"), hour <= 24 else { return rest = start }
        rest = rest.dropFirst()
        guard let minute = number(2), minute < 60 else { return rest = start }
        for (word, late) in [("AM", false), ("PM", true)] {
            let word = rest.hasPrefix(" ") ? " " + word : word
            guard rest.hasPrefix(word) else { continue }
            isLate = late
            rest = rest.dropFirst(word.count)
        }
        let is12 = isLate != nil && hour <= 12
        clock = (is12 ? hour % 12 + (isLate == true ? 12 : 0) : hour % 24, minute)
    }
}
