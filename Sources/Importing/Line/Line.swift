import Model

/// LINE's "Export chat history": a text file of days and lines, whose columns are separated by tabs
/// or, from a computer, by spaces.
enum Line {
    static let importer = Importer(
        name: "line", title: "LINE",
        summary: "the text of \u{201C}Export chat history\u{201D}, from a phone or a computer",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let chats = probe.files.compactMap { file in
            confidence(in: file, probe.phrases[importer.name]).map {
                (file: file.name, confidence: $0)
            }
        }
        guard let best = chats.map(\.confidence).max() else { return nil }
        let others = probe.unexamined { Path.fileExtension($0) == "txt" && isNamed($0) }
        return Claim(best, chats.map(\.file) + others)
    }

    private static func confidence(
        in file: Probe.File, _ phrases: AppPhrases
    ) -> Confidence? {
        guard file.shape == nil, Path.fileExtension(file.name) != "html" else { return nil }
        let bytes = TextFile.decode(file.head).bytes
        let transcript = LineTranscript(bytes)
        guard !transcript.entries.isEmpty else { return nil }
        if isNamed(file.name) || LineHeading(firstLine(of: bytes), phrases) != nil {
            return .certain
        }
        let tabbed = transcript.entries.count { $0.hasTabs }
        let isLikely =
            tabbed * 2 > transcript.entries.count && transcript.days > 0 && transcript.stray <= 2
        return isLikely ? .likely : nil
    }

    private static func isNamed(_ file: String) -> Bool {
        Path.lastName(file).hasPrefix("[LINE]")
    }

    private static func firstLine(of bytes: [UInt8]) -> String {
        var lines = Lines(bytes)
        return lines.next().map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let (sources, phrases) = (builder.sources, builder.appPhrases)
        func heading(of file: String, _ bytes: [UInt8]) -> LineHeading? {
            LineHeading(firstLine(of: bytes), phrases) ?? LineHeading(Path.stem(file), phrases)
        }
        func name(of file: String) -> String? { heading(of: file, sources.head(of: file))?.name }
        try builder.chooseFile(claim.files, name: name) { file, builder throws(ImportError) in
            let text = try builder.sources.decoded(file)
            let heading = heading(of: file, text)
            builder.conversation.service = .line
            builder.conversation.title = heading.map { CleanText.line($0.name) }
            try LineChat(transcript: LineTranscript(text), heading: heading, phrases: phrases).fill(
                &builder)
        }
    }
}

/// The first line of an export, or its file name, which names the chat.
private struct LineHeading {
    let name: String
    /// Whether the chat is a group, or nil if the heading does not say.
    let isGroup: Bool?

    init?(_ line: String, _ phrases: AppPhrases) {
        let plain = Marks.plain(line[...]).trimmingBlanks()
        guard plain.hasPrefix("[LINE]") else { return nil }
        var name = plain.dropFirst(6).trimmingBlanks()
        var isGroup: Bool?
        for (list, isOfGroup) in [("after_person", false), ("after_group", true)] {
            guard let ending = phrases[list].first(where: name.hasSuffix) else { continue }
            name = String(name.dropLast(ending.count))
            isGroup = isOfGroup
            break
        }
        for (list, isOfGroup) in [("before_person", false), ("before_group", true)] {
            guard let opening = phrases[list].first(where: name.hasPrefix) else { continue }
            name = String(name.dropFirst(opening.count))
            isGroup = isOfGroup
            break
        }
        guard !name.isEmpty else { return nil }
        self.name = name
        self.isGroup = isGroup
    }
}

/// Converts the lines of an export to messages.
private struct LineChat {
    let transcript: LineTranscript
    let heading: LineHeading?
    let phrases: AppPhrases

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let order = dayOrder(builder.options.dateOrder, &builder)
        let names = LineNames(transcript.entries.lazy.filter { !$0.hasTabs }.map(\.text))
        for entry in transcript.entries {
            let at = time(of: entry, order, &builder)
            let (name, text) = entry.hasTabs ? (entry.name, entry.text) : names.split(entry.text)
            try builder.add(record(text, by: name, at: at))
        }
        builder.warn(untimed: "line", "with an invalid date")
        builder.warn(linesBeforeFirstMessage: transcript.stray)
        builder.warn(
            .importing, transcript.joined, "line", "with a time out of order read as message text")
        builder.warn(
            .importing, transcript.unordered, "message",
            "earlier than the previous one; a message with lines that begin with a time may be split"
        )
        conclude(&builder)
    }

    private func record(_ text: String, by name: String, at: Moment?) -> Record {
        var record = Record(at: at, from: name.isEmpty ? nil : Record.Person(key: name))
        let sentence = text.last.map { ".。".contains($0) } == true ? text.dropLast() : text[...]
        let bracketed =
            text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count < 60
            ? String(text.dropFirst().dropLast()) : ""
        if name.isEmpty {
            record.becomeNotice(phrases.action(text), text: text)
        } else if text.holds("\n") {
            record.message.body = Body.plain(text)
        } else if text.hasPrefix("\u{260E}") {
            record.becomeCall(call(text))
        } else if text.utf8.count < 120,
            let phrase = phrases["unsent"].first(where: sentence.hasSuffix)
        {
            let reason = sentence == phrase ? nil : CleanText.line(text)
            record.message.details.deleted = Deleted(at: nil, reason: reason)
        } else if let kind = phrases.files[bracketed] {
            record.files = [RecordFile(kind)]
        } else if phrases["location"].contains(bracketed) {
            record.message.details.location = Location()
        } else {
            record.message.body = Body.plain(text)
        }
        return record
    }

    /// Parses `☎ Call time 1:23` or `☎ Missed call`.
    private func call(_ text: String) -> Call {
        var call = Call()
        if let seconds = text.split(separator: " ").last?.clockSeconds {
            (call.duration, call.outcome) = (seconds, .answered)
        } else if phrases["missed"].contains(where: text.holds) {
            call.outcome = .missed
        } else {
            call.outcome = .unanswered
        }
        return call
    }

    // MARK: Times

    private func time(
        of entry: LineTranscript.Entry, _ order: DateOrder, _ builder: inout ConversationBuilder
    ) -> Moment? {
        guard let numbers = entry.day?.numbers else { return nil }
        let day =
            numbers[0] > 31
            ? numbers
            : order == .mdy
                ? [numbers[2], numbers[0], numbers[1]] : [numbers[2], numbers[1], numbers[0]]
        return CivilTime(day: day, clock: [entry.hour, entry.minute]).map { builder.moment($0) }
    }

    /// Returns the order of day and month. Days that do not begin with the year follow the phone's
    /// language.
    private func dayOrder(
        _ wanted: DateOrder?, _ builder: inout ConversationBuilder
    ) -> DateOrder {
        if let wanted { return wanted }
        let days = transcript.entries.lazy.compactMap(\.day).filter { !$0.isYearFirst }
        if days.contains(where: { $0.numbers[0] > 12 }) { return .dmy }
        if days.contains(where: { $0.numbers[1] > 12 }) { return .mdy }
        var last: [Int] = []
        var backward = (dmy: 0, mdy: 0)
        var hasAny = false
        for day in days {
            let numbers = day.numbers
            hasAny = true
            if last.count == 3, last[2] == numbers[2] {
                if (numbers[1], numbers[0]) < (last[1], last[0]) { backward.dmy += 1 }
                if (numbers[0], numbers[1]) < (last[0], last[1]) { backward.mdy += 1 }
            }
            last = numbers
        }
        guard hasAny else { return .dmy }
        if backward.dmy != backward.mdy { return backward.dmy < backward.mdy ? .dmy : .mdy }
        builder.warn(guessedOrder: "day first")
        return .dmy
    }

    private func conclude(_ builder: inout ConversationBuilder) {
        let isGroup = heading?.isGroup ?? (builder.senders.count > 2)
        builder.conversation.kind = isGroup || builder.senders.count > 2 ? .group : .direct
        builder.isKindKnown = true
        if !isGroup, let name = builder.conversation.title { builder.suggestMe(otherThan: name) }
    }
}

/// Finds the names in lines that separate name and text only by spaces: many lines begin with the
/// same name.
private struct LineNames {
    private var counts: [String: Int] = [:]

    private static let maxWords = 4

    init(_ texts: some Sequence<String>) {
        for text in texts {
            for prefix in Self.prefixes(of: text) { counts[prefix, default: 0] += 1 }
        }
    }

    private static func prefixes(of text: String) -> [String] {
        let words = text.prefix { $0 != "\n" }.split(separator: " ", maxSplits: maxWords)
        guard words.count > 1 else { return [] }
        return (1..<min(words.count, maxWords + 1)).map { words[..<$0].joined(separator: " ") }
    }

    /// Splits a line after its longest beginning that nearly all lines with the same first word
    /// share.
    func split(_ text: String) -> (name: String, text: String) {
        let prefixes = Self.prefixes(of: text)
        guard let first = prefixes.first else { return ("", text) }
        let all = counts[first] ?? 0
        var name = first
        for prefix in prefixes.dropFirst() where all > 1 && (counts[prefix] ?? 0) * 5 >= all * 4 {
            name = prefix
        }
        return (name, text.dropFirst(name.count).trimmingBlanks())
    }
}

/// The parsed days and lines of an export.
private struct LineTranscript {
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
