import Model

/// The parsed days and lines of an export.
struct LineTranscript {
    /// The three numbers of a date, in the order of the phone's language.
    struct Day: Sendable, Equatable {
        var numbers: [Int]
        var isYearFirst: Bool { numbers[0] > 31 }
    }

    struct Entry: Sendable {
        var day: Day?
        var hour: Int
        var minute: Int
        /// The sender's name, or empty if the line has none.
        var name: String
        var text: String
        var hasTabs: Bool
        /// The time and the space after it, as in the line.
        var stamp = ""

        fileprivate var minutes: Int { hour * 60 + minute }
        fileprivate var firstWord: String {
            String(text.prefix { $0 != " " && $0 != "\n" })
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var days = 0
    /// The number of lines before the first message that are neither the heading nor blank.
    private(set) var stray = 0
    /// The number of lines with a time that are read as text.
    private(set) var joined = 0
    /// The number of messages of computers that are earlier than their predecessors.
    private(set) var unordered = 0

    init(_ bytes: [UInt8]) {
        var day: Day?
        /// Whether the first day has a weekday, and so has every other.
        var hasWeekday: Bool?
        let lines = Array(Lines(bytes))
        func text(_ index: Int) -> String { String(decoding: bytes[lines[index]], as: UTF8.self) }
        /// The index of the line that ends the quotation of the last entry.
        var closing = -1
        for index in lines.indices {
            let line = text(index)
            if index > closing {
                if let entry = Self.entry(line, day) {
                    entries.append(entry)
                    if entry.hasTabs, entry.text.hasPrefix("\"") {
                        closing = Self.closing(index + 1..<lines.endIndex, text) ?? closing
                    }
                    continue
                }
                if let found = Self.day(line),
                    entries.last?.hasTabs != false
                        || Self.hasWeekday(line) == hasWeekday
                            && Self.isDay(found, before: index + 1..<lines.endIndex, text)
                {
                    day = found
                    hasWeekday = hasWeekday ?? Self.hasWeekday(line)
                    days += 1
                    continue
                }
            }
            guard let last = entries.indices.last else {
                let isHeading =
                    index <= 1 && (line.holds("[LINE]") || line.holds(":") || line.holds("："))
                if !line.trimmingBlanks().isEmpty, !isHeading { stray += 1 }
                continue
            }
            entries[last].text += "\n" + line
        }
        joinSchedules()
        for index in entries.indices { entries[index].text = Self.unquoted(entries[index].text) }
    }

    /// Returns the line that ends a quotation: the last before the next message that ends with a
    /// quotation mark. A message of one line may begin with a quotation mark, too.
    private static func closing(_ rest: Range<Int>, _ text: (Int) -> String) -> Int? {
        var closing: Int?
        for index in rest {
            let line = text(index)
            if entry(line, nil)?.hasTabs == true { break }
            if line.hasSuffix("\"") { closing = index }
        }
        return closing
    }

    /// Returns whether a date in an export from a computer begins a day: a message follows. These
    /// exports do not quote texts of several lines, which may contain a date on a line of its own.
    private static func isDay(
        _ day: Day, before rest: Range<Int>, _ text: (Int) -> String
    ) -> Bool {
        let next = rest.first { !text($0).trimmingBlanks().isEmpty }
        return next.map { entry(text($0), day) != nil } ?? false
    }

    private static func hasWeekday(_ line: String) -> Bool {
        let date = Marks.plain(line[...]).trimmingBlanks()
        return date.first?.isNumber == false || date.last?.isNumber == false
    }

    /// Joins lines that begin with a time, such as a schedule, to the message that contains them.
    /// In exports from a computer, they look like messages. Only order and names distinguish them:
    /// messages are in the order of their times, and nearly all names occur more than once.
    private mutating func joinSchedules() {
        var counts: [String: Int] = [:]
        for entry in entries where !entry.hasTabs { counts[entry.firstWord, default: 0] += 1 }
        guard !counts.isEmpty else { return }
        var isLate = [Bool](repeating: false, count: entries.count)
        var earliest = Int.max
        for index in entries.indices.reversed() {
            if index + 1 < entries.count, entries[index + 1].day != entries[index].day {
                earliest = .max
            }
            isLate[index] = entries[index].minutes > earliest
            earliest = min(earliest, entries[index].minutes)
        }
        var kept: [Entry] = []
        var latest = -1
        for (index, entry) in entries.enumerated() {
            if kept.last?.day != entry.day { latest = -1 }
            let isEarly = entry.minutes < latest
            let last = kept.count - 1
            if latest >= 0, !entry.hasTabs, isLate[index] || isEarly, counts[entry.firstWord] == 1 {
                kept[last].text += "\n" + entry.stamp + entry.text
                joined += 1
                continue
            }
            if isEarly, !entry.hasTabs { unordered += 1 }
            latest = max(latest, entry.minutes)
            kept.append(entry)
        }
        entries = kept
    }

    /// Removes the quotation marks around a text of several lines.
    private static func unquoted(_ text: String) -> String {
        let trimmed = text.trimmingBlanks()
        guard trimmed.holds("\n"), trimmed.hasPrefix("\""), trimmed.hasSuffix("\"") else {
            return trimmed
        }
        return String(trimmed.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }

    // MARK: Lines

    private static let halves: [(word: String, isLate: Bool)] = [
        ("上午", false), ("下午", true), ("午前", false), ("午後", true), ("오전", false), ("오후", true),
        ("AM", false), ("PM", true),
    ]

    private static func entry(_ line: String, _ day: Day?) -> Entry? {
        guard line.utf8.count >= 6 else { return nil }
        var rest = line[...]
        var isLate: Bool?
        for half in halves where rest.hasPrefix(half.word) {
            rest = rest.dropFirst(half.word.count)
            isLate = half.isLate
        }
        let hours = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(hours.count), let hour = Int(hours), hour <= 24 else { return nil }
        rest = rest.dropFirst(hours.count)
        guard rest.first == ":" else { return nil }
        let minutes = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard minutes.count == 2, let minute = Int(minutes), minute < 60 else { return nil }
        rest = rest.dropFirst(3)
        for half in halves {
            // The marker follows with or without a space: `9:30AM`, `9:30 PM`.
            let word = rest.hasPrefix(" " + half.word + "\t") ? " " + half.word : half.word
            guard rest.hasPrefix(word) else { continue }
            rest = rest.dropFirst(word.count)
            isLate = half.isLate
        }
        guard let separator = rest.first, separator == "\t" || separator == " " else { return nil }
        var entry = Entry(
            day: day, hour: hour % 24, minute: minute, name: "", text: "",
            hasTabs: separator == "\t")
        if let isLate, hour <= 12 { entry.hour = hour % 12 + (isLate ? 12 : 0) }
        rest = rest.dropFirst()
        guard entry.hasTabs else {
            // Lines from a computer follow a day. The end of the name is determined later.
            guard day != nil else { return nil }
            entry.text = String(rest)
            entry.stamp = String(line[..<rest.startIndex])
            return entry
        }
        if let tab = rest.utf8.firstIndex(of: 0x09) {
            entry.name = Marks.plain(rest[..<tab]).trimmingBlanks()
            entry.text = String(rest[rest.utf8.index(after: tab)...])
        } else {
            entry.text = String(rest)
        }
        return entry
    }

    /// Parses `2015/12/25 Fri`, `2024/03/24(日)`, `2025.12.10 Wednesday` or `Fri, 1/30/2026`.
    private static func day(_ line: String) -> Day? {
        guard (8...48).contains(line.utf8.count), !line.utf8.contains(0x09) else { return nil }
        var rest = Marks.plain(line[...]).trimmingBlanks()[...]
        if let comma = rest.place(of: ", "), rest[..<comma.lowerBound].allSatisfy(\.isLetter) {
            rest = rest[comma.upperBound...]
        }
        var numbers: [Int] = []
        while numbers.count < 3 {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
            guard numbers.count < 3 else { break }
            guard let link = rest.first, link == "/" || link == "." else { return nil }
            rest = rest.dropFirst()
        }
        let weekday = rest.trimmingBlanks()
        guard weekday.count <= 12, !weekday.utf8.contains(where: { $0 &- 0x30 < 11 }),
            numbers[0] > 31 || numbers[2] > 31
        else { return nil }
        return Day(numbers: numbers)
    }
}
