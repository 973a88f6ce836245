import Basics

/// Parses a date and time in any format that a phone's language produces.
///
/// The text is split into numbers and words. Numbers with the same separator form a group. The
/// group with colons (or, without any, the later group with dots) is the time; the others are the
/// date.
struct LocalizedStampReader {
    enum Link: UInt8, Sendable { case none, colon, dot, slash, dash }

    private typealias Number = LocalizedStampNumbers.Number

    /// The maximum length of a stamp, which also bounds the cost of a hostile line.
    static let maxLength = 72

    private var bytes: [UInt8] = []
    private let phrases: WhatsAppPhrases
    private var end = 0
    private var position = 0
    private var numbers = LocalizedStampNumbers()
    private var month: (number: Int, before: Int)?
    private var half: LocalizedStampWords.DayPeriod?
    private var isBuddhist = false
    private var isIslamic = false
    private var hasWords = false
    private var eraBase = 0
    /// The latest words by their range within the stamp: a chat's stamps contain few different
    /// words.
    private var known: [(range: Range<Int>, word: LocalizedStampWords.Word)] = []
    private var nextKnown = 0

    init(_ phrases: WhatsAppPhrases) {
        self.phrases = phrases
    }

    /// Sets the bytes to read from.
    mutating func take(_ bytes: [UInt8]) {
        self.bytes = bytes
        known = []
        nextKnown = 0
    }

    mutating func read(_ range: Range<Int>) -> LocalizedStamp? {
        guard range.count >= 6, range.count <= LocalizedStampReader.maxLength else { return nil }
        position = range.lowerBound
        end = range.upperBound
        numbers = LocalizedStampNumbers()
        month = nil
        half = nil
        isBuddhist = false
        isIslamic = false
        hasWords = false
        eraBase = 0
        return scan() ? stamp() : nil
    }

    // MARK: Scanning

    private mutating func scan() -> Bool {
        var link = Link.none
        while position < end {
            let byte = bytes[position]
            if let (_, length) = digit(at: position), length > 0 {
                guard number(link: link) else { return false }
                link = .none
                continue
            }
            let skipped =
                Marks.length(in: bytes, at: position, before: end)
                + Marks.blank(in: bytes, at: position, before: end)
            if skipped > 0 {
                // In `13. 6. 2018`, the space after a dot does not split the date.
                if Marks.length(in: bytes, at: position, before: end) == 0, link != .dot {
                    link = .none
                }
                position += skipped
                continue
            }
            switch byte {
            case UInt8(ascii: ":"): link = .colon
            case UInt8(ascii: "."): link = .dot
            case UInt8(ascii: "/"): link = .slash
            case UInt8(ascii: "-"): link = .dash
            case UInt8(ascii: ","): link = .none
            default:
                guard word(&link) else { return false }
                continue
            }
            position += 1
        }
        return numbers.count >= 3
    }

    /// Returns the value and length in bytes of a decimal digit, in the scripts that phones use for
    /// times.
    private func digit(at index: Int) -> (value: Int, length: Int)? {
        let byte = bytes[index]
        if ASCII.isDigit(byte) { return (Int(byte - 0x30), 1) }
        guard byte >= 0xD9, index + 1 < end else { return nil }
        let next = bytes[index + 1]
        if byte == 0xD9, (0xA0...0xA9).contains(next) { return (Int(next - 0xA0), 2) }
        if byte == 0xDB, (0xB0...0xB9).contains(next) { return (Int(next - 0xB0), 2) }
        guard byte == 0xE0, index + 2 < end, (0xA6...0xAF).contains(bytes[index + 2]) else {
            return nil
        }
        // Devanagari and Bengali digits.
        return next == 0xA5 || next == 0xA7 ? (Int(bytes[index + 2] - 0xA6), 3) : nil
    }

    private mutating func number(link: Link) -> Bool {
        var value = 0
        var digits = 0
        while position < end, let (digit, length) = digit(at: position) {
            value = value * 10 + digit
            digits += 1
            position += length
            guard digits <= 4 else { return false }
        }
        guard numbers.count < LocalizedStampNumbers.maxNumbers else { return false }
        numbers.append(
            Number(value: value + eraBase, digits: digits, link: link, isEra: eraBase > 0))
        eraBase = 0
        return true
    }

    /// Reads a run of letters. Returns false if it is not a word that occurs in stamps.
    private mutating func word(_ link: inout Link) -> Bool {
        let start = position
        while position < end, digit(at: position) == nil,
            Marks.blank(in: bytes, at: position, before: end) == 0,
            Marks.length(in: bytes, at: position, before: end) == 0
        {
            let byte = bytes[position]
            if byte == 0x3A || byte == 0x2F || byte == 0x2C || byte == 0x2D { break }
            position += 1
            // `a.m.` and `p.` keep their dots.
            if byte == 0xD8, position < end, bytes[position] == 0x8C {
                position += 1
                if position - start == 2 { return accept(.separator, &link) }
                position -= 2
                break
            }
        }
        guard position > start else { return false }
        return accept(word(start..<position), &link)
    }

    private mutating func word(_ range: Range<Int>) -> LocalizedStampWords.Word? {
        for (place, word) in known where place.count == range.count {
            if zip(place, range).allSatisfy({ bytes[$0] == bytes[$1] }) { return word }
        }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard let word = phrases.stampWords[text] else { return nil }
        if known.count < 8 {
            known.append((range, word))
        } else {
            known[nextKnown] = (range, word)
            nextKnown = (nextKnown + 1) % known.count
        }
        return word
    }

    private mutating func accept(
        _ word: LocalizedStampWords.Word?, _ link: inout Link
    ) -> Bool {
        switch word {
        case .half(let half): self.half = half
        case .month(let number):
            guard month == nil else { return false }
            month = (number, numbers.count)
        case .buddhist: isBuddhist = true
        case .islamic: isIslamic = true
        case .era(let base):
            eraBase = base
            return true
        case .dateUnit:
            link = .slash
            return true
        case .filler: hasWords = true
        case .separator: break
        case nil: return false
        }
        link = .none
        return true
    }

    // MARK: Grouping

    private mutating func stamp() -> LocalizedStamp? {
        let groups = numbers.groups()
        guard let timeAt = timeGroup(in: groups) else { return nil }
        let clock = groups[timeAt]
        guard let (hour, minute, second) = time(clock) else { return nil }
        let date = numbers.without(clock)
        guard let parts = dateParts(date) else { return nil }
        let shape = LocalizedStamp.Shape(
            layout: parts.layout, dateLink: date.count > 1 ? date[1].link : .none,
            isTimeDotted: link(in: clock) == .dot, isTimeFirst: timeAt == 0,
            hasSeconds: clock.count > 2, hasHalf: half != nil,
            // Whether there are others depends on the half: `in the morning`, but `noon`.
            hasWords: hasWords && half == nil)
        return LocalizedStamp(
            first: Int16(parts.first), second: Int16(parts.second), third: Int16(parts.third),
            hour: Int8(hour), minute: Int8(minute), second60: Int8(second), shape: shape)
    }

    private func timeGroup(in groups: LocalizedStampNumbers.Groups) -> Int? {
        for index in 0..<groups.count where link(in: groups[index]) == .colon { return index }
        // A stamp needs a date besides a time such as `3 PM`.
        guard groups.count > 1 else { return nil }
        return (0..<groups.count).last { index in
            let group = groups[index]
            return link(in: group) == .dot && numbers[group.lowerBound].digits <= 2
        }
    }

    /// Returns the separator of a group's numbers, or nil for a single number.
    private func link(in group: Range<Int>) -> Link? {
        group.count > 1 ? numbers[group.lowerBound + 1].link : nil
    }

    private func time(_ group: Range<Int>) -> (Int, Int, Int)? {
        let first = group.lowerBound
        var hour = numbers[first].value
        let minute = numbers[first + 1].value
        let second = group.count > 2 ? numbers[first + 2].value : 0
        guard hour <= 24, minute <= 59, second <= 60, numbers[first + 1].digits == 2 else {
            return nil
        }
        if let half, hour <= 12 { hour = half.hour(hour) }
        return (hour == 24 ? 0 : hour, minute, min(second, 59))
    }

    private typealias Parts = (layout: LocalizedStamp.Layout, first: Int, second: Int, third: Int)

    private func dateParts(_ date: LocalizedStampNumbers) -> Parts? {
        if let month { return namedDate(date, month: month.number) }
        switch date.count {
        case 2:
            guard date[0].digits <= 2, date[1].digits <= 2 else { return nil }
            return (.noYear, date[0].value, date[1].value, 0)
        case 3:
            if date[0].digits == 4 {
                return (.yearFirst, year(date[0]), date[1].value, date[2].value)
            }
            if date[2].digits == 4 || date[2].isEra {
                return (.yearLast, date[0].value, date[1].value, year(date[2]))
            }
            if date[0].isEra { return (.yearFirst, year(date[0]), date[1].value, date[2].value) }
            guard (0..<3).allSatisfy({ date[$0].digits <= 2 }) else { return nil }
            if isIslamic { return (.yearLast, date[0].value, date[1].value, 1400 + date[2].value) }
            return (.allShort, date[0].value, date[1].value, date[2].value)
        default: return nil
        }
    }

    private func namedDate(_ date: LocalizedStampNumbers, month: Int) -> Parts? {
        switch date.count {
        case 1: return (.named, date[0].value, month, 0)
        case 2:
            let isYearFirst = date[0].digits == 4
            let yearNumber = date[isYearFirst ? 0 : 1]
            var year = year(yearNumber)
            if yearNumber.digits <= 2, !yearNumber.isEra { year += 2000 }
            return (.named, date[isYearFirst ? 1 : 0].value, month, year)
        default: return nil
        }
    }

    /// Buddhist years are 543 ahead.
    private func year(_ number: Number) -> Int {
        isBuddhist || number.value > 2400 ? number.value - 543 : number.value
    }
}

/// The date and time at the beginning of a line, before the order of day and month is known.
struct LocalizedStamp: Sendable, Equatable {
    /// The known order of a date's parts, judged by its form.
    enum Layout: Sendable, Equatable {
        /// Day and month in either order, then a year.
        case yearLast
        /// Year, month and day.
        case yearFirst
        /// Day and month in either order, without a year.
        case noYear
        /// Day, named month, and a year or 0.
        case named
        /// Three short numbers; the first or last may be the year.
        case allShort
    }

    /// The format of the stamp, which is constant within one export.
    struct Shape: Sendable, Hashable {
        let layout: Layout
        /// The separator of the date and the format of the time. The value is only compared, and
        /// small because there is one per line.
        private let form: UInt8

        /// Whether the time has AM, PM or another word for a part of the day.
        var hasHalf: Bool { form & 0b11000 != 0 }

        init(
            layout: Layout, dateLink: LocalizedStampReader.Link, isTimeDotted: Bool,
            isTimeFirst: Bool, hasSeconds: Bool, hasHalf: Bool, hasWords: Bool
        ) {
            self.layout = layout
            form =
                dateLink.rawValue << 5 | (isTimeDotted ? 1 : 0) | (isTimeFirst ? 2 : 0)
                | (hasSeconds ? 4 : 0) | (hasHalf ? 8 : 0) | (hasWords ? 16 : 0)
        }
    }

    var layout: Layout { shape.layout }
    var first: Int16
    var second: Int16
    var third: Int16
    var hour: Int8
    var minute: Int8
    var second60: Int8
    var shape: Shape
}

/// The numbers of a stamp in order, stored inline and small, because every line has some.
private struct LocalizedStampNumbers {
    struct Number {
        private let small: Int16
        private let count: Int8
        /// The separator between this number and its predecessor.
        fileprivate(set) var link: LocalizedStampReader.Link
        let isEra: Bool

        /// - Parameter value: at most four digits, or the year of an era.
        init(value: Int, digits: Int, link: LocalizedStampReader.Link, isEra: Bool) {
            small = Int16(value)
            count = Int8(digits)
            self.link = link
            self.isEra = isEra
        }

        var value: Int { Int(small) }
        var digits: Int { Int(count) }
    }

    static let maxNumbers = 7

    private var items = InlineArray<7, Number>(
        repeating: Number(value: 0, digits: 0, link: .none, isEra: false))
    private(set) var count = 0

    subscript(_ index: Int) -> Number { items[index] }

    mutating func append(_ number: Number) {
        items[count] = number
        count += 1
    }

    func without(_ range: Range<Int>) -> LocalizedStampNumbers {
        var others = LocalizedStampNumbers()
        for index in 0..<count where !range.contains(index) { others.append(items[index]) }
        return others
    }

    /// Groups of adjacent numbers, stored as the start of each group.
    struct Groups {
        private var starts = InlineArray<7, Int8>(repeating: 0)
        private(set) var count = 0
        private let end: Int

        init(before end: Int) { self.end = end }

        subscript(_ index: Int) -> Range<Int> {
            Int(starts[index])..<(index + 1 < count ? Int(starts[index + 1]) : end)
        }

        fileprivate var lastStart: Int? { count > 0 ? Int(starts[count - 1]) : nil }

        fileprivate mutating func begin(at start: Int) {
            starts[count] = Int8(start)
            count += 1
        }
    }

    /// Groups the numbers. A group ends where the separator changes or is missing.
    mutating func groups() -> Groups {
        var groups = Groups(before: count)
        for index in 0..<count {
            let link = items[index].link
            guard link != .none, let start = groups.lastStart else {
                groups.begin(at: index)
                continue
            }
            let joined = index - start > 1 ? items[start + 1].link : link
            if joined == link, index - start < 3 { continue }
            if link == .colon, index - start > 1 {
                // In `13.6. 21:25`, the dot ends the date, and the hour begins a new group.
                items[index - 1].link = .none
                groups.begin(at: index - 1)
            } else {
                groups.begin(at: index)
            }
        }
        return groups
    }
}

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
