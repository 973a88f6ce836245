import Basics
import Model

/// The chat of a meeting as saved by Zoom, on the user's disk or with a recording.
enum Zoom {
    static let importer = Importer(
        name: "zoom", title: "Zoom",
        summary: "the chat of a meeting, saved by Zoom as text (meeting_saved_chat.txt)",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claims { file in
            guard file.isText else { return false }
            let bytes = TextFile.decode(file.head).bytes
            let lines = Lines(bytes).lazy.filter { range in bytes[range].contains { $0 > 0x20 } }
            var heads = 0
            for (number, range) in lines.prefix(200).enumerated() {
                guard
                    let head = ZoomLine(
                        String(decoding: bytes[range], as: UTF8.self), probe.phrases[importer.name])
                else {
                    if number == 0 { return false }
                    continue
                }
                // Lines without "From" look like those of many programs.
                heads += head.hasFrom ? 2 : 1
            }
            return heads >= 2
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        func name(of path: String) -> String {
            let folder = Path.lastName(String(Path.folder(path).dropLast()))
            return folder.isEmpty ? Path.stem(path) : folder
        }
        try builder.chooseNamedFile(claim.files, name: name) { file, builder throws(ImportError) in
            let text = try builder.sources.decoded(file)
            builder.begin(title: nil, isGroup: true)
            let path = file.holds("/") ? file : (builder.sources.name ?? "") + "/" + file
            var chat = ZoomChat(path: path, builder.clock, builder.appPhrases)
            for range in Lines(text) {
                guard builder.budget.mayContinue else { throw .stopped }
                chat.read(String(decoding: text[range], as: UTF8.self))
            }
            for (record, number) in builder.budget.checked(chat.end()) {
                if number == nil {
                    builder.beginEntry(at: record.message.at)
                    builder.joinEntry()
                } else {
                    try builder.add(record)
                }
            }
            guard builder.budget.mayContinue else { throw .stopped }
            builder.setMe(key: "Me")
            builder.warn(
                untimed: "message",
                "without a date: neither the file nor its folder states the day")
        }
    }
}

private struct ZoomChat {
    /// The day on which the chat began, or nil if no name states it.
    private var day: CivilTime?
    /// The start of the recording, to which its times are relative.
    private let start: Moment?
    private var line: ZoomLine?
    private var text = ""
    private var lastSeconds = 0
    private var clock: Clock
    private let phrases: AppPhrases
    /// The lines, with the numbers of messages; a reaction has none.
    private var entries: [(record: Record, number: Int?)] = []
    private var messages = 0
    /// The entries of messages by their first characters, because quotations are truncated.
    private var places: [String: Int] = [:]
    /// The reactions to each message in order, by the message's entry.
    private var reactions: [Int: [Change]] = [:]

    private struct Change {
        let name: String
        let emoji: String
        let isTaken: Bool
    }

    private static let opening = 12
    private static let maxEmojiLength = 40
    private static let day = 86_400

    init(path: String, _ clock: Clock, _ phrases: AppPhrases) {
        self.clock = clock
        self.phrases = phrases
        start = Self.recording(Path.stem(path))
        let folders = path.split(separator: "/").reversed()
        day = folders.lazy.compactMap { DayInName.day(String($0)) }.first
    }

    /// Parses the start time in `GMT20240501-101523_Recording…`.
    private static func recording(_ stem: String) -> Moment? {
        guard stem.hasPrefix("GMT") else { return nil }
        let digits = stem.dropFirst(3).split(separator: "-", maxSplits: 1)
        guard digits.count == 2, digits[0].count == 8, let date = Int(digits[0]),
            let clock = Int(digits[1].prefix(6)), digits[1].prefix(6).count == 6
        else { return nil }
        let time = CivilTime(
            day: [date / 10_000, date / 100 % 100, date % 100],
            clock: [clock / 10_000, clock / 100 % 100, clock % 100])
        return time.map { Moment($0, offset: 0) }
    }

    mutating func read(_ line: String) {
        if let next = ZoomLine(line, phrases) {
            flush()
            self.line = next
            text = next.text
        } else if self.line != nil {
            let inner = line.hasPrefix("\t") ? line.dropFirst() : line[...]
            text += text.isEmpty ? String(inner) : "\n" + inner
        }
    }

    mutating func end() -> [(record: Record, number: Int?)] {
        flush()
        for (place, changes) in reactions {
            let left = Reaction.grouped(Self.left(of: changes))
            if !left.isEmpty { entries[place].record.message.details.reactions = left }
        }
        return entries
    }

    private mutating func flush() {
        guard let line else { return }
        self.line = nil
        var record = Record(at: time(of: line), from: Record.Person(key: line.name))
        var words = text.trimmingBlanks()
        guard !react(words, line.name) else { return entries.append((record, nil)) }
        let quotation = Self.between("Replying to \"", "\"\n", in: words, isFirst: true)
        if let quotation {
            words = quotation.rest.trimmingBlanks()
            record.message.details.replyTo = reply(to: quotation.quoted)
        }
        if let to = line.to { record.message.details.subject = CleanText.line("To " + to) }
        record.message.body = Body.plain(words)
        places[Self.key(words)] = entries.count
        messages += 1
        entries.append((record, messages))
    }

    // MARK: Times

    private mutating func time(of line: ZoomLine) -> Moment? {
        if let start, !line.hasFrom {
            return Moment(
                milliseconds: start.milliseconds + Int64(line.seconds) * 1000, offset: 0)
        }
        if let own = line.day {
            day = own
        } else if lastSeconds > line.seconds + Self.day / 2, let before = day {
            // After midnight the clock restarts.
            day = CivilTime(milliseconds: before.milliseconds + Int64(Self.day) * 1000)
        }
        lastSeconds = line.seconds
        guard var time = day else { return nil }
        time.hour = line.seconds / 3600 % 24
        time.minute = line.seconds / 60 % 60
        time.second = line.seconds % 60
        return clock.moment(.local(time.milliseconds))
    }

    // MARK: Replies and reactions

    /// Applies `Reacted to "Hello" with 👍`. If the message is not found, the line remains a
    /// message.
    private mutating func react(_ words: String, _ name: String) -> Bool {
        let change: (quoted: String, emoji: String, isTaken: Bool)
        if let found = Self.between("Reacted to \"", "\" with ", in: words),
            found.rest.utf8.count <= Self.maxEmojiLength
        {
            change = (found.quoted, found.rest, false)
        } else if let found = Self.between("Removed a ", " reaction from \"", in: words) {
            change = (String(found.rest.dropLast()), found.quoted, true)
        } else {
            return false
        }
        guard let place = place(of: change.quoted) else { return false }
        reactions[place, default: []].append(
            Change(
                name: CleanText.line(name), emoji: CleanText.line(change.emoji.trimmingBlanks()),
                isTaken: change.isTaken))
        return true
    }

    /// Returns the reactions that remain after removals.
    private static func left(of changes: [Change]) -> [(name: String, emoji: String)] {
        var pairs: [(name: String, emoji: String)?] = []
        var given: [String: [Int]] = [:]
        for change in changes {
            let key = change.name + "\n" + change.emoji
            if !change.isTaken {
                given[key, default: []].append(pairs.count)
                pairs.append((change.name, change.emoji))
            } else if let place = given[key]?.popLast() {
                pairs[place] = nil
            }
        }
        return pairs.compactMap { $0 }
    }

    private mutating func reply(to quoted: String) -> Reply {
        guard let place = place(of: quoted), let number = entries[place].number else {
            return Reply(text: CleanText.clean(quoted))
        }
        let id = "m\(number)"
        entries[place].record.message.id = id
        return Reply(id: id, from: entries[place].record.sender.map { CleanText.line($0.key) })
    }

    /// Returns the last message that begins with the quoted text. An earlier message with the same
    /// beginning is not found, which is better than a wrong match.
    private func place(of quoted: String) -> Int? {
        var words = quoted
        for end in ["...", "\u{2026}"] where words.hasSuffix(end) {
            words = String(words.dropLast(end.count))
        }
        guard let place = places[Self.key(words)],
            let said = entries[place].record.message.body.first?.plainText,
            said.hasPrefix(words.trimmingBlanks())
        else { return nil }
        return place
    }

    private static func key(_ words: String) -> String {
        String(words.trimmingBlanks().prefix(opening))
    }

    /// Returns the text between an opening and a closing, and the text after it.
    private static func between(
        _ opening: String, _ closing: String, in words: String, isFirst: Bool = false
    ) -> (quoted: String, rest: String)? {
        guard words.hasPrefix(opening) else { return nil }
        let inner = words.dropFirst(opening.count)
        guard let place = isFirst ? inner.place(of: closing) : inner.lastPlace(of: closing) else {
            return nil
        }
        return (String(inner[..<place.lowerBound]), String(inner[place.upperBound...]))
    }
}

/// A line that begins a message: `10:15:23 From Ana to Everyone:`, `10:15:23⇥ From Ana : text`,
/// `2024-05-01 10:15:23 From Ana to Ben (Direct Message):`, also in other languages. With
/// recordings: `00:05:21⇥Ana:⇥text`.
private struct ZoomLine: Sendable {
    private(set) var day: CivilTime?
    /// The time in seconds since midnight, or since the recording began.
    let seconds: Int
    let name: String
    /// The receiver, or nil for everyone.
    let to: String?
    /// The text on this line; empty if it is on the lines below.
    let text: String
    let hasFrom: Bool

    private static let maxNameLength = 200

    init?(_ line: String, _ phrases: AppPhrases) {
        var rest = Marks.plain(line[...])[...]
        if rest.utf8.count > 11, let own = Self.day(rest.prefix(10)) {
            day = own
            rest = rest.dropFirst(11)
        }
        let clock = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        let numbers = clock.compactMap { $0.count == 2 ? Int($0) : nil }
        guard numbers.count == 3, numbers[0] < 48, numbers[1] < 60, numbers[2] < 60 else {
            return nil
        }
        seconds = (numbers[0] * 60 + numbers[1]) * 60 + numbers[2]
        rest = rest.dropFirst(8)
        guard let blank = rest.first, blank == "\t" || blank == " " else { return nil }
        let words = rest.drop { $0 == " " || $0 == "\t" }
        if let heading = Self.heading(words, phrases.headings) {
            name = heading.name
            to = heading.to
            text = heading.text
            hasFrom = true
            return
        }
        // After a time and a space, only a colon with a tab identifies a name. Other programs write
        // lines with a time, too.
        let separators = blank == "\t" ? [":\t", " : "] : [":\t"]
        let below = blank == "\t" ? Self.bare(words) : nil
        guard let (who, text) = Self.parts(words, by: separators) ?? below else { return nil }
        name = who.trimmingBlanks()
        guard !name.isEmpty else { return nil }
        self.text = text
        to = nil
        hasFrom = false
    }

    /// Splits `From Ana to Everyone : text` into names and text, in all known languages.
    ///
    /// - Parameter languages: the words before the sender and the receiver, and those for all
    ///   participants, in lowercase.
    private static func heading(
        _ words: Substring, _ languages: [[String]]
    ) -> (name: String, to: String?, text: String)? {
        for language in languages where language.count > 2 && words.hasPrefix(language[0]) {
            let named = words.dropFirst(language[0].count)
            guard let (who, text) = parts(named, by: [" : ", ":\t", ": "]) ?? bare(named) else {
                continue
            }
            // A name may contain the word, but the receiver does not.
            guard let place = who.lastPlace(of: language[1]) else {
                // In other languages, the first word may be part of a name.
                guard language[0] == "From " else { continue }
                let name = who.trimmingBlanks()
                return name.isEmpty ? nil : (name, nil, text)
            }
            let name = who[..<place.lowerBound].trimmingBlanks()
            let other = who[place.upperBound...].trimmingBlanks()
            guard !name.isEmpty else { continue }
            let isForAll = other.isEmpty || language.dropFirst(2).contains(other.lowercased())
            return (name, isForAll ? nil : other, text)
        }
        return nil
    }

    private static func day(_ text: Substring) -> CivilTime? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        return CivilTime(day: parts.compactMap { Int($0) })
    }

    /// Returns the text before and after the first of several separators.
    private static func parts(
        _ words: Substring, by separators: [String]
    ) -> (Substring, String)? {
        let near = words.prefix(maxNameLength)
        for separator in separators {
            if let place = near.place(of: separator) {
                return (words[..<place.lowerBound], String(words[place.upperBound...]))
            }
        }
        return nil
    }

    /// Reads a heading whose text is on the lines below.
    private static func bare(_ words: Substring) -> (Substring, String)? {
        let whole = words.trimmingBlanks()
        guard whole.hasSuffix(":"), whole.utf8.count <= maxNameLength else { return nil }
        return (words.prefix(whole.count).dropLast(), "")
    }
}
