import Basics
import Model

/// Logs of Pidgin, Finch, Gaim and other libpurple programs: an HTML or text file per session.
enum Pidgin {
    static let importer = Importer(
        name: "pidgin", title: "Pidgin",
        summary: "logs of Pidgin (HTML or text), one session or a folder of them",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted { file in
            file.shape == nil && !isSystemLog(file.name)
                && PidginLog.isLog(TextFile.decode(file.head).bytes)
        } named: { name in
            ["html", "txt"].contains(Path.fileExtension(name)) && !isSystemLog(name)
                && PidginLog.start(inName: Path.lastName(name)) != nil
        }
    }

    /// Returns whether a log only records who came online, without a conversation.
    private static func isSystemLog(_ path: String) -> Bool {
        path.hasPrefix(".system/") || path.holds("/.system/")
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let chats = try claim.files.grouped { file throws(ImportError) in
            guard builder.budget.mayContinue else { throw .stopped }
            let head = PidginLog.Header(
                builder.sources.head(of: file, count: PidginLog.Header.maxLength))
            return chat(of: file, head)
        }
        try builder.choose(chats.map(\.chat)) { index, builder throws(ImportError) in
            let (chosen, files) = chats[index]
            if !chosen.name.isEmpty { builder.conversation.title = CleanText.line(chosen.name) }
            builder.needsSorting = true
            for file in files {
                let bytes = try builder.sources.decoded(file)
                if Path.folder(file).hasSuffix(".chat/") { builder.conversation.kind = .group }
                var log = PidginLog(bytes, name: Path.lastName(file), builder.options.dateOrder)
                while let entry = log.next() {
                    guard builder.budget.mayContinue else { throw .stopped }
                    try add(entry, &builder)
                }
                suggestMe(log.header, &builder)
            }
            builder.warn(
                untimed: "line", "without a date: neither the log nor its name states the day")
        }
    }

    /// Returns the contact or room of a log, from its header or otherwise its folder.
    private static func chat(of file: String, _ header: PidginLog.Header) -> ChatName {
        let folder = Path.folder(file).dropLast()
        var name = header.contact ?? Path.lastName(String(folder))
        if name.hasSuffix(".chat") { name.removeLast(5) }
        let account = header.account.map { " (\($0))" } ?? ""
        return ChatName(id: name + account, name: name)
    }

    private static func add(
        _ entry: PidginLog.Entry, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var record = Record(at: entry.time.map { builder.moment($0, offset: entry.offset) })
        record.message.body = entry.body
        switch entry.kind {
        case .said(let name, let isMe): record.sender = Record.Person(key: name, isMe: isMe)
        case .notice: record.becomeNotice(.notice)
        }
        record.isShown = !entry.body.isEmpty
        try builder.add(record)
    }

    /// Suggests "me". Text logs do not mark the owner's messages: either a sender's name matches
    /// the account's, or the other sender is the contact.
    private static func suggestMe(
        _ header: PidginLog.Header, _ builder: inout ConversationBuilder
    ) {
        func bare(_ name: String) -> String {
            String(name.prefix { $0 != "/" && $0 != "@" }).lowercased()
        }
        guard let account = header.account, let contact = header.contact else { return }
        let senders = builder.senders
        let people = builder.conversation.participants
        if let me = senders.first(where: { bare(people[$0].name) == bare(account) }) {
            builder.suggestMe(me, because: "the log's account has this name")
        } else if senders.count == 2,
            let other = senders.first(where: { bare(people[$0].name) == bare(contact) }),
            let me = senders.first(where: { $0 != other })
        {
            builder.suggestMe(me, because: "the log's contact is \(people[other].name)")
        }
    }
}

/// One log: a heading, then one entry per line. Lines without a time continue the previous entry.
private struct PidginLog {
    enum Kind {
        case said(name: String, isMe: Bool)
        case notice
    }

    struct Entry {
        let time: CivilTime?
        /// The offset from UTC in seconds if the file name has one.
        let offset: Int?
        let kind: Kind
        let body: [TextBlock]
    }

    let header: Header
    private let bytes: [UInt8]
    private var lines: Lines
    private let isPage: Bool
    private let offset: Int?
    private let order: DateOrder?
    /// The time of the previous entry, or of the session's beginning.
    private var last: CivilTime?
    /// The senders so far.
    private var names: Set<String> = []
    /// The line that begins the next entry.
    private var pending: (stamp: PidginStamp, line: String)?

    init(_ bytes: [UInt8], name: String, _ order: DateOrder?) {
        self.bytes = bytes
        self.order = order
        header = Header(Array(bytes.prefix(Header.maxLength)))
        isPage = header.isPage
        lines = Lines(bytes)
        let start = Self.start(inName: name)
        offset = start?.offset
        last = start?.time ?? header.date.flatMap { PidginStamp.date($0, order) }
    }

    /// Returns the time in a file name such as `2023-05-01.100000+0200CEST.html`.
    static func start(inName name: String) -> (time: CivilTime, offset: Int?)? {
        let parts = name.split(separator: ".", maxSplits: 2)
        guard parts.count == 3, parts[0].utf8.count == 10 else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int($0) }
        let clock = parts[1].prefix(6)
        guard clock.utf8.count == 6, let digits = Int(clock), digits >= 0,
            let time = CivilTime(
                day: day, clock: [digits / 10_000, digits / 100 % 100, digits % 100])
        else { return nil }
        let zone = parts[1].dropFirst(6).prefix(5)
        guard zone.utf8.count == 5, zone.hasPrefix("+") || zone.hasPrefix("-"),
            let number = Int(zone), abs(number) <= 1800
        else { return (time, nil) }
        return (time, (number / 100 * 60 + number % 100) * 60)
    }

    /// Returns whether a text begins with a heading, in any language, and has an entry after it.
    static func isLog(_ head: [UInt8]) -> Bool {
        let header = Header(Array(head.prefix(Header.maxLength)))
        guard header.isPage || header.isTitled else { return false }
        var entries = 0
        for range in Lines(head).prefix(50) {
            let line = String(decoding: head[range], as: UTF8.self)
            guard PidginStamp(line, isPage: header.isPage) != nil else { continue }
            if header.isTitled { return true }
            entries += isColored(line) ? 1 : 0
            if entries == 2 { return true }
        }
        return false
    }

    /// Returns whether a line of a page contains one of the colors that mark names.
    private static func isColored(_ line: String) -> Bool {
        [ownColor, "#A82F2F", "#062585", "#6C2585"].contains { color in
            line.holds(color) || line.holds(color.lowercased())
        }
    }

    private static let ownColor = "#16569E"

    // MARK: Entries

    mutating func next() -> Entry? {
        while pending == nil {
            guard let range = lines.next() else { return nil }
            let line = String(decoding: bytes[range], as: UTF8.self)
            if let stamp = PidginStamp(line, isPage: isPage) { pending = (stamp, line) }
        }
        guard let (stamp, first) = pending else { return nil }
        pending = nil
        var text = first
        while let range = lines.next() {
            let line = String(decoding: bytes[range], as: UTF8.self)
            if let stamp = PidginStamp(line, isPage: isPage) {
                pending = (stamp, line)
                break
            }
            text += "\n" + line
        }
        let time = stamp.time(after: last, order)
        last = time ?? last
        let (kind, body) = isPage ? Self.page(text) : plain(text, stamp)
        if case .said(let name, _) = kind { names.insert(name) }
        return Entry(time: time, offset: offset, kind: kind, body: body)
    }

    /// Parses an entry in plain text: `(10:01:02) Ana: text`, `(10:01:02) ***Ana waves`,
    /// `(10:01:02) Ana has left.`
    private func plain(_ line: String, _ stamp: PidginStamp) -> (Kind, [TextBlock]) {
        let text = line.dropFirst(stamp.length).drop { $0 == " " }
        if text.hasPrefix("***") {
            let words = text.dropFirst(3)
            let name = doer(words)
            let rest = words.dropFirst(name.count).trimmingBlanks()
            return (.said(name: name, isMe: false), Self.done(name, Body.plain(rest)))
        }
        guard let colon = text.place(of: ": ") ?? Self.lastColon(text),
            !text[..<colon.lowerBound].contains(where: \.isNewline),
            text[..<colon.lowerBound].utf8.count <= Self.maxName
        else { return (.notice, Body.plain(text.trimmingBlanks())) }
        let body = Body.plain(String(text[colon.upperBound...]))
        return (.said(name: Self.bare(String(text[..<colon.lowerBound])), isMe: false), body)
    }

    /// Returns the name at the beginning of a text: the longest known sender of up to four words,
    /// otherwise the first word.
    private func doer(_ words: Substring) -> String {
        var found = words.prefix { $0 != " " }
        var end = found.endIndex
        for _ in 1..<Self.maxWords where end < words.endIndex {
            let next = words[words.index(after: end)...].prefix { $0 != " " }
            end = next.endIndex
            if names.contains(String(words[..<end])) { found = words[..<end] }
        }
        return String(found)
    }

    private static let maxWords = 4

    /// Returns the colon after a name if nothing follows on its line.
    private static func lastColon(_ text: Substring) -> Range<Substring.Index>? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let next = text.index(after: colon)
        return next == text.endIndex || text[next].isNewline ? colon..<next : nil
    }

    private static let maxName = 120

    /// Removes the mark of an automatic reply from a name.
    private static func bare(_ name: String) -> String {
        let name = name.trimmingBlanks()
        let mark = " <AUTO-REPLY>"
        return name.hasSuffix(mark) ? String(name.dropLast(mark.count)) : name
    }

    /// Returns the text of an action, `/me waves`.
    private static func done(_ name: String, _ body: [TextBlock]) -> [TextBlock] {
        let words = name + " " + body.map(\.plainText).joined(separator: " ")
        return Body.marked(words, [TextMark(0..<words.utf8.count, .entity(.italic))])
    }

    /// Parses an entry of a page: `<font color="#16569E"><font size="2">(10:01:02)</font>
    /// <b>Ana:</b></font> text<br/>`.
    private static func page(_ line: String) -> (Kind, [TextBlock]) {
        var root = HTMLMarkup.root(of: line)
        guard case .element(let head) = root.children.first else { return (.notice, []) }
        root.children.removeFirst()
        if case .element(let last) = root.children.last, last.name == "br" {
            root.children.removeLast()
        }
        var bold = head.first(tag: "b")
        if bold == nil, let first = root.elements.first, first.name == "b",
            first.text.hasSuffix(":")
        {
            // In Gaim's logs, the name follows the time.
            bold = first
            let place = root.children.firstIndex { node in
                if case .element = node { true } else { false }
            }
            if let place { root.children.removeSubrange(...place) }
        }
        let body = HTMLText.blocks(root)
        guard let label = bold?.text.trimmingBlanks() else {
            return (.notice, Body.plain(root.text.trimmingBlanks()))
        }
        let style = (head["color"] ?? head["style"] ?? "").uppercased()
        let isMe = style.holds(ownColor)
        if label.hasPrefix("***") {
            let name = String(label.dropFirst(3)).trimmingBlanks()
            return (.said(name: name, isMe: false), done(name, body))
        }
        guard label.hasSuffix(":") else {
            return (.notice, Body.plain((label + " " + root.text).trimmingBlanks()))
        }
        return (.said(name: bare(String(label.dropLast())), isMe: isMe), body)
    }
}

extension PidginLog {
    /// The heading of a log, `Conversation with ana@chat.example at Mon 01 May 2023 10:00:00 CEST
    /// on ben@chat.example (jabber)`, in English or another language.
    struct Header {
        let isPage: Bool
        /// Whether the page has a heading that ends with a protocol.
        private(set) var isTitled = false
        private(set) var contact: String?
        private(set) var date: String?
        private(set) var account: String?

        /// The maximum number of bytes to search for the heading.
        static let maxLength = 4096

        private static let protocols: Set<String> = [
            "aim", "bonjour", "gg", "groupwise", "icq", "irc", "jabber", "msn", "myspace", "novell",
            "qq", "sametime", "silc", "simple", "xmpp", "yahoo", "zephyr",
        ]

        init(_ head: [UInt8]) {
            let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let bytes = Array(head[mark...].drop { $0 <= 0x20 })
            isPage = bytes.first == UInt8(ascii: "<")
            if let line = isPage ? Self.heading(bytes) : Self.firstLine(bytes) { read(line) }
        }

        private mutating func read(_ line: String) {
            guard line.utf8.count < 1000, line.hasSuffix(")"), let open = line.lastIndex(of: "(")
            else { return }
            let name = line[line.index(after: open)...].dropLast().lowercased()
            var rest = line[..<open].trimmingBlanks()
            let opening = "Conversation with "
            let isEnglish = rest.hasPrefix(opening)
            isTitled = isEnglish || Self.protocols.contains(name)
            guard isEnglish else {
                // In other languages, too, the account is the last word.
                let words = rest.split(separator: " ")
                account = words.count > 3 ? words.last.map(String.init) : nil
                return
            }
            rest.removeFirst(opening.count)
            let words = rest.split(separator: " ", omittingEmptySubsequences: false)
            let on = words.lastIndex(of: "on")
            let at = words[..<(on ?? words.endIndex)].lastIndex(of: "at")
            account = on.map { words[($0 + 1)...].joined(separator: " ") }
            contact = words[..<(at ?? on ?? words.endIndex)].joined(separator: " ")
            date = at.map { words[($0 + 1)..<(on ?? words.endIndex)].joined(separator: " ") }
        }

        private static func firstLine(_ bytes: [UInt8]) -> String? {
            Lines(bytes).first { _ in true }.map { String(decoding: bytes[$0], as: UTF8.self) }
        }

        /// Returns the text of the page's first heading.
        private static func heading(_ bytes: [UInt8]) -> String? {
            for tag in ["h3", "h1", "title"] {
                guard let open = bytes.span.offset(of: Array("<\(tag)>".utf8)),
                    let close = bytes.span.offset(of: Array("</\(tag)>".utf8), from: open)
                else { continue }
                return Entities.decode(Array(bytes[(open + tag.utf8.count + 2)..<close]))
                    .trimmingBlanks()
            }
            return nil
        }
    }
}

/// The time at the beginning of an entry: `(10:01:02)`, `(10:01:02 PM)`, `(2023-05-01 10:01:02)`,
/// `(05/01/2023 10:01:02 PM)`. On pages, tags precede the time.
struct PidginStamp {
    private let clock: CivilTime
    private let hasDate: Bool
    private let text: String
    /// The number of characters up to the end of the time.
    let length: Int

    private static let maxLength = 60
    private static let maxTags = 4

    init?(_ line: String, isPage: Bool) {
        var rest = line[...]
        if isPage {
            var tags = 0
            while rest.hasPrefix("<"), tags < Self.maxTags {
                guard let end = rest.firstIndex(of: ">") else { return nil }
                rest = rest[rest.index(after: end)...]
                tags += 1
            }
            guard tags > 0 else { return nil }
        }
        guard rest.hasPrefix("("),
            let close = rest.prefix(Self.maxLength).firstIndex(of: ")")
        else { return nil }
        let text = String(rest[rest.index(after: rest.startIndex)..<close])
        guard text.first?.isNumber == true, let clock = Self.clock(text) else { return nil }
        self.clock = clock
        self.text = text
        hasDate = Self.words(text).count > 1 && Self.words(text)[0].contains { "-/.".contains($0) }
        length = line.distance(from: line.startIndex, to: rest.index(after: close))
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { " \u{202F}\u{A0}".contains($0) }
    }

    /// Parses the time of day. The date of the result is a placeholder.
    private static func clock(_ text: String) -> CivilTime? {
        let words = words(text)
        guard let place = words.firstIndex(where: { $0.contains(":") }) else { return nil }
        let parts = words[place].split(separator: ":")
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { return nil }
        let next = place + 1 < words.count ? words[place + 1].lowercased() : ""
        let half = next.filter { $0 != "." }
        return CivilTime(
            day: [1, 1, 1], clock: numbers, isLate: ["am": false, "pm": true][half])
    }

    /// Parses the date in a heading or time, with the time of day.
    static func date(_ text: String, _ order: DateOrder?) -> CivilTime? {
        let numbers = (words(text).first ?? "").split { "-/.".contains($0) }.map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1],
            let third = numbers[2]
        else { return PageTime.civil(text) }
        let isEnglish = text.holds("/") && text.uppercased().hasSuffix("M")
        let usual = order ?? (isEnglish ? .mdy : .dmy)
        let isMonthFirst = second > 12 || first <= 12 && usual == .mdy
        var year = first > 31 ? first : third
        if (0..<100).contains(year) { year += 2000 }
        let (month, day) =
            first > 31
            ? (second, third) : isMonthFirst ? (first, second) : (second, first)
        let clock = clock(text)
        return CivilTime(
            day: [year, month, day],
            clock: [clock?.hour ?? 0, clock?.minute ?? 0, clock?.second ?? 0])
    }

    /// Returns the time, on the previous entry's day unless the stamp has a date. If the clock goes
    /// back by more than an hour, midnight has passed.
    func time(after last: CivilTime?, _ order: DateOrder? = nil) -> CivilTime? {
        if hasDate { return Self.date(text, order) }
        guard var time = last else { return nil }
        let before = time.hour * 60 + time.minute
        (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
        time.millisecond = 0
        if before - (time.hour * 60 + time.minute) > 60 {
            let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
            let next = CivilDate(daysSinceEpoch: days + 1)
            (time.year, time.month, time.day) = (next.year, next.month, next.day)
        }
        return time
    }
}
