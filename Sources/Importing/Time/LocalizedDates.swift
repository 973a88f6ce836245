import Basics
import Model

/// Determines the order of day and month for a whole chat, then converts stamps to times.
struct LocalizedDates {
    private(set) var order: DateOrder
    /// Whether the dates themselves determine the order.
    let isCertain: Bool
    private let year: Int?
    private var yearless = 0
    private var islamic = 0
    /// The number of dates in the chosen order that precede their predecessor by more than a week.
    /// Exports place a message that arrived late after its successors.
    let backwardJumps: Int
    /// The locale of an English reader whose dates and times have the order and the clock of the
    /// stamps; nil for those of the United States.
    private let locale: String?

    /// The years that are certainly of the Islamic calendar, 2008 to 2076.
    ///
    /// Its dates are not converted. Phones use several variants of this calendar, of which exports
    /// state none, and the same date is up to two days later in one than in another.
    private static let islamicYears = PersianDate.years.upperBound..<1500

    /// The number of dates without a time that `warn` explains.
    var explained: Int { yearless + islamic }

    /// Determines the order. The first available indication decides:
    /// 1. The caller's option.
    /// 2. A number that cannot be a month.
    /// 3. The order in which time does not run backwards.
    /// 4. The number that changes more often, which is the day.
    init(_ stamps: some Sequence<LocalizedStamp>, order: DateOrder?, year: Int?) {
        self.year = year
        var evidence = Evidence()
        for stamp in stamps { evidence.add(stamp) }
        let verdict = order.map { ($0, true) } ?? evidence.verdict
        (self.order, isCertain) = verdict
        backwardJumps = order == nil ? evidence.jumps[verdict.0] : 0
        locale = evidence.locale(in: verdict.0)
    }

    /// Returns nil if the date has no year and the caller gave none, if the date does not exist, or
    /// if it is of the Islamic or an unknown calendar.
    mutating func time(of stamp: LocalizedStamp) -> CivilTime? {
        var (year, month, day) = parts(of: stamp)
        if year == 0 {
            guard let given = self.year else {
                yearless += 1
                return nil
            }
            year = given
        }
        guard !Self.islamicYears.contains(year) else {
            islamic += 1
            return nil
        }
        // A file that combines the exports of two phones may use both orders. An impossible month
        // reveals the other order.
        if month > 12, day <= 12, stamp.layout != .named { swap(&month, &day) }
        let date =
            PersianDate.years.contains(year)
            ? PersianDate(year: year, month: month, day: day).gregorian
            : CivilTime(year: year, month: month, day: day)
        // Years before that are of another calendar.
        guard var time = date, time.year >= 1900 else { return nil }
        time.hour = Int(stamp.hour)
        time.minute = Int(stamp.minute)
        time.second = Int(stamp.second60)
        return time.isValid ? time : nil
    }

    /// Warns of dates without a year or of the Islamic calendar, and if the order of days and months
    /// is a guess. Messages are to have dates and times as the export writes them.
    ///
    /// - Parameter noun: what has the dates: a line, a message.
    func warn(of noun: String, _ builder: inout ConversationBuilder) {
        if let locale { builder.conversation.locale = locale }
        builder.warn(.badTime, yearless, noun, "with a date without a year; set `year`")
        builder.warn(
            .badTime, islamic, noun,
            "with a date of the Islamic calendar, which is not converted; "
                + "export again with the device set to the Gregorian calendar")
        let order =
            switch order {
            case .dmy: "day first"
            case .mdy: "month first"
            case .ymd: "year first"
            }
        if !isCertain {
            builder.warn(guessedOrder: order)
        } else if backwardJumps > 0 {
            let times = WarningText.count(backwardJumps, "time")
            builder.warn(
                .importing,
                "dates are read \(order), but then go backwards \(times); check `date_order`")
        }
    }

    private func parts(of stamp: LocalizedStamp) -> (year: Int, month: Int, day: Int) {
        let (first, second, third) = (Int(stamp.first), Int(stamp.second), Int(stamp.third))
        switch stamp.layout {
        case .yearFirst: return (first, second, third)
        case .named: return (third, second, first)
        case .noYear: return order == .dmy ? (0, second, first) : (0, first, second)
        case .yearLast: return order == .dmy ? (third, second, first) : (third, first, second)
        case .allShort:
            switch order {
            case .ymd: return (2000 + first, second, third)
            case .dmy: return (2000 + third, second, first)
            case .mdy: return (2000 + third, first, second)
            }
        }
    }

    /// A number for each order.
    private struct Counts {
        private var counts: [DateOrder: Int] = [:]

        subscript(order: DateOrder) -> Int {
            get { counts[order, default: 0] }
            set { counts[order] = newValue }
        }
    }

    private struct Evidence {
        private var most: (first: Int16, second: Int16) = (0, 0)
        private var changes = (first: 0, second: 0, third: 0)
        private var backward = Counts()
        private(set) var jumps = Counts()
        private var last: LocalizedStamp?
        private var isShort = false
        /// Whether every date may begin with its year.
        private var mayBeYearFirst = true
        /// Whether any stamp, and whether none with AM or PM was seen.
        private var (isTimed, hasHalves, beginsWithYear) = (false, false, false)

        mutating func add(_ stamp: LocalizedStamp) {
            isTimed = true
            hasHalves = hasHalves || stamp.shape.hasHalf
            beginsWithYear = beginsWithYear || stamp.layout == .yearFirst
            guard stamp.layout != .yearFirst, stamp.layout != .named else { return }
            let isYearFirst = stamp.layout == .allShort && stamp.first > 31
            if stamp.layout != .allShort || !(1...12).contains(stamp.second)
                || !(1...31).contains(stamp.third)
            {
                mayBeYearFirst = false
            }
            if isYearFirst, stamp.second <= 12, stamp.third <= 31 { isShort = true }
            // A date that is invalid in every order is no evidence for one.
            guard stamp.first <= 31, stamp.second <= 31, min(stamp.first, stamp.second) <= 12
            else { return }
            most.first = max(most.first, stamp.first)
            most.second = max(most.second, stamp.second)
            if let last, last.layout == stamp.layout {
                compare(stamp, last)
            }
            last = stamp
        }

        private mutating func compare(_ stamp: LocalizedStamp, _ last: LocalizedStamp) {
            let (a, b, c) = (stamp.first, stamp.second, stamp.third)
            if c == last.third {
                if a != last.first { changes.first += 1 }
                if b != last.second { changes.second += 1 }
            } else {
                changes.third += 1
            }
            let (d, e, f) = (last.first, last.second, last.third)
            count(.dmy, (c, b, a), (f, e, d))
            count(.mdy, (c, a, b), (f, d, e))
            count(.ymd, (a, b, c), (d, e, f))
        }

        /// Compares two dates of year, month and day.
        private mutating func count(
            _ order: DateOrder, _ date: (Int16, Int16, Int16), _ last: (Int16, Int16, Int16)
        ) {
            guard date < last else { return }
            backward[order] += 1
            func days(_ date: (Int16, Int16, Int16)) -> Int {
                (Int(date.0) * 12 + Int(date.1)) * 31 + Int(date.2)
            }
            if days(last) - days(date) > 7 { jumps[order] += 1 }
        }

        func locale(in order: DateOrder) -> String? {
            guard isTimed else { return nil }
            return switch (beginsWithYear ? .ymd : order, hasHalves) {
            case (.dmy, false): "en-GB"
            case (.dmy, true): "en-AU"
            case (.ymd, false): "en-SE"
            case (.mdy, false): "en-US-u-hc-h23"
            case (.mdy, true), (.ymd, true): nil
            }
        }

        var verdict: (DateOrder, Bool) {
            if isShort, most == (0, 0) { return (.ymd, true) }
            let (order, isCertain) = yearLast
            guard mayBeYearFirst, last != nil else { return (order, isCertain) }
            // `18/06/13` is ambiguous: the right order is the one in which time does not run
            // backwards.
            let steps = backward[order]
            if backward[.ymd] != steps {
                return backward[.ymd] < steps ? (.ymd, true) : (order, isCertain)
            }
            // The number that changes most often is the day.
            let isDayLast = changes.third > max(changes.first, changes.second)
            return isDayLast ? (.ymd, false) : (order, isCertain)
        }

        /// The more likely order with the year last.
        private var yearLast: (DateOrder, Bool) {
            if most.first > 12, most.second <= 12 { return (.dmy, true) }
            if most.second > 12, most.first <= 12 { return (.mdy, true) }
            if backward[.dmy] != backward[.mdy] {
                return (backward[.dmy] < backward[.mdy] ? .dmy : .mdy, true)
            }
            if changes.first != changes.second {
                return (changes.first > changes.second ? .dmy : .mdy, false)
            }
            return (.dmy, most == (0, 0))
        }
    }
}

/// A date of the Persian calendar, as phones in Iran write it.
struct PersianDate {
    let year: Int
    let month: Int
    let day: Int

    /// The years that are certainly Persian, 2001 to 2051. No other calendar of phones is in these
    /// years today: the Islamic calendar had them from 1960 to 2008.
    static let years = 1380..<1430

    /// The same day in the Gregorian calendar, or nil if the date does not exist.
    var gregorian: CivilTime? {
        let days = Self.daysBefore(year)
        let dayOfYear = (month <= 7 ? 31 * (month - 1) : 186 + 30 * (month - 7)) + day - 1
        guard 1...12 ~= month, 1...(month <= 6 ? 31 : 30) ~= day,
            dayOfYear < Self.daysBefore(year + 1) - days
        else { return nil }
        // The first day of 1400 was 2021-03-21.
        let start = CivilTime.days(year: 2021, month: 3, day: 21)
        let date = CivilDate(daysSinceEpoch: start + days - Self.daysBefore(1400) + dayOfYear)
        return CivilTime(year: date.year, month: date.month, day: date.day)
    }

    /// Returns the number of days before a year, from the first year on. Of 33 years, 8 are leap
    /// years, as they were and will be by astronomy in the whole range of `years`.
    private static func daysBefore(_ year: Int) -> Int { 365 * (year - 1) + (8 * year + 21) / 33 }
}
