import Model

/// Human-readable times of web pages and of Google: `Jan 15, 2024 10:00:05 pm`, `15 January 2024 at
/// 22:00`, `15.01.2024, 22:00`, `Dienstag, 12. Mai 2020 um 21:05:00 UTC`, `2020년 5월 12일 오후 9시 5분 0초
/// UTC`.
enum PageTime {
    /// The beginnings of month names in languages with Latin and Cyrillic scripts.
    private static let months: [Set<Substring>] = [
        "jan ene gen sty oca led ian tam sij янв јан яну січ",
        "feb fév fev lut şub úno hel vel peb фев феб лют",
        "mar mär maa mrt bře már ožu мар бер",
        "apr abr avr kwi nis dub ápr huh tra апр кві",
        "may mai maj mag mei máj kvě tou svi мая май мај тра",
        "jun juin giu cze haz jún červ iun kes lipan lipnj hun июн јун юни чер",
        "jul juil lug lip tem júl červenc červenec iul hei srpan srpnj hul июл јул юли лип",
        "aug ago aoû aou sie ağu srp avg agu elo kol авг сер",
        "sep set wrz eyl zář szep syy ruj сен сеп вер",
        "oct okt ott out paź eki říj lok окт жов",
        "nov lis kas noi marr stu nob ноя нов ное лис",
        "dec dez dic déc gru ara pro des jou dis дек дец гру",
    ].map { Set($0.split(separator: " ")) }

    /// The months that Croatian calls as Polish and Czech call other months.
    private static let croatian: [Substring: Int] = ["lip": 6, "srp": 7, "lis": 10]

    /// A time without a zone is in the caller's zone.
    static func moment(_ text: String, _ clock: inout Clock) -> Moment? {
        guard text.utf8.count <= 120 else { return nil }
        // The zone is beside the time: `1:54pm PDT`, `13:54 UTC+01`, `UTC 下午1:54`. Croatian pages
        // have two.
        var offset: Int32?
        let words = text.split { " \u{202F}\u{A0}".contains($0) }.map { word in
            guard let found = self.offset(word) else { return word }
            offset = offset ?? found
            return "UTC"
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

    /// Returns the offset from UTC in seconds: `PDT`, `[UTC]`, `UTC+01`, `GMT-03:30`.
    private static func offset(_ word: Substring) -> Int32? {
        let word = word.drop { $0 == "[" }.prefix { $0 != "]" }
        if let hours = zones[word] { return hours * 3600 }
        guard word.hasPrefix("UTC") || word.hasPrefix("GMT"), let sign = word.dropFirst(3).first,
            "+-".contains(sign)
        else { return nil }
        let parts = word.dropFirst(4).split(separator: ":").map { Int32($0) }
        guard (1...2).contains(parts.count), let hours = parts[0], (0...14).contains(hours),
            let minutes = parts.count > 1 ? parts[1] : 0, (0..<60).contains(minutes)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    private static func month(_ word: String, isCroatian: Bool) -> Int? {
        if isCroatian, let month = croatian[word.prefix(3)] { return month }
        // The longest match decides: "juin" and "juil", "červen" and "červenec" have a common
        // beginning.
        for length in [8, 7, 5, 4, 3] {
            let start = word.prefix(length)
            if start.count == length, let month = months.firstIndex(where: { $0.contains(start) }) {
                return month + 1
            }
        }
        return nil
    }

    private static let halves: [String: Bool] = [
        "am": false, "a.m.": false, "de.": false, "paradites": false, "오전": false, "午前": false,
        "上午": false, "午夜": false, "凌晨": false, "清晨": false, "早上": false,
        "pm": true, "p.m.": true, "du.": true, "pasdites": true, "오후": true, "午後": true,
        "下午": true, "中午": true, "晚上": true,
    ]

    /// Words after a time that do not state the half of the day.
    private static let units: Set<String> = ["h", "hs", "hrs", "uhr", "z", "ч", "ч.", "น."]

    static func civil(_ text: String) -> CivilTime? {
        let blanks = String(text.map { "\u{202F}\u{A0}".contains($0) ? " " : $0 })
        // Spanish writes `p. m.`
        let words = blanks.replacing("a. m.", with: "a.m.").replacing("p. m.", with: "p.m.")
            .split { " ,".contains($0) }
        // Croatian writes `12. lip 2020.`, or `u` before the hour.
        let isCroatian = words.contains {
            $0 == "u" || $0.last == "." && (Int($0.dropLast()) ?? 0) > 31
        }
        var parts = Parts()
        for word in words { parts.read(word, isCroatian: isCroatian) }
        return parts.time
    }

    private struct Parts {
        private var numbers: [Int] = []
        private var clock: [Int] = []
        private var isLate: Bool?
        /// Whether the previous word is the clock.
        private var isAfterClock = false
        /// Whether an unknown word beside the clock may state the half of the day.
        private var isUnclear = false
        /// The months named by the last word before the day and year, between them, and after them.
        private var months: (before: Int?, between: Int?, after: Int?) = (nil, nil, nil)
        private var isWordBetween = false
        private var isWordAfter = false

        mutating func read(_ word: Substring, isCroatian: Bool) {
            let isBesideClock = isAfterClock
            isAfterClock = false
            let lower = word.lowercased()
            if lower.contains(":") {
                readClock(lower)
            } else if let half = halves[lower] {
                isLate = half
            } else if lower.contains(where: { "年月日년월일".contains($0) }),
                lower.first?.isNumber == true
            {
                numbers += lower.split { !$0.isNumber }.compactMap { Int($0) }
            } else if lower.last.map({ "시분초".contains($0) }) == true,
                let part = Int(lower.dropLast())
            {
                clock.append(part)
            } else if let number = Int(lower.last == "." ? lower.dropLast() : lower[...]) {
                numbers.append(number)
            } else if let three = Self.three(lower) {
                // Northern European pages separate hours and minutes by dots, too.
                isAfterClock = month != nil
                if isAfterClock { clock = three } else { numbers += three }
            } else if lower.first?.isLetter == true {
                let month = PageTime.month(lower, isCroatian: isCroatian)
                guard month != nil || !units.contains(lower) && !Self.isZone(word) else { return }
                add(month)
                if isBesideClock, month == nil { isUnclear = true }
            }
        }

        /// Reads `21:05`, `9:05pm` or `下午9:05`.
        private mutating func readClock(_ word: String) {
            let start = word.drop { !$0.isNumber }
            let end = start.drop { $0.isNumber || $0 == ":" }
            clock = start[..<end.startIndex].split(separator: ":").compactMap { Int($0) }
            for side in [word[..<start.startIndex], end] where side.contains(where: \.isLetter) {
                if let half = halves[String(side)] {
                    isLate = half
                } else if !units.contains(String(side)) {
                    isUnclear = true
                }
            }
            isAfterClock = true
        }

        private static func three(_ word: String) -> [Int]? {
            let three = word.split(whereSeparator: { "./-".contains($0) }).map { Int($0) }
            guard three.count == 3 else { return nil }
            let numbers = three.compactMap(\.self)
            return numbers.count == 3 ? numbers : nil
        }

        /// Returns whether a word is the abbreviation of a zone. Malay writes the half of the day
        /// in capitals, too.
        private static func isZone(_ word: Substring) -> Bool {
            word.count >= 3 && word != "PTG" && word.allSatisfy { $0.isASCII && !$0.isLowercase }
        }

        private mutating func add(_ month: Int?) {
            switch numbers.count {
            case 0: months.before = month
            case 1:
                months.between = month ?? months.between
                isWordBetween = true
            default:
                if !isWordAfter { months.after = month }
                isWordAfter = true
            }
        }

        /// The named month. Other words may begin like a month, such as Tuesday's name in several
        /// languages, but only the month is between day and year, or beside them.
        private var month: Int? {
            guard numbers.count == 2 else { return nil }
            if let month = months.between { return month }
            if numbers[0] > 31 { return months.after }
            return isWordBetween ? nil : months.before
        }

        var time: CivilTime? {
            guard (2...3).contains(clock.count), let date = PageTime.date(numbers, month) else {
                return nil
            }
            if isUnclear, isLate == nil, (1...12).contains(clock[0]) { return nil }
            return CivilTime(day: date, clock: clock, isLate: isLate)
        }
    }

    /// Returns year, month and day.
    private static func date(_ numbers: [Int], _ month: Int?) -> [Int]? {
        if let month {
            guard numbers.count == 2 else { return nil }
            let isYearLast = numbers[1] > 31
            return [numbers[isYearLast ? 1 : 0], month, numbers[isYearLast ? 0 : 1]]
        }
        guard numbers.count == 3 else { return nil }
        if numbers[0] > 31 { return numbers }
        // Days come first unless the second number cannot be a month.
        return numbers[1] <= 12
            ? numbers.reversed() : [numbers[2], numbers[0], numbers[1]]
    }
}
