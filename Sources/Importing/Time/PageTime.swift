import Model

/// Human-readable times of web pages and of Google: `Jan 15, 2024 10:00:05 pm`, `15 January 2024 at
/// 22:00`, `15.01.2024, 22:00`, `Dienstag, 12. Mai 2020 um 21:05:00 UTC`, `2020년 5월 12일 오후 9시 5분 0초
/// UTC`.
enum PageTime {
    /// The beginnings of month names in languages with Latin and Cyrillic scripts.
    private static let months: [Set<String>] = [
        ["jan", "ene", "gen", "sty", "oca", "led", "ian", "tam", "янв", "јан", "яну", "січ"],
        ["feb", "fév", "fev", "lut", "şub", "úno", "hel", "фев", "феб", "лют"],
        ["mar", "mär", "maa", "mrt", "bře", "már", "мар", "бер"],
        ["apr", "abr", "avr", "kwi", "nis", "dub", "ápr", "huh", "апр", "кві"],
        ["may", "mai", "maj", "mag", "mei", "máj", "kvě", "tou", "мая", "май", "мај", "тра"],
        [
            "jun", "juin", "giu", "cze", "haz", "jún", "červ", "iun", "kes", "июн", "јун", "юни",
            "чер",
        ],
        [
            "jul", "juil", "lug", "lip", "tem", "júl", "červenc", "červenec", "iul",
            "hei", "июл", "јул", "юли", "лип",
        ],
        ["aug", "ago", "aoû", "aou", "sie", "ağu", "srp", "avg", "agu", "elo", "авг", "сер"],
        ["sep", "set", "wrz", "eyl", "zář", "szep", "syy", "сен", "сеп", "вер"],
        ["oct", "okt", "ott", "out", "paź", "eki", "říj", "lok", "окт", "жов"],
        ["nov", "lis", "kas", "noi", "marr", "ноя", "нов", "ное", "лис"],
        ["dec", "dez", "dic", "déc", "gru", "ara", "pro", "des", "jou", "дек", "дец", "гру"],
    ]

    /// Parses a time. A time without a zone is in the caller's.
    static func moment(_ text: String, _ clock: inout Clock) -> Moment? {
        guard text.utf8.count <= 120 else { return nil }
        var words = text.split { " \u{202F}\u{A0}".contains($0) }
        var offset = words.first.flatMap(Self.offset)
        if offset != nil { words.removeFirst() }
        // The zone follows the time: `1:54pm PDT`, `13:54 UTC+01`. Croatian pages have a zone on
        // both sides.
        while words.count > 2, let last = words.last, let found = self.offset(last) {
            offset = found
            words.removeLast()
        }
        guard let time = civil(words.joined(separator: " ")) else { return nil }
        guard let offset else { return clock.moment(.local(time.milliseconds)) }
        return Moment(time, offset: offset)
    }

    /// The offsets from UTC in hours.
    private static let zones: [Substring: Int32] = [
        "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8, "PDT": -7,
    ]

    /// Returns the offset from UTC in seconds: `PDT`, `UTC+01`, `UTC-03:30`.
    private static func offset(_ word: Substring) -> Int32? {
        if let hours = zones[word] { return hours * 3600 }
        guard word.hasPrefix("UTC"), let sign = word.dropFirst(3).first, "+-".contains(sign) else {
            return nil
        }
        let parts = word.dropFirst(4).split(separator: ":").map { Int32($0) }
        guard (1...2).contains(parts.count), let hours = parts[0], (0...14).contains(hours),
            let minutes = parts.count > 1 ? parts[1] : 0, (0..<60).contains(minutes)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    private static func month(_ word: Substring) -> Int? {
        // The longest match decides: "juin" and "juil", "červen" and "červenec" have a common
        // beginning.
        for length in [8, 7, 4, 3] {
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

    static func civil(_ text: String) -> CivilTime? {
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
                // Days of the week precede the month, and some begin like a month.
                month = known
            } else {
                let parts = word.split(whereSeparator: { "./-".contains($0) })
                guard parts.count == 3 else { continue }
                let three = parts.compactMap { Int($0) }
                // Northern European pages separate hours and minutes by dots, too.
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
        // Days come first unless the second number cannot be a month.
        return numbers[1] <= 12
            ? (numbers[2], numbers[1], numbers[0]) : (numbers[2], numbers[0], numbers[1])
    }
}
