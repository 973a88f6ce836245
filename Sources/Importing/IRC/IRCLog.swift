import Basics
import Model

/// Parses the lines of a log, for all programs.
struct IRCLog {
    enum Kind: Sendable, Equatable {
        case said
        /// An action such as `/me waves`.
        case done
        case event(SystemAction)
    }

    struct Entry: Sendable {
        var time: CivilTime?
        /// The offset from UTC in seconds if the line has one.
        var offset: Int?
        var nick: String
        var text: String
        var kind: Kind
    }

    private var day: CivilTime?
    private(set) var channel: String?
    /// Whether the last line stated only a day.
    private(set) var wasHeading = false
    /// Whether the last line was part of irssi's list of the nicks in a channel.
    private(set) var wasListing = false
    /// Whether the log has a message, or an event that only IRC has.
    private(set) var isOfIRC = false
    /// Whether any line has a name in angle brackets.
    private(set) var hasBrackets = false
    /// The nick of the last message.
    private var nick: String?

    init(day: CivilTime? = nil) { self.day = day }

    mutating func read(_ line: String) -> Entry? {
        wasHeading = heading(line)
        wasListing = false
        guard !wasHeading else { return nil }
        if line.contains("\t"), let entry = tabbed(line) { return entry }
        var rest = Self.withoutColor(line[...])
        guard let stamp = IRCStamp(&rest, year: day?.year) else { return nil }
        var time = stamp.hasDay ? stamp.time : day
        if stamp.hasDay { day = stamp.time }
        time?.hour = stamp.time.hour
        time?.minute = stamp.time.minute
        time?.second = stamp.time.second
        time?.millisecond = stamp.time.millisecond
        var entry = entry(Self.withoutColor(rest), time)
        entry?.offset = stamp.offset
        return entry
    }

    /// Removes the color code that mIRC begins events with, before or after the time: `^C03[10:01]
    /// * ana waves`.
    private static func withoutColor(_ line: Substring) -> Substring {
        guard line.hasPrefix("\u{3}") else { return line }
        return line.dropFirst().drop { $0.isNumber || $0 == "," }
    }

    // MARK: Headings

    /// Parses a heading: `--- Day changed Tue May 02 2023`, `Session Start: Mon May 01 10:00:00
    /// 2023`.
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
        let month = words.lazy.compactMap { CivilDate.month(named: $0) }.first
        let numbers = words.compactMap { Int($0) }
        guard let month, let date = numbers.first(where: { $0 <= 31 }),
            let year = numbers.first(where: { $0 > 31 })
        else { return true }
        day = CivilTime(day: [year, month, date]) ?? day
        return true
    }

    // MARK: Lines

    /// Parses a tab-separated line: `2023-05-01 10:01:00<TAB>@ben<TAB>text`.
    private mutating func tabbed(_ line: String) -> Entry? {
        let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 19 else { return nil }
        var rest = parts[0] + " "
        guard let stamp = IRCStamp(&rest, year: nil), stamp.hasDay else { return nil }
        let time = stamp.time
        day = time
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
            hasBrackets = true
            return said(nick, text.hasPrefix(" ") ? text.dropFirst() : text, time)
        }
        for sign in Self.eventSigns where rest.hasPrefix(sign) {
            return event(String(rest.dropFirst(sign.count)), time)
        }
        // The Lounge begins the continuation lines of a message with the time only.
        if rest.hasPrefix("| "), let nick {
            return Entry(time: time, nick: nick, text: String(rest.dropFirst(2)), kind: .said)
        }
        if rest.hasPrefix("\u{2014} ") {
            let words = rest.dropFirst(2)
            let nick = words.prefix { $0 != " " }
            return done(nick, words[nick.endIndex...].dropFirst(), time)
        }
        if rest.hasPrefix("* ") || rest.hasPrefix("*\t") {
            let words = rest.dropFirst(2)
            let nick = words.prefix { $0 != " " && $0 != "\t" }
            let text = words[nick.endIndex...].dropFirst()
            // HexChat and mIRC mark events and actions with the same sign.
            let isEvent =
                Self.action(String(text)) != nil || text.hasPrefix("(") && text.holds(") Quit (")
                || Self.ownEvents.contains(where: words.hasPrefix)
            if isEvent { return event(String(words), time) }
            return done(nick, text, time)
        }
        if rest.hasPrefix("-"), let end = rest.dropFirst().firstIndex(of: "-") {
            // A notice: `-NickServ(services@example.org)- You are identified`.
            let nick = rest[..<end].dropFirst().prefix { $0 != "(" }
            let text = rest[rest.index(after: end)...].trimmingBlanks()
            return event(nick.first?.isLetter == true ? "\(nick): \(text)" : text, time)
        }
        wasListing = rest.hasPrefix("[")
        return nil
    }

    /// The beginnings of events without a nick, which look like actions.
    private static let ownEvents = [
        "Now talking on ", "Now talking in ", "Topic for #", "Topic is '", "Set by ",
        "You are now known as ", "You have joined ", "Disconnected",
    ]

    /// The signs that mark events. The arrows are IRCCloud's.
    private static let eventSigns = [
        "-!- ", "*** ", "* *** ", "-- ", "-->\t", "<--\t", "\u{2192} ", "\u{2190} ", "\u{21D0} ",
        "\u{2194} ",
    ]

    /// Removes the mode prefix of a nick: `@ben`, `+cy`.
    private static func bare(_ nick: Substring) -> String {
        let plain = nick.trimmingBlanks()
        let bare = plain.drop { "@+%&~!".contains($0) }
        return bare.isEmpty ? plain : String(bare)
    }

    private mutating func said(_ nick: Substring, _ text: Substring, _ time: CivilTime?) -> Entry {
        isOfIRC = true
        self.nick = Self.bare(nick)
        return Entry(time: time, nick: Self.bare(nick), text: String(text), kind: .said)
    }

    private mutating func done(_ nick: Substring, _ text: Substring, _ time: CivilTime?) -> Entry {
        isOfIRC = true
        return Entry(time: time, nick: Self.bare(nick), text: String(text), kind: .done)
    }

    private mutating func event(_ text: String, _ time: CivilTime?) -> Entry {
        let words = text.split(separator: " ")
        if channel == nil { channel = words.first { $0.hasPrefix("#") }.map(String.init) }
        let action = Self.action(text) ?? Self.markedAction(text)
        if action != nil { isOfIRC = true }
        return Entry(time: time, nick: "", text: text, kind: .event(action ?? .notice))
    }

    private static func action(_ text: String) -> SystemAction? {
        let phrases: [(String, SystemAction)] = [
            ("Joins:", .memberJoined), ("has joined", .memberJoined),
            ("joined the channel", .memberJoined), ("Parts:", .memberLeft),
            ("Quits:", .memberLeft), ("has left", .memberLeft), ("has quit", .memberLeft),
            ("was kicked", .memberRemoved), ("has kicked", .memberRemoved),
            ("is now known as", .nameChanged), ("changes topic to", .topicChanged),
            ("changed the topic", .topicChanged), ("has changed topic", .topicChanged),
            ("sets mode", .settingsChanged), ("mode/", .settingsChanged),
        ]
        return phrases.first { text.holds($0.0) }?.1
    }

    /// Returns the action of a line that is marked as an event. Messages contain the same words, so
    /// other lines are not read this way.
    private static func markedAction(_ text: String) -> SystemAction? {
        let phrases: [(String, SystemAction)] = [
            (" left (", .memberLeft), (" quit (", .memberLeft), (" left", .memberLeft),
            (" quit", .memberLeft), (" joined", .memberJoined), ("Joined ", .memberJoined),
            ("changed nick to", .nameChanged), ("changed topic to", .topicChanged),
            ("set mode", .settingsChanged),
        ]
        return phrases.first { text.holds($0.0) }?.1
    }
}
