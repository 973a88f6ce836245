/// Reads a date and a time in whatever shape a phone's language gave them.
///
/// The text is cut into numbers and words; numbers that the same punctuation joins are a group; the
/// group with colons (or, without any, the later group with dots) is the time, the rest is the
/// date.
struct WhatsAppStampReader {
    enum Link: Sendable, Hashable { case none, colon, dot, slash, dash }

    private struct Number {
        var value: Int
        var digits: Int
        /// What stands between this number and the one before it.
        var link: Link
        var isEra = false
    }

    /// Longer texts are no stamps; it also bounds what a hostile line costs.
    static let maxLength = 72

    private let bytes: [UInt8]
    private let phrases: WhatsAppPhrases
    private let end: Int
    private var position: Int
    private var numbers: [Number] = []
    private var month: (number: Int, before: Int)?
    private var half: WhatsAppStampWords.Half?
    private var isBuddhist = false
    private var hasWords = false
    private var eraBase = 0

    static func read(
        _ bytes: [UInt8], _ range: Range<Int>, _ phrases: WhatsAppPhrases
    ) -> WhatsAppStamp? {
        guard range.count >= 6, range.count <= maxLength else { return nil }
        var reader = WhatsAppStampReader(bytes: bytes, range: range, phrases: phrases)
        return reader.scan() ? reader.stamp() : nil
    }

    private init(bytes: [UInt8], range: Range<Int>, phrases: WhatsAppPhrases) {
        self.bytes = bytes
        self.phrases = phrases
        position = range.lowerBound
        end = range.upperBound
        numbers.reserveCapacity(8)
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
                // `13. 6. 2018`: a blank after the dot does not part the date.
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

    /// A decimal digit of the scripts that phones write times in: its value and its bytes.
    private func digit(at index: Int) -> (value: Int, length: Int)? {
        let byte = bytes[index]
        if byte &- 0x30 < 10 { return (Int(byte - 0x30), 1) }
        guard byte >= 0xD9, index + 1 < end else { return nil }
        let next = bytes[index + 1]
        if byte == 0xD9, (0xA0...0xA9).contains(next) { return (Int(next - 0xA0), 2) }
        if byte == 0xDB, (0xB0...0xB9).contains(next) { return (Int(next - 0xB0), 2) }
        guard byte == 0xE0, index + 2 < end, (0xA6...0xAF).contains(bytes[index + 2]) else {
            return nil
        }
        // Devanagari and Bengali.
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
        guard numbers.count < 7 else { return false }
        numbers.append(Number(value: value, digits: digits, link: link, isEra: eraBase > 0))
        if eraBase > 0 {
            numbers[numbers.count - 1].value += eraBase
            eraBase = 0
        }
        return true
    }

    /// A run of letters; false when it is no word that stamps hold.
    private mutating func word(_ link: inout Link) -> Bool {
        let start = position
        while position < end, digit(at: position) == nil,
            Marks.blank(in: bytes, at: position, before: end) == 0,
            Marks.length(in: bytes, at: position, before: end) == 0
        {
            let byte = bytes[position]
            if [0x3A, 0x2F, 0x2C, 0x2D].contains(byte) { break }
            position += 1
            // `a.m.` and `p.` keep their dots.
            if byte == 0xD8, position < end, bytes[position] == 0x8C {
                position += 1
                if position - start == 2 { return accept(.separator, &link, start) }
                position -= 2
                break
            }
        }
        guard position > start else { return false }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return accept(phrases.stampWords[text], &link, start)
    }

    private mutating func accept(
        _ word: WhatsAppStampWords.Word?, _ link: inout Link, _ start: Int
    ) -> Bool {
        switch word {
        case .half(let half): self.half = half
        case .month(let number):
            guard month == nil else { return false }
            month = (number, numbers.count)
        case .buddhist: isBuddhist = true
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

    private func stamp() -> WhatsAppStamp? {
        let groups = groups()
        guard let timeAt = timeGroup(in: groups) else { return nil }
        let clock = groups[timeAt]
        guard let (hour, minute, second) = time(clock) else { return nil }
        var date: [Number] = []
        for (index, group) in groups.enumerated() where index != timeAt { date += group }
        guard let parts = dateParts(date) else { return nil }
        let dateLink = date.dropFirst().first?.link ?? .none
        let shape = WhatsAppStamp.Shape(
            layout: parts.layout, dateLink: dateLink, timeLink: clock[1].link,
            isTimeFirst: timeAt == 0, hasSeconds: clock.count > 2, hasHalf: half != nil,
            hasWords: hasWords)
        return WhatsAppStamp(
            layout: parts.layout, shape: shape, first: Int16(parts.first),
            second: Int16(parts.second),
            third: Int16(parts.third), hour: Int8(hour), minute: Int8(minute),
            second60: Int8(second))
    }

    private func groups() -> [[Number]] {
        var groups: [[Number]] = []
        for number in numbers {
            guard number.link != .none, let last = groups.indices.last else {
                groups.append([number])
                continue
            }
            let joined = groups[last].count > 1 ? groups[last][1].link : number.link
            if joined == number.link, groups[last].count < 3 {
                groups[last].append(number)
            } else if number.link == .colon, groups[last].count > 1 {
                // `13.6. 21:25`: the dot was the date's end, the hour starts a group of its own.
                var hour = groups[last].removeLast()
                hour.link = .none
                groups.append([hour, number])
            } else {
                groups.append([number])
            }
        }
        return groups
    }

    private func timeGroup(in groups: [[Number]]) -> Int? {
        if let colons = groups.firstIndex(where: { $0.count >= 2 && $0[1].link == .colon }) {
            return colons
        }
        let dots = groups.lastIndex { $0.count >= 2 && $0[1].link == .dot && $0[0].digits <= 2 }
        if let dots, groups.count > 1 { return dots }
        // `3 PM` alone is no time of a stamp.
        return nil
    }

    private func time(_ group: [Number]) -> (Int, Int, Int)? {
        var hour = group[0].value
        let minute = group[1].value
        let second = group.count > 2 ? group[2].value : 0
        guard hour <= 24, minute <= 59, second <= 60, group[1].digits == 2 else { return nil }
        if let half, hour <= 12 {
            hour = hour % 12 + (half == .afternoon ? 12 : 0)
        }
        return (hour == 24 ? 0 : hour, minute, min(second, 59))
    }

    private typealias Parts = (layout: WhatsAppStamp.Layout, first: Int, second: Int, third: Int)

    private func dateParts(_ date: [Number]) -> Parts? {
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
            guard date.allSatisfy({ $0.digits <= 2 }) else { return nil }
            return (.allShort, date[0].value, date[1].value, date[2].value)
        default: return nil
        }
    }

    private func namedDate(_ date: [Number], month: Int) -> Parts? {
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

    /// Buddhist years run 543 ahead.
    private func year(_ number: Number) -> Int {
        isBuddhist || number.value > 2400 ? number.value - 543 : number.value
    }
}
