import Model

/// The parsed lines of an export.
struct KakaoTranscript {
    struct Entry: Sendable {
        var time: CivilTime?
        /// The sender's name, or nil for an event.
        var name: String?
        var text: String
    }

    private(set) var entries: [Entry] = []
    /// The number of lines before the first message that are neither days nor blank.
    private(set) var stray = 0
    /// The day of the previous lines. In old exports and exports from Windows, messages state only
    /// a time.
    private var day: CivilTime?

    init(_ bytes: [UInt8], _ heading: KakaoHeading) {
        for (number, range) in Lines(bytes).enumerated() where number >= heading.lines {
            let line = String(decoding: bytes[range], as: UTF8.self)
            if let entry = entry(line) {
                entries.append(entry)
            } else if let last = entries.indices.last, !isDay(line) {
                entries[last].text += "\n" + line
            } else if isDay(line) {
                // Blank lines before a day do not belong to the message.
                continue
            } else if !line.trimmingBlanks().isEmpty {
                stray += 1
            }
        }
        for index in entries.indices { entries[index].text = entries[index].text.trimmingBlanks() }
    }

    // MARK: Lines

    private mutating func entry(_ line: String) -> Entry? {
        let text = Marks.plain(line[...])
        if text.hasPrefix("---------------") {
            let inner = text.drop { $0 == "-" || $0 == " " }
            if let stamp = KakaoStamp(inner), stamp.day != nil { day = stamp.day }
            return nil
        }
        if text.hasPrefix("[") { return bracketed(text, line) }
        guard let stamp = KakaoStamp(text[...]), let time = stamp.time(on: day) else {
            // Windows writes events as lines without a time, after a day or a message.
            guard KakaoNotice.isWhole(text), let day else { return nil }
            let last = entries.last?.time
            let isLater = last.map { $0.milliseconds < day.milliseconds } ?? true
            return Entry(time: isLater ? day : last, name: nil, text: line)
        }
        let rest = stamp.rest
        if rest.isEmpty {
            day = stamp.day ?? day
            return nil
        }
        // Pasted text may look like a message, but its day is earlier.
        if let last = day, let own = stamp.day, own.milliseconds < last.milliseconds { return nil }
        if rest.hasPrefix(", "), let (name, text) = Self.parts(rest.dropFirst(2)) {
            return Entry(time: time, name: name, text: text)
        }
        let notice = rest.drop { $0 == "," || $0 == ":" || $0 == " " }
        guard KakaoNotice.isOne(String(notice)) else { return nil }
        return Entry(time: time, name: nil, text: String(notice))
    }

    /// Parses `[NAME] [오후 2:30] TEXT`.
    private func bracketed(_ text: String, _ line: String) -> Entry? {
        guard let end = text.place(of: "] ["), let day else { return nil }
        let name = text[text.index(after: text.startIndex)..<end.lowerBound].trimmingBlanks()
        let rest = text[end.upperBound...]
        guard !name.isEmpty, let close = rest.firstIndex(of: "]"),
            let stamp = KakaoStamp(rest[..<close]), stamp.day == nil, stamp.rest.isEmpty,
            let time = stamp.time(on: day)
        else { return nil }
        return Entry(time: time, name: name, text: String(rest[rest.index(after: close)...]))
    }

    private static func parts(_ rest: Substring) -> (name: String, text: String)? {
        guard let place = rest.place(of: " :") else { return nil }
        let name = rest[..<place.lowerBound].trimmingBlanks()
        let text = rest[place.upperBound...]
        guard !name.isEmpty, name.utf8.count <= 200, text.isEmpty || text.first == " " else {
            return nil
        }
        return (name, String(text.dropFirst()))
    }

    private mutating func isDay(_ line: String) -> Bool {
        if line.hasPrefix("---------------") { return true }
        let text = Marks.plain(line[...]).trimmingBlanks()
        guard let stamp = KakaoStamp(text[...]), stamp.rest.isEmpty, let own = stamp.day else {
            return false
        }
        day = own
        return true
    }
}

/// Recognizes events by the ends of their sentences.
enum KakaoNotice {
    private static let words = [
        "님이 들어왔습니다", "님이 나갔습니다", "초대하였습니다", "초대했습니다", "내보냈습니다", "가렸습니다",
        "되었습니다", "변경했습니다", "joined this", "left this", "invited", "has been", "was removed",
    ]

    static func isOne(_ text: String) -> Bool {
        text.utf8.count <= 400 && (words.contains(where: text.holds) || text.hasSuffix("습니다."))
    }

    /// Returns whether a line without any other mark is an event.
    static func isWhole(_ text: String) -> Bool {
        guard text.utf8.count <= 200, !text.holds("\t") else { return false }
        return text.hasSuffix("님이 들어왔습니다.") || text.hasSuffix("님이 나갔습니다.")
            || text.hasSuffix("초대하였습니다.") || text.hasSuffix("초대했습니다.")
            || text.hasSuffix("내보냈습니다.")
    }
}
