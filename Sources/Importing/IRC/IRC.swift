import Basics
import Model

/// IRC logs of irssi, WeeChat, ZNC, mIRC, HexChat, The Lounge and bots.
enum IRC {
    static let importer = Importer(
        name: "irc", title: "IRC",
        summary: "logs of irssi, WeeChat, ZNC, mIRC, HexChat and others, one file or one per day",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        var confidence = Confidence.likely
        var endings: Set<String> = []
        var claim = probe.claimsSorted { file in
            guard file.shape == nil, !file.begins(with: "<!"), !file.begins(with: "<html") else {
                return false
            }
            var log = IRCLog()
            var lines = 0
            var known = 0
            for range in Lines(file.head).prefix(400) where !range.isEmpty {
                lines += 1
                if log.read(IRCText.decode(file.head[range])) != nil || log.wasHeading {
                    known += 1
                }
            }
            guard known >= 2, known * 10 >= lines * 8, log.isOfIRC else { return false }
            // Lines of other programs may also begin with a bracketed time, but never do all of
            // them have names in angle brackets.
            if known == lines, log.hasBrackets { confidence = .certain }
            endings.insert(Path.fileExtension(file.name))
            return true
        } named: { name in
            // A folder may have a log for each day of many years.
            endings.contains(Path.fileExtension(name)) && IRCChannel(path: name).day != nil
        }
        claim?.confidence = confidence
        return claim
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let channels = try claim.files.grouped { IRCChannel(path: $0).name }
        let names = channels.map { ChatName(id: $0.chat, name: $0.chat) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let (channel, files) = channels[index]
            builder.conversation.service = .irc
            builder.conversation.kind = .group
            let ordered = files.map { (name: $0, day: IRCChannel(path: $0).day) }.sorted {
                ($0.day?.milliseconds ?? .min, $0.name) < ($1.day?.milliseconds ?? .min, $1.name)
            }
            // The name of a single log is often not the channel's. The title must not depend on whether
            // the log came in a ZIP.
            let isNamed = channel.hasPrefix("#") || channels.count > 1 || ordered.count > 1
            builder.conversation.title = isNamed && !channel.isEmpty ? CleanText.line(channel) : nil
            var unread = 0
            for file in ordered {
                guard builder.budget.mayContinue else { throw .stopped }
                var log = IRCLog(day: file.day)
                let raw = try builder.sources.document(file.name)
                let bytes = raw.starts(with: [0xFF, 0xFE]) ? TextFile.decode(raw).bytes : raw
                for range in Lines(bytes) where !range.isEmpty {
                    guard let entry = log.read(IRCText.decode(bytes[range])) else {
                        if !log.wasHeading, !log.wasListing { unread += 1 }
                        continue
                    }
                    try add(entry, &builder)
                }
                if builder.conversation.title == nil {
                    builder.conversation.title = log.channel.map(CleanText.line)
                }
            }
            builder.warn(unreadLines: unread)
            builder.warn(
                untimed: "line", "without a date: neither the log nor its name states the day")
        }
    }

    private static func add(
        _ entry: IRCLog.Entry, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = entry.time.map { builder.moment($0, offset: entry.offset) }
        var record = Record(at: at, from: Record.Person(key: entry.nick))
        record.message.body = IRCText.blocks(entry.text)
        switch entry.kind {
        case .said: break
        case .done:
            record.message.body = IRCText.blocks("\u{1D}\(entry.nick) \(entry.text)")
        case .event(let action):
            record.sender = nil
            record.becomeNotice(action)
        }
        try builder.add(record)
    }
}

/// The channel and day in the path of a log: `#harbour_20230501.log`, `#harbour/2023-05-01.log`,
/// `2023/05/#harbour.2023-05-01.txt`, `irc.libera.#harbour.weechatlog`.
private struct IRCChannel {
    let name: String
    let day: CivilTime?

    init(path: String) {
        var stem = Path.stem(path)
        for ending in [".log", ".txt"] where stem.hasSuffix(ending) { stem = Path.stem(stem) }
        day = DayInName.day(stem)
        if day != nil { stem = Self.withoutDay(stem) }
        if let sign = stem.firstIndex(of: "#") { stem = String(stem[sign...]) }
        guard stem.isEmpty else {
            name = stem
            return
        }
        // Programs that name logs only by day keep one folder per channel, some with subfolders per
        // year and month.
        let folders = path.split(separator: "/").dropLast()
        name = folders.last { $0.contains { !$0.isNumber && $0 != "-" } }.map(String.init) ?? ""
    }

    private static func withoutDay(_ stem: String) -> String {
        let signs = Array(stem)
        for start in signs.indices where signs[start].isNumber {
            var digits = 0
            var end = start
            while end < signs.count, digits < 8, signs[end].isNumber || "-_.".contains(signs[end]) {
                digits += signs[end].isNumber ? 1 : 0
                end += 1
            }
            guard digits == 8, start == 0 || !signs[start - 1].isNumber else { continue }
            return (trimmed(signs[..<start]) + trimmed(signs[end...]))
        }
        return stem
    }

    private static func trimmed(_ signs: ArraySlice<Character>) -> String {
        let edges = "-_. "
        guard let first = signs.firstIndex(where: { !edges.contains($0) }),
            let last = signs.lastIndex(where: { !edges.contains($0) })
        else { return "" }
        return String(signs[first...last])
    }
}

/// Parses the lines of a log, for all programs.
private struct IRCLog {
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

/// The encoding of IRC lines: style codes, and one of two character encodings.
private enum IRCText {
    /// Decodes a line as UTF-8, or as Latin-1 if the bytes are not valid UTF-8. Each program chose
    /// its own encoding.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Converts mIRC's style codes for bold, italic, underline, strikethrough and code. Colors are
    /// dropped.
    static func blocks(_ text: String) -> [TextBlock] {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return Body.plain(text)
        }
        var builder = Body.Builder()
        var on: [UInt32] = []
        var piece = ""
        func kinds() -> [TextMark.Kind] { on.compactMap { styles[$0].map { .entity($0) } } }
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            guard scalar.value < 0x20 else {
                piece.unicodeScalars.append(scalar)
                continue
            }
            builder.append(piece, kinds())
            piece = ""
            switch scalar.value {
            case 0x0F: on = []
            case 0x03:
                skipNumber(&scalars, 2)
                let next = scalars.dropFirst().first
                if scalars.first == ",", next.map(isDigit) == true {
                    scalars = scalars.dropFirst()
                    skipNumber(&scalars, 2)
                }
            case 0x04: skipHexadecimal(&scalars)
            case 0x09: piece = " "
            default:
                guard styles[scalar.value] != nil else { continue }
                if let place = on.firstIndex(of: scalar.value) {
                    on.remove(at: place)
                } else {
                    on.append(scalar.value)
                }
            }
        }
        builder.append(piece, kinds())
        return builder.blocks
    }

    private static let styles: [UInt32: Entity.Kind] = [
        0x02: .bold, 0x1D: .italic, 0x1F: .underline, 0x1E: .strike, 0x11: .code,
    ]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }

    private static func skipNumber(_ scalars: inout ArraySlice<Unicode.Scalar>, _ maxDigits: Int) {
        scalars = scalars.dropFirst(scalars.prefix(maxDigits).prefix(while: isDigit).count)
    }

    private static func skipHexadecimal(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        let digits = scalars.prefix(6).prefix { $0.properties.isASCIIHexDigit }
        if digits.count == 6 { scalars = scalars.dropFirst(6) }
    }
}

/// The time at the beginning of a line: `10:01`, `[10:01:00]`, `[10:01:02 PM]`, `2023-05-01
/// 10:01:00`, `[2023-05-01T10:01:00.853Z]`, `May 01 10:01:00`.
private struct IRCStamp {
    /// The time of day, with the day if the line has one.
    private(set) var time: CivilTime
    private(set) var hasDay = false
    /// The offset from UTC in seconds if the line has one.
    private(set) var offset: Int?

    /// Parses the time and removes it from the line.
    init?(_ rest: inout Substring, year: Int?) {
        var text = rest.drop { $0 == "[" || $0 == "(" }
        time = CivilTime(year: 1, month: 1, day: 1)
        if let day = Self.date(&text) ?? Self.monthAndDay(&text, year: year) {
            (time, hasDay) = (day, true)
            text = text.drop { " T][".contains($0) }
        }
        guard takeClock(&text) else { return nil }
        takeZone(&text)
        if text.first == "]" || text.first == ")" { text = text.dropFirst() }
        guard text.first == " " || text.first == "\t" else { return nil }
        rest = text.drop { $0 == " " }
    }

    /// Parses `2023-05-01`.
    private static func date(_ text: inout Substring) -> CivilTime? {
        let head = text.prefix(10)
        let parts = head.split { "-/.".contains($0) }
        guard head.utf8.count == 10, parts.count == 3, parts[0].count == 4,
            let date = CivilTime(day: parts.compactMap { Int($0) })
        else { return nil }
        text = text.dropFirst(10)
        return date
    }

    /// Parses `May 01`.
    private static func monthAndDay(_ text: inout Substring, year: Int?) -> CivilTime? {
        let head = text.prefix(6)
        guard let year, head.utf8.count == 6, head.dropFirst(3).first == " ",
            let month = CivilDate.month(named: head.prefix(3)), let day = Int(head.suffix(2)),
            let date = CivilTime(day: [year, month, day])
        else { return nil }
        text = text.dropFirst(6)
        return date
    }

    private mutating func takeClock(_ text: inout Substring) -> Bool {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let numbers = digits.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(numbers.count), (4...8).contains(digits.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return false }
        text = text[digits.endIndex...]
        time.hour = numbers[0]
        time.minute = numbers[1]
        time.second = numbers.count > 2 ? numbers[2] : 0
        if text.first == "." || text.first == "," {
            let fraction = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(fraction.count) else { return true }
            let thousandths = (fraction + "00").prefix(3)
            time.millisecond = Int(thousandths) ?? 0
            text = text[fraction.endIndex...]
        }
        let half = text.drop { $0 == " " }.prefix(2).lowercased()
        if half == "am" || half == "pm", time.hour <= 12 {
            let rest = text.drop { $0 == " " }.dropFirst(2)
            guard rest.first.map({ "]) \t".contains($0) }) ?? true else { return true }
            time.hour = time.hour % 12 + (half == "pm" ? 12 : 0)
            text = rest
        }
        return true
    }

    /// Parses `Z`, `+0200` or `+02:00`.
    private mutating func takeZone(_ text: inout Substring) {
        if text.first == "Z" {
            offset = 0
            text = text.dropFirst()
            return
        }
        guard let sign = text.first, sign == "+" || sign == "-" else { return }
        let zone = text.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let digits = zone.filter { $0 != ":" }
        guard digits.count == 4, let number = Int(digits), number <= 1800 else { return }
        offset = (number / 100 * 60 + number % 100) * 60 * (sign == "-" ? -1 : 1)
        text = text[zone.endIndex...]
    }
}
