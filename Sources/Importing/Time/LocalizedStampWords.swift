/// The words in the stamps of exported lines, in the languages that spell them out.
struct LocalizedStampWords: Sendable {
    enum DayPeriod: Sendable, Equatable {
        /// Midnight to noon.
        case morning
        /// Noon to midnight.
        case afternoon
        /// Six o'clock to six o'clock.
        case night

        /// Returns the hour of 24 for an hour of 12.
        func hour(_ hour: Int) -> Int {
            let hour = hour % 12
            let isLate = self == .afternoon || self == .night && hour >= 6
            return hour + (isLate ? 12 : 0)
        }
    }

    enum Word: Sendable, Equatable {
        case half(DayPeriod)
        case month(Int)
        case buddhist
        case islamic
        /// The year before the era's first: Reiwa 1 is 2019.
        case era(Int)
        /// 年 and similar characters, which replace the slash of other languages.
        case dateUnit
        case separator
        /// A weekday, `at` or `klo`.
        case filler
    }

    private let words: [String: Word]
    private let months: [String: Int]
    private let weekdays: Set<String>

    init(
        mornings: [String], afternoons: [String], nights: [String], fillers: [String],
        months: [String: Int], weekdays: Set<String>
    ) {
        self.months = months
        self.weekdays = weekdays
        // The signs of calendars, which are the same in every language.
        var words: [String: Word] = [
            "BE": .buddhist, "AH": .islamic, "\u{647}\u{640}": .islamic,
            "R": .era(2018), "令和": .era(2018), "H": .era(1988), "平成": .era(1988),
            "年": .dateUnit, "月": .dateUnit, "년": .dateUnit, "월": .dateUnit,
            "日": .separator, "일": .separator, "\u{060C}": .separator,
        ]
        for word in mornings { words[word] = .half(.morning) }
        for word in afternoons { words[word] = .half(.afternoon) }
        for word in nights { words[word] = .half(.night) }
        for word in fillers { words[word] = .filler }
        self.words = words
    }

    subscript(_ text: String) -> Word? {
        if let word = words[text] { return word }
        let lower = text.lowercased()
        if let word = words[lower] { return word }
        let bare = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        if let month = months[bare] { return .month(month) }
        return weekdays.contains(bare) ? .filler : nil
    }
}
