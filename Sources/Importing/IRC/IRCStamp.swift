import Basics
import Model

/// The time at the beginning of a line: `10:01`, `[10:01:00]`, `[10:01:02 PM]`, `2023-05-01
/// 10:01:00`, `[2023-05-01T10:01:00.853Z]`, `May 01 10:01:00`.
struct IRCStamp {
    /// The time of day, with the day if the line has one.
    private(set) var time: CivilTime
    private(set) var hasDay = false
    /// The offset from UTC in seconds if the line has one.
    private(set) var offset: Int?

    /// Parses the time and removes it from the line.
    init?(_ rest: inout Substring, year: Int?) {
        var text = rest.drop { $0 == "[" || $0 == "(" }
        time = CivilTime(year: 1, month: 1, day: 1)
        if let day = Self.date(&text) ?? Self.monthAndDay(&text, year: year) {
            (time, hasDay) = (day, true)
            text = text.drop { " T][".contains($0) }
        }
        guard takeClock(&text) else { return nil }
        takeZone(&text)
        if text.first == "]" || text.first == ")" { text = text.dropFirst() }
        guard text.first == " " || text.first == "\t" else { return nil }
        rest = text.drop { $0 == " " }
    }

    /// Parses `2023-05-01`.
    private static func date(_ text: inout Substring) -> CivilTime? {
        let head = text.prefix(10)
        let parts = head.split { "-/.".contains($0) }
        guard head.utf8.count == 10, parts.count == 3, parts[0].count == 4,
            let date = CivilTime(day: parts.compactMap { Int($0) })
        else { return nil }
        text = text.dropFirst(10)
        return date
    }

    /// Parses `May 01`.
    private static func monthAndDay(_ text: inout Substring, year: Int?) -> CivilTime? {
        let head = text.prefix(6)
        guard let year, head.utf8.count == 6, head.dropFirst(3).first == " ",
            let month = CivilDate.month(named: head.prefix(3)), let day = Int(head.suffix(2)),
            let date = CivilTime(day: [year, month, day])
        else { return nil }
        text = text.dropFirst(6)
        return date
    }

    private mutating func takeClock(_ text: inout Substring) -> Bool {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let numbers = digits.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(numbers.count), (4...8).contains(digits.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return false }
        text = text[digits.endIndex...]
        time.hour = numbers[0]
        time.minute = numbers[1]
        time.second = numbers.count > 2 ? numbers[2] : 0
        if text.first == "." || text.first == "," {
            let fraction = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(fraction.count) else { return true }
            let thousandths = (fraction + "00").prefix(3)
            time.millisecond = Int(thousandths) ?? 0
            text = text[fraction.endIndex...]
        }
        let half = text.drop { $0 == " " }.prefix(2).lowercased()
        if half == "am" || half == "pm", time.hour <= 12 {
            let rest = text.drop { $0 == " " }.dropFirst(2)
            guard rest.first.map({ "]) \t".contains($0) }) ?? true else { return true }
            time.hour = time.hour % 12 + (half == "pm" ? 12 : 0)
            text = rest
        }
        return true
    }

    /// Parses `Z`, `+0200` or `+02:00`.
    private mutating func takeZone(_ text: inout Substring) {
        if text.first == "Z" {
            offset = 0
            text = text.dropFirst()
            return
        }
        guard let sign = text.first, sign == "+" || sign == "-" else { return }
        let zone = text.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let digits = zone.filter { $0 != ":" }
        guard digits.count == 4, let number = Int(digits), number <= 1800 else { return }
        offset = (number / 100 * 60 + number % 100) * 60 * (sign == "-" ? -1 : 1)
        text = text[zone.endIndex...]
    }
}
