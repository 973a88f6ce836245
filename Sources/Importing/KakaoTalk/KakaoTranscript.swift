import Basics
import Model

/// The parsed lines of an export.
struct KakaoTranscript {
    struct Entry: Sendable {
        var time: CivilTime?
        /// The sender's name, or nil for an event.
        var name: String?
        var text: String
    }

    private(set) var entries: [Entry] = []
    /// The number of lines before the first message that are neither days nor blank.
    private(set) var stray = 0
    /// The day of the previous lines. In old exports and exports from Windows, messages state only
    /// a time.
    private var day: CivilTime?
    /// Whether day lines have dashes, as those of Windows have; nil before the first day.
    private var hasDashes: Bool?

    init(_ bytes: [UInt8], _ heading: KakaoHeading) {
        let lines = Array(Lines(bytes).dropFirst(heading.lines))
        func text(_ index: Int) -> String { String(decoding: bytes[lines[index]], as: UTF8.self) }
        for index in lines.indices {
            let line = text(index)
            if let found = dayLine(line), isDay(found, index, lines.indices, text) {
                day = found.day
                hasDashes = found.hasDashes
            } else if let entry = entry(line) {
                entries.append(entry)
            } else if let last = entries.indices.last {
                entries[last].text += "\n" + line
            } else if !line.trimmingBlanks().isEmpty {
                stray += 1
            }
        }
        // Blank lines before a day do not belong to the message.
        for index in entries.indices { entries[index].text = entries[index].text.trimmingBlanks() }
    }

    // MARK: Days

    private typealias DayLine = (day: CivilTime, hasDashes: Bool, hasWeekday: Bool)

    /// Parses a line that is only a date: `--------------- 2024년 12월 9일 월요일 ---------------`,
    /// `2024년 12월 9일 월요일` or `2026년 4월 20일 오후 3:20`.
    private func dayLine(_ line: String) -> DayLine? {
        guard line.utf8.count <= 200 else { return nil }
        let text = Marks.plain(line[...]).trimmingBlanks()
        let dashes = "---------------"
        let hasDashes = text.hasPrefix(dashes) && text.hasSuffix(dashes)
        let inner = hasDashes ? text.drop { $0 == "-" || $0 == " " } : text[...]
        guard let stamp = KakaoStamp(inner), stamp.rest.isEmpty, let day = stamp.day else {
            return nil
        }
        return (day, hasDashes, text.holds("요일") || text.holds("day, "))
    }

    /// Returns whether a date is a day line. A message may contain a date on a line of its own, but
    /// then no message of that day follows.
    private func isDay(
        _ found: DayLine, _ index: Int, _ lines: Range<Int>, _ text: (Int) -> String
    ) -> Bool {
        if found.hasDashes || hasDashes == true { return found.hasDashes && hasDashes != false }
        let next = lines[(index + 1)...].first { !text($0).trimmingBlanks().isEmpty }
        guard found.day != day, let next,
            let stamp = KakaoStamp(Marks.plain(text(next)[...])[...]), stamp.clock != nil,
            stamp.rest.hasPrefix(", ") || stamp.rest.hasPrefix(": ")
        else { return false }
        if let own = stamp.day { return own == found.day }
        // Old iPhones state only the time of a message.
        let isAfterBlank = index == lines.lowerBound || text(index - 1).trimmingBlanks().isEmpty
        return found.hasWeekday && isAfterBlank
    }

    // MARK: Messages

    private func entry(_ line: String) -> Entry? {
        let text = Marks.plain(line[...])
        if text.hasPrefix("[") { return bracketed(text) }
        guard let stamp = KakaoStamp(text[...]), stamp.clock != nil,
            let time = stamp.time(on: day)
        else {
            // Windows writes events as lines without a time, after a day or a message.
            guard KakaoNotice.isWhole(text), let day else { return nil }
            let last = entries.last?.time
            let isLater = last.map { $0.milliseconds < day.milliseconds } ?? true
            return Entry(time: isLater ? day : last, name: nil, text: line)
        }
        // Pasted text may look like a message, but its day is earlier.
        if let last = day, let own = stamp.day, own.milliseconds < last.milliseconds { return nil }
        let rest = stamp.rest
        if rest.hasPrefix(", "), let (name, text) = Self.parts(rest.dropFirst(2)) {
            return Entry(time: time, name: name, text: text)
        }
        let notice = String(rest.drop { $0 == "," || $0 == ":" || $0 == " " })
        guard KakaoNotice.isOne(notice) || isNext(stamp, time), !notice.isEmpty else { return nil }
        return Entry(time: time, name: nil, text: notice)
    }

    /// Returns whether a stamp is followed by a sentence and continues the current day, as those of
    /// all events do. Their sentences are many.
    private func isNext(_ stamp: KakaoStamp, _ time: CivilTime) -> Bool {
        guard stamp.day != nil, stamp.day == day,
            stamp.rest.hasPrefix(", ") || stamp.rest.hasPrefix(": ")
        else { return false }
        return entries.last?.time.map { $0.milliseconds <= time.milliseconds } ?? true
    }

    /// Parses `[NAME] [오후 2:30] TEXT`.
    private func bracketed(_ text: String) -> Entry? {
        guard let end = text.place(of: "] ["), let day else { return nil }
        let name = text[text.index(after: text.startIndex)..<end.lowerBound].trimmingBlanks()
        let rest = text[end.upperBound...]
        guard !name.isEmpty, let close = rest.firstIndex(of: "]"),
            let stamp = KakaoStamp(rest[..<close]), stamp.day == nil, stamp.rest.isEmpty,
            let time = stamp.time(on: day)
        else { return nil }
        return Entry(time: time, name: name, text: String(rest[rest.index(after: close)...]))
    }

    private static func parts(_ rest: Substring) -> (name: String, text: String)? {
        guard let place = rest.place(of: " :") else { return nil }
        let name = rest[..<place.lowerBound].trimmingBlanks()
        let text = rest[place.upperBound...]
        guard !name.isEmpty, name.utf8.count <= 200, text.isEmpty || text.first == " " else {
            return nil
        }
        return (name, String(text.dropFirst()))
    }
}

/// Recognizes events by the ends of their sentences.
private enum KakaoNotice {
    private static let words = [
        "님이 들어왔습니다", "님이 나갔습니다", "초대하였습니다", "초대했습니다", "내보냈습니다", "가렸습니다",
        "되었습니다", "변경했습니다", "joined this", "left this", "invited", "has been", "was removed",
    ]

    static func isOne(_ text: String) -> Bool {
        text.utf8.count <= 400 && (words.contains(where: text.holds) || text.hasSuffix("습니다."))
    }

    /// Returns whether a line without any other mark is an event.
    static func isWhole(_ text: String) -> Bool {
        guard text.utf8.count <= 200, !text.holds("\t") else { return false }
        return text.hasSuffix("님이 들어왔습니다.") || text.hasSuffix("님이 나갔습니다.")
            || text.hasSuffix("초대하였습니다.") || text.hasSuffix("초대했습니다.")
            || text.hasSuffix("내보냈습니다.")
    }
}

/// The day, time or both at the beginning of a line: `2026년 4월 25일 오후 3:20`, `2024. 12. 9. 14:30`,
/// `Dec 9, 2024 at 2:30 PM`, `2:30PM, December 9, 2024`, `오후 2:30`.
private struct KakaoStamp {
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
