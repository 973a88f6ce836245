import Basics
import Model

/// The lines of an exported chat: where each message begins and ends, and who wrote it.
struct WhatsAppTranscript {
    /// The meaning of a line's direction marks, which is the same in every language.
    enum Marking {
        case none
        /// A mark only before the text: a notice, a call, a location, a deleted message, or a
        /// person's own words.
        case text
        /// Marks before the bracket and before the text: an attachment.
        case lineAndText
    }

    /// The format in which lines begin. A chat keeps the format of its first line, so that lines
    /// pasted into a message remain part of it.
    enum LineStart { case brackets, dash, colon }

    /// The maximum size of an export. Phones write no larger exports, and offsets have 32 bits.
    static let maxBytes = Int(UInt32.max)

    private var window: TextWindow
    private var stamps: LocalizedStampReader
    /// The entries, with offsets in the text. `show` loads an entry into memory.
    private(set) var entries: [Entry] = []
    private(set) var lineStart: LineStart?
    /// The number of lines before the first message that are not blank.
    private(set) var strayLines = 0

    /// The maximum length of an author's name. A longer one is a system text with a colon.
    static let maxAuthorLength = 200

    /// - Parameter budget: stops reading when it is exhausted. The caller checks it again.
    init(
        _ window: consuming TextWindow, _ phrases: WhatsAppPhrases,
        _ budget: WorkBudget = .unlimited,
        onProgress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws(ImportError) {
        self.window = window
        stamps = LocalizedStampReader(phrases)
        try readLines(budget, onProgress)
        keepOwnShape()
    }

    private mutating func readLines(
        _ budget: WorkBudget, _ onProgress: (_ done: Int, _ all: Int) -> Void
    ) throws(ImportError) {
        var shown: Int?
        while let line = try window.nextLine() {
            // The window has moved.
            if shown != window.start {
                guard budget.mayContinue else { return }
                shown = window.start
                stamps.take(bytes)
                onProgress(window.progress.done, window.progress.all)
            }
            let end = window.start + line.upperBound
            guard end <= Self.maxBytes else {
                throw .limit(.documentBytes, limit: Self.maxBytes, actual: end, at: window.file)
            }
            if let entry = header(of: line) {
                entries.append(entry.moved(by: window.start))
            } else if !entries.isEmpty {
                entries[entries.count - 1].extend(to: end)
            } else if !Marks.trim(bytes, line).isEmpty {
                strayLines += 1
            }
        }
    }

    /// The part of the text that is in memory.
    var bytes: [UInt8] { window.bytes }

    var wasRepaired: Bool { window.wasRepaired }

    /// Loads an entry into memory and returns it with its offsets there.
    mutating func show(_ entry: Entry) throws(ImportError) -> Entry {
        entry.moved(by: try window.show(entry.whole).lowerBound - entry.whole.lowerBound)
    }

    /// Returns lines that only look like headers to the messages that contain them. A pasted
    /// invitation begins with a date, too, but in a different format.
    private mutating func keepOwnShape() {
        var counts: [LocalizedStamp.Shape: Int] = [:]
        for entry in entries where !entry.isBareNotice {
            counts[entry.stamp.shape, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        // If no format is used by most lines, the file has no format of its own.
        guard counts.count > 1, most * 2 > counts.values.reduce(0, +) else { return }
        let first = entries.first { counts[$0.stamp.shape] == most }?.stamp.shape
        // A file that combines the exports of two phones has two formats, each with many lines.
        let own = Set(
            counts.filter { $0.key == first || ($0.value >= 3 && $0.value * 10 >= entries.count) }
                .keys)
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        for entry in entries {
            if entry.isBareNotice || own.contains(entry.stamp.shape) {
                kept.append(entry)
            } else if let last = kept.indices.last {
                kept[last].extend(to: entry.whole.upperBound)
            } else {
                strayLines += 1
            }
        }
        entries = kept
    }

    func text(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        guard holds(0x0D, in: range) else { return String(decoding: slice, as: UTF8.self) }
        return String(decoding: slice.filter { $0 != 0x0D }, as: UTF8.self)
    }

    func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
        bytes.span.offset(of: byte, from: range.lowerBound, before: range.upperBound) != nil
    }

    func says(_ words: [UInt8], at range: Range<Int>) -> Bool {
        guard words.count == range.count else { return false }
        let (text, words) = (bytes.span, words.span)
        var offset = 0
        while offset < words.count, text[range.lowerBound + offset] == words[offset] { offset += 1 }
        return offset == words.count
    }

    private mutating func header(of line: Range<Int>) -> Entry? {
        let start = Marks.skip(in: bytes, from: line.lowerBound, before: line.upperBound)
        guard start < line.upperBound else { return nil }
        if bytes[start] == UInt8(ascii: "[") {
            guard lineStart == nil || lineStart == .brackets else { return nil }
            return bracketed(start + 1..<line.upperBound, isMarked: start > line.lowerBound)
        }
        guard mayBeginStamp(bytes[start]) else { return nil }
        guard lineStart != .brackets else { return bareNotice(start..<line.upperBound) }
        if lineStart != .colon, let entry = dashed(start..<line.upperBound) { return entry }
        return lineStart == .dash ? nil : coloned(start..<line.upperBound)
    }

    /// Accepts digits in any script, and letters for weekdays and months.
    private func mayBeginStamp(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte >= 0xC3 || ASCII.isLetter(byte)
    }

    private mutating func bracketed(_ line: Range<Int>, isMarked: Bool) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + LocalizedStampReader.maxLength + 1)
        guard let close = bytes[line.lowerBound..<limit].firstIndex(of: UInt8(ascii: "]")),
            let stamp = stamps.read(line.lowerBound..<close)
        else { return nil }
        lineStart = .brackets
        var start = close + 1
        if start < line.upperBound, bytes[start] == 0x20 { start += 1 }
        var entry = entry(stamp, start..<line.upperBound)
        if isDirectionMark(at: entry.body) {
            entry.marking = isMarked ? .lineAndText : .text
        } else if isMarked, isDirectionMark(at: pastBlanks(entry.body)) {
            entry.marking = .lineAndText
        } else if isMarked, transcribesDocument(entry.body) {
            entry.marking = .lineAndText
        }
        return entry
    }

    /// Returns whether the text has the form `plan • `, mark, `2 pages`: a document's own name
    /// precedes the mark.
    private func transcribesDocument(_ body: Range<Int>) -> Bool {
        ["\u{200E}", "\u{200F}"].contains { mark in
            bytes[body].span.offset(of: Array(" \u{2022} \(mark)".utf8)) != nil
        }
    }

    private func pastBlanks(_ range: Range<Int>) -> Range<Int> {
        let blanks = bytes[range].prefix { $0 == 0x20 }.count
        return range.lowerBound + blanks..<range.upperBound
    }

    /// Returns whether a range begins with U+200E, or with U+200F in right-to-left scripts.
    private func isDirectionMark(at range: Range<Int>) -> Bool {
        range.count >= 3 && bytes[range.lowerBound] == 0xE2 && bytes[range.lowerBound + 1] == 0x80
            && (0x8E...0x8F).contains(bytes[range.lowerBound + 2])
    }

    /// Reads a notice of 2016. It has no brackets, although other lines do: `7/1/16, 5:14:12 PM: `,
    /// a mark, and the event.
    private mutating func bareNotice(_ line: Range<Int>) -> Entry? {
        guard let (stamp, rest) = stampBeforeColon(line), isDirectionMark(at: rest) else {
            return nil
        }
        var entry = Entry(stamp, rest)
        entry.isBareNotice = true
        return entry
    }

    private mutating func dashed(_ line: Range<Int>) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + LocalizedStampReader.maxLength + 3)
        var index = line.lowerBound + 6
        while index + 2 < limit {
            if bytes[index] == 0x20, let length = dash(at: index + 1, before: limit) {
                guard let stamp = stamps.read(line.lowerBound..<index) else { return nil }
                lineStart = .dash
                return entry(stamp, min(index + 1 + length, line.upperBound)..<line.upperBound)
            }
            index += 1
        }
        return nil
    }

    /// Returns the length in bytes of `- ` or `– `, or nil.
    private func dash(at index: Int, before end: Int) -> Int? {
        if bytes[index] == UInt8(ascii: "-"), index + 1 < end, bytes[index + 1] == 0x20 { return 2 }
        guard index + 3 < end, bytes[index] == 0xE2, bytes[index + 1] == 0x80,
            bytes[index + 2] == 0x93, bytes[index + 3] == 0x20
        else { return nil }
        return 4
    }

    /// Reads a line such as `13.06.18 21.25.15: Ann: text`.
    private mutating func coloned(_ line: Range<Int>) -> Entry? {
        if let notice = bareNotice(line) { return notice }
        guard let (stamp, rest) = stampBeforeColon(line) else { return nil }
        let entry = entry(stamp, rest)
        // Without an author, this format is too ambiguous.
        guard !entry.author.isEmpty else { return nil }
        lineStart = .colon
        return entry
    }

    private mutating func stampBeforeColon(
        _ line: Range<Int>
    ) -> (LocalizedStamp, rest: Range<Int>)? {
        let limit = min(line.upperBound, line.lowerBound + LocalizedStampReader.maxLength + 2)
        var index = line.lowerBound + 6
        while index + 1 < limit {
            if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == 0x20 {
                let stamp = stamps.read(line.lowerBound..<index)
                return stamp.map { ($0, index + 2..<line.upperBound) }
            }
            index += 1
        }
        return nil
    }

    private func entry(_ stamp: LocalizedStamp, _ rest: Range<Int>) -> Entry {
        let limit = min(rest.upperBound, rest.lowerBound + Self.maxAuthorLength)
        var index = rest.lowerBound
        while index < limit {
            let next = index + 1
            // In Chinese, a mark may follow the colon without a space.
            if bytes[index] == UInt8(ascii: ":"),
                next == rest.upperBound || bytes[next] == 0x20
                    || isDirectionMark(at: next..<rest.upperBound)
            {
                var author = Marks.trim(bytes, rest.lowerBound..<index)
                // A name may consist only of marks.
                if author.isEmpty { author = rest.lowerBound..<index }
                if author.isEmpty { break }
                let hasBlank = next < rest.upperBound && bytes[next] == 0x20
                return Entry(stamp, rest, author: author, bodyStart: hasBlank ? next + 1 : next)
            }
            index += 1
        }
        return Entry(stamp, rest)
    }
}

extension WhatsAppTranscript {
    /// A line that begins a message, and the extent of the message. There is one entry per message,
    /// so offsets have 32 bits, and offsets near the start are relative to it.
    ///
    /// The transcript stores entries with offsets in the text, and returns them with offsets in its
    /// window.
    struct Entry {
        private var start: UInt32
        private var end: UInt32
        let stamp: LocalizedStamp
        /// The relative offsets of the author and the body. An author's name, with what surrounds
        /// it, is at most a few bytes longer than `maxAuthorLength`.
        private var authorStart: UInt8 = 0
        private var authorEnd: UInt8 = 0
        private var bodyStart: UInt8 = 0
        /// The positions of invisible marks, by which iPhones distinguish generated from typed
        /// text.
        var marking = Marking.none
        /// Whether the entry is a notice in the format of 2016, whose stamp has its own shape.
        var isBareNotice = false

        /// - Parameter whole: the range from the end of the stamp.
        init(_ stamp: LocalizedStamp, _ whole: Range<Int>) {
            self.stamp = stamp
            start = UInt32(whole.lowerBound)
            end = UInt32(whole.upperBound)
        }

        init(_ stamp: LocalizedStamp, _ whole: Range<Int>, author: Range<Int>, bodyStart: Int) {
            self.init(stamp, whole)
            authorStart = UInt8(author.lowerBound - whole.lowerBound)
            authorEnd = UInt8(author.upperBound - whole.lowerBound)
            self.bodyStart = UInt8(bodyStart - whole.lowerBound)
        }

        var hasAuthor: Bool { authorEnd > authorStart }
        /// The range of the author; empty if the line has none.
        var author: Range<Int> { Int(start) + Int(authorStart)..<Int(start) + Int(authorEnd) }
        /// The range after the author and colon, to the end of the message's last line.
        var body: Range<Int> { Int(start) + Int(bodyStart)..<Int(end) }
        /// The range from the end of the stamp, including the author.
        var whole: Range<Int> { Int(start)..<Int(end) }

        func moved(by distance: Int) -> Entry {
            var entry = self
            entry.start = UInt32(Int(start) + distance)
            entry.end = UInt32(Int(end) + distance)
            return entry
        }

        /// Extends the message by another line.
        mutating func extend(to end: Int) { self.end = UInt32(end) }
    }
}

/// The authors at the beginnings of a chat's lines, with counts.
struct WhatsAppAuthors {
    struct Author {
        /// The number of lines with this author.
        var lines = 0
        /// The number of lines with a mark only before their text.
        var marked = 0
    }

    /// An author's name as written in a line, and the author's index.
    struct Name {
        let text: String
        /// The index of the author, for the subscript.
        let place: Int
    }

    /// The name of authors whose own name consists of invisible characters.
    private static let unnamed = "Unknown"

    private var all: [Author] = []
    private var places: [String: Int] = [:]
    /// The latest names as written in lines: a few people write most lines.
    private var recent: [(bytes: [UInt8], name: Name)] = []
    private var nextRecent = 0

    var count: Int { all.count }

    subscript(_ place: Int) -> Author {
        get { all[place] }
        set { all[place] = newValue }
    }

    mutating func name(_ range: Range<Int>, in transcript: WhatsAppTranscript) -> Name {
        for known in recent where transcript.says(known.bytes, at: range) { return known.name }
        let plain = Marks.plain(transcript.text(range)[...])
        // `~ Ben` is a name that Ben chose himself; a bare `~` is a whole name.
        let chosen = plain.hasPrefix("~") ? plain.dropFirst().trimmingBlanks() : plain
        let name = chosen.isEmpty ? plain.trimmingBlanks() : chosen
        let text = name.isEmpty ? Self.unnamed : name
        let found = Name(text: text, place: place(of: text))
        let bytes = Array(transcript.bytes[range])
        if recent.count < 8 {
            recent.append((bytes, found))
        } else {
            recent[nextRecent] = (bytes, found)
            nextRecent = (nextRecent + 1) % recent.count
        }
        return found
    }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = all.count
        all.append(Author())
        return all.count - 1
    }
}
