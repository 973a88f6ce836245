import Model

/// One log: a heading, then one entry per line. Lines without a time continue the previous entry.
struct PidginLog {
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
