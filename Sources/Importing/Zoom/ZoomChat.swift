import Model

/// The messages of one meeting.
struct ZoomChat {
    /// The day on which the chat began, or nil if no name states it.
    private var day: CivilTime?
    /// The start of the recording, to which its times are relative.
    private let start: Moment?
    private var line: ZoomLine?
    private var text = ""
    private var lastSeconds = 0
    private var timeless = 0
    /// The indices of messages by their first characters, because quotations are truncated.
    private var places: [String: Int] = [:]

    /// The reactions to each message in order, by the message's index.
    private var reactions: [Int: [Change]] = [:]

    private struct Change {
        let name: String
        let emoji: String
        let isTaken: Bool
    }

    private static let opening = 12
    private static let maxEmojiLength = 40
    private static let day = 86_400

    init(path: String) {
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

    mutating func read(
        _ line: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let next = ZoomLine(line) {
            try flush(&builder)
            self.line = next
            text = next.text
        } else if self.line != nil {
            let inner = line.hasPrefix("\t") ? line.dropFirst() : line[...]
            text += text.isEmpty ? String(inner) : "\n" + inner
        }
    }

    mutating func end(_ builder: inout ConversationBuilder) throws(ImportError) {
        try flush(&builder)
        for (place, changes) in reactions {
            let left = Reaction.grouped(Self.left(of: changes))
            if !left.isEmpty { builder.setReactions(of: place, to: left) }
        }
        builder.setMe(key: "Me")
        builder.warn(
            .badTime, timeless, "message",
            "without a date: neither the file nor its folder states the day")
    }

    private mutating func flush(_ builder: inout ConversationBuilder) throws(ImportError) {
        guard let line else { return }
        self.line = nil
        let at = time(of: line, &builder)
        if at == nil { timeless += 1 }
        var message = builder.message(at: at)
        var words = text.trimmingBlanks()
        if react(words, line.name, &builder) { return }
        message.from = try builder.participant(line.name)
        let quotation = Self.between("Replying to \"", "\"\n", in: words, isFirst: true)
        if let quotation {
            words = quotation.rest.trimmingBlanks()
            message.details.replyTo = reply(to: quotation.quoted, &builder)
        }
        if let to = line.to { message.details.subject = CleanText.line("To " + to) }
        message.body = Body.plain(words)
        let place = builder.conversation.messages.count
        try builder.append(message)
        places[Self.key(words)] = place
    }

    // MARK: Times

    private mutating func time(
        of line: ZoomLine, _ builder: inout ConversationBuilder
    ) -> Moment? {
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
        return builder.moment(time)
    }

    // MARK: Replies and reactions

    /// Applies `Reacted to "Hello" with 👍`. If the message is not found, the line remains a
    /// message.
    private mutating func react(
        _ words: String, _ name: String, _ builder: inout ConversationBuilder
    ) -> Bool {
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
        guard let place = place(of: change.quoted, builder) else { return false }
        reactions[place, default: []].append(
            Change(
                name: CleanText.line(name), emoji: CleanText.line(change.emoji.trimmingBlanks()),
                isTaken: change.isTaken))
        builder.joinEntry()
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

    private func reply(
        to quoted: String, _ builder: inout ConversationBuilder
    ) -> Reply {
        guard let place = place(of: quoted, builder) else {
            return Reply(text: CleanText.clean(quoted))
        }
        let message = builder.conversation.messages[place]
        let id = message.id ?? "m\(place + 1)"
        builder.conversation.messages[place].id = id
        return Reply(
            id: id, from: message.from.map { builder.conversation.participants[$0].name })
    }

    /// Returns the last message that begins with the quoted text. An earlier message with the same
    /// beginning is not found, which is better than a wrong match.
    private func place(of quoted: String, _ builder: ConversationBuilder) -> Int? {
        var words = quoted
        for end in ["...", "\u{2026}"] where words.hasSuffix(end) {
            words = String(words.dropLast(end.count))
        }
        guard let place = places[Self.key(words)],
            let said = builder.conversation.messages[place].body.first?.plainText,
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
