import Conversation

/// Times as web pages and Google write them for readers: `Jan 15, 2024 10:00:05 pm`, `15 January 2024 at 22:00`,
/// `15.01.2024, 22:00`, `Dienstag, 12. Mai 2020 um 21:05:00 UTC`, `2020년 5월 12일 오후 9시 5분 0초 UTC`.
enum PageTime {
    /// How the months begin, in the languages whose calendars are written with Latin letters.
    private static let months: [[String]] = [
        ["jan", "ene", "gen", "sty", "oca"], ["feb", "fév", "fev", "lut", "şub"],
        ["mar", "mär", "maa", "mrt"], ["apr", "abr", "avr", "kwi", "nis"],
        ["may", "mai", "maj", "mag", "mei"], ["jun", "juin", "giu", "cze", "haz"],
        ["jul", "juil", "lug", "lip", "tem"], ["aug", "ago", "aoû", "aou", "sie", "ağu"],
        ["sep", "set", "wrz", "eyl"], ["oct", "okt", "ott", "out", "paź", "eki"],
        ["nov", "lis", "kas"], ["dec", "dez", "dic", "déc", "gru", "ara"],
    ]

    /// Read in the caller's zone, but where it says that it is UTC.
    static func moment(_ text: String, _ builder: inout ConversationBuilder) -> Moment? {
        guard text.utf8.count <= 120, let time = civil(text) else { return nil }
        guard text.hasSuffix("UTC") || text.hasPrefix("UTC") else { return builder.moment(time) }
        return Moment(milliseconds: time.milliseconds, offset: 0)
    }

    private static func month(_ word: Substring) -> Int? {
        // The longest beginning decides: juin and juil are one letter apart.
        for length in [4, 3] {
            let start = String(word.prefix(length))
            if start.count == length, let month = months.firstIndex(where: { $0.contains(start) }) {
                return month + 1
            }
        }
        return nil
    }

    private static let halves: [String: Bool] = [
        "am": false, "a.m.": false, "오전": false, "上午": false, "午前": false,
        "pm": true, "p.m.": true, "오후": true, "下午": true, "午後": true,
    ]

    private static func civil(_ text: String) -> CivilTime? {
        var numbers: [Int] = []
        var clock: [Int] = []
        var month: Int?
        var isLate: Bool?
        for word in text.lowercased().split(whereSeparator: { " ,\u{202F}\u{A0}".contains($0) }) {
            if word.contains(":") {
                var digits = word.drop { !$0.isNumber }
                if let half = halves[String(word.prefix(upTo: digits.startIndex))] { isLate = half }
                let rest = digits.drop { $0.isNumber || $0 == ":" }
                digits = digits.prefix(upTo: rest.startIndex)
                clock = digits.split(separator: ":").compactMap { Int($0) }
                if let half = halves[String(rest)] { isLate = half }
            } else if let half = halves[String(word)] {
                isLate = half
            } else if word.contains(where: { "年月日년월일".contains($0) }), word.first?.isNumber == true
            {
                numbers += word.split { !$0.isNumber }.compactMap { Int($0) }
            } else if word.last.map({ "시분초".contains($0) }) == true, let part = Int(word.dropLast())
            {
                clock.append(part)
            } else if let number = Int(word.last == "." ? word.dropLast() : word) {
                numbers.append(number)
            } else if let known = self.month(word) {
                // Days of the week stand before the month, and some begin like one.
                month = known
            } else {
                let parts = word.split(whereSeparator: { "./-".contains($0) })
                guard parts.count == 3 else { continue }
                let three = parts.compactMap { Int($0) }
                // In the north of Europe dots stand between hours and minutes, too.
                if month != nil, numbers.count == 2 { clock = three } else { numbers += three }
            }
        }
        guard (2...3).contains(clock.count), let date = date(numbers, month) else { return nil }
        var time = CivilTime(year: date.year, month: date.month, day: date.day)
        time.hour = clock[0]
        if let isLate, clock[0] <= 12 { time.hour = clock[0] % 12 + (isLate ? 12 : 0) }
        time.minute = clock[1]
        time.second = clock.count > 2 ? clock[2] : 0
        return time.isValid ? time : nil
    }

    private static func date(_ numbers: [Int], _ month: Int?) -> (year: Int, month: Int, day: Int)?
    {
        if let month {
            guard numbers.count == 2 else { return nil }
            let isYearLast = numbers[1] > 31
            return (numbers[isYearLast ? 1 : 0], month, numbers[isYearLast ? 0 : 1])
        }
        guard numbers.count == 3 else { return nil }
        if numbers[0] > 31 { return (numbers[0], numbers[1], numbers[2]) }
        // Days first, unless the second number can be no month.
        return numbers[1] <= 12
            ? (numbers[2], numbers[1], numbers[0]) : (numbers[2], numbers[0], numbers[1])
    }
}
