import Conversation

/// The lines of a log, whichever program wrote it.
struct IRCLog {
    enum Kind: Sendable, Equatable {
        case said
        /// `/me waves`
        case done
        case event(SystemAction)
    }

    struct Entry: Sendable {
        var time: CivilTime?
        var nick: String
        var text: String
        var kind: Kind
    }

    private var day: CivilTime?
    private(set) var channel: String?
    /// Whether the last line told a day and nothing else.
    private(set) var wasHeading = false
    private(set) var hasNicks = false

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    init(day: CivilTime? = nil) { self.day = day }

    mutating func read(_ line: String) -> Entry? {
        wasHeading = heading(line)
        guard !wasHeading else { return nil }
        if line.contains("\t"), let entry = tabbed(line) { return entry }
        var rest = line[...]
        var time = day
        if let own = Self.date(&rest, year: day?.year) {
            time = own
            day = own
        }
        guard let clock = Self.clock(&rest) else { return nil }
        time?.hour = clock[0]
        time?.minute = clock[1]
        time?.second = clock.count > 2 ? clock[2] : 0
        return entry(rest.drop { $0 == " " }, time)
    }

    // MARK: Headings

    /// `--- Day changed Tue May 02 2023`, `Session Start: Mon May 01 10:00:00 2023`
    private mutating func heading(_ line: String) -> Bool {
        let openings = [
            "--- Log opened ", "--- Day changed ", "Session Start: ", "Session Time: ",
            "**** BEGIN LOGGING AT ", "--- Log closed ", "Session Close: ",
            "**** ENDING LOGGING AT ",
        ]
        if line.hasPrefix("Session Ident: ") {
            channel = String(line.dropFirst(15)).trimmingBlanks()
            return true
        }
        guard let opening = openings.first(where: line.hasPrefix) else { return false }
        let words = line.dropFirst(opening.count).split(separator: " ")
        let month = words.lazy.compactMap { Self.months.firstIndex(of: $0.lowercased()) }.first
        let numbers = words.compactMap { Int($0) }
        guard let month, let date = numbers.first(where: { $0 <= 31 }),
            let year = numbers.first(where: { $0 > 31 })
        else { return true }
        let time = CivilTime(year: year, month: month + 1, day: date)
        if time.isValid { day = time }
        return true
    }

    // MARK: Times

    /// `2023-05-01 ` or `May 01 `
    private static func date(_ rest: inout Substring, year: Int?) -> CivilTime? {
        let words = rest.split(separator: " ", maxSplits: 2)
        guard let first = words.first else { return nil }
        let numbers = first.drop { $0 == "[" }.split(separator: "-").compactMap { Int($0) }
        if first.utf8.count >= 10, numbers.count == 3, numbers[0] > 999 {
            let time = CivilTime(year: numbers[0], month: numbers[1], day: numbers[2])
            guard time.isValid else { return nil }
            let isBracketed = first.hasPrefix("[")
            rest = rest[first.endIndex...].drop { $0 == " " || $0 == "T" }
            if isBracketed { rest = rest.drop { $0 == "[" } }
            return time
        }
        guard words.count == 3, let year, let date = Int(words[1]), words[1].count == 2,
            let month = months.firstIndex(of: first.lowercased())
        else { return nil }
        let time = CivilTime(year: year, month: month + 1, day: date)
        guard time.isValid else { return nil }
        rest = words[2]
        return time
    }

    /// `10:01`, `[10:01:00]`
    private static func clock(_ rest: inout Substring) -> [Int]? {
        let text = rest.drop { $0 == "[" }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let numbers = digits.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(numbers.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 }),
            (4...8).contains(digits.count)
        else { return nil }
        rest = text[digits.endIndex...]
        if rest.first == "]" { rest = rest.dropFirst() }
        return rest.first == " " ? numbers : nil
    }

    // MARK: Lines

    /// `2023-05-01 10:01:00<TAB>@ben<TAB>text`
    private mutating func tabbed(_ line: String) -> Entry? {
        let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 19 else { return nil }
        var rest = parts[0]
        guard var time = Self.date(&rest, year: nil) else { return nil }
        rest += " "
        guard let clock = Self.clock(&rest) else { return nil }
        day = time
        time.hour = clock[0]
        time.minute = clock[1]
        time.second = clock.count > 2 ? clock[2] : 0
        let (sign, text) = (parts[1].trimmingBlanks(), String(parts[2]))
        switch sign {
        case "-->", "<--", "--", "=!=", "": return event(text, time)
        case "*":
            let nick = text.prefix { $0 != " " }
            return done(nick, text[nick.endIndex...].dropFirst(), time)
        default: return said(sign[...], text[...], time)
        }
    }

    private mutating func entry(_ rest: Substring, _ time: CivilTime?) -> Entry? {
        if rest.hasPrefix("<"), let end = rest.firstIndex(of: ">") {
            let nick = rest[rest.index(after: rest.startIndex)..<end]
            guard !nick.isEmpty, nick.utf8.count < 80 else { return nil }
            let text = rest[rest.index(after: end)...].drop { $0 == "\t" }
            return said(nick, text.hasPrefix(" ") ? text.dropFirst() : text, time)
        }
        for sign in ["-!- ", "*** ", "* *** ", "-- ", "-->\t", "<--\t"] where rest.hasPrefix(sign) {
            return event(String(rest.dropFirst(sign.count)), time)
        }
        if rest.hasPrefix("* ") || rest.hasPrefix("*\t") {
            let words = rest.dropFirst(2)
            let nick = words.prefix { $0 != " " && $0 != "\t" }
            let text = words[nick.endIndex...].dropFirst()
            // HexChat and mIRC write what happens with the same sign.
            if Self.action(String(text)) != nil || words.hasPrefix("Now talking on ") {
                return event(String(words), time)
            }
            return done(nick, text, time)
        }
        if rest.hasPrefix("-"), let end = rest.dropFirst().firstIndex(of: "-") {
            return event(String(rest[rest.index(after: end)...]).trimmingBlanks(), time)
        }
        return nil
    }

    /// `@ben`, `+cy`: what somebody may do stands before the name.
    private static func bare(_ nick: Substring) -> String {
        let plain = nick.trimmingBlanks()
        let bare = plain.drop { "@+%&~!".contains($0) }
        return bare.isEmpty ? plain : String(bare)
    }

    private mutating func said(_ nick: Substring, _ text: Substring, _ time: CivilTime?) -> Entry {
        hasNicks = true
        return Entry(time: time, nick: Self.bare(nick), text: String(text), kind: .said)
    }

    private mutating func done(_ nick: Substring, _ text: Substring, _ time: CivilTime?) -> Entry {
        hasNicks = true
        return Entry(time: time, nick: Self.bare(nick), text: String(text), kind: .done)
    }

    private mutating func event(_ text: String, _ time: CivilTime?) -> Entry {
        let words = text.split(separator: " ")
        if channel == nil { channel = words.first { $0.hasPrefix("#") }.map(String.init) }
        return Entry(time: time, nick: "", text: text, kind: .event(Self.action(text) ?? .notice))
    }

    private static func action(_ text: String) -> SystemAction? {
        let phrases: [(String, SystemAction)] = [
            ("Joins:", .memberJoined), ("has joined", .memberJoined), ("Parts:", .memberLeft),
            ("Quits:", .memberLeft), ("has left", .memberLeft), ("has quit", .memberLeft),
            ("was kicked", .memberRemoved), ("has kicked", .memberRemoved),
            ("is now known as", .nameChanged), ("changes topic to", .topicChanged),
            ("changed the topic", .topicChanged), ("has changed topic", .topicChanged),
            ("sets mode", .settingsChanged), ("mode/", .settingsChanged),
        ]
        return phrases.first { text.holds($0.0) }?.1
    }
}
