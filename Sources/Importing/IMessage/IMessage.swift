import Basics
import Model
import Readers

/// The database of Apple's Messages, and imessage-exporter's text and HTML: one conversation per file.
enum IMessage {
    static let importer = Importer(
        name: "imessage", title: "iMessage",
        summary:
            "chat.db of a Mac or sms.db of an iPhone; .html or .txt of imessage-exporter; alone or with attachments",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        if let claim = probe.claimOne({ $0.holds(tables: MessagesDatabase.tables) }) {
            return claim
        }
        guard var claim = probe.claims({ isPage($0) || isText($0) }) else { return nil }
        // A phone has more chats than are examined.
        let folders = Set(claim.files.map(Path.folder))
        let endings = Set(claim.files.map(Path.fileExtension))
        claim.files += probe.unexamined {
            endings.contains(Path.fileExtension($0)) && folders.contains(Path.folder($0))
        }
        return claim
    }

    private static func isPage(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("class=\"timestamp\"")
            && (file.contains("<div class=\"message\"") || file.contains("class=\"announcement\""))
            && (file.contains("class=\"sender\"") || file.contains("imessage-exporter")
                || file.contains("message-guid="))
    }

    private static func isText(_ file: Probe.File) -> Bool {
        var lines = Lines(file.head)
        while let line = lines.next() {
            if line.isEmpty { continue }
            let text = String(decoding: file.head[line], as: UTF8.self)
            guard let header = IMessageTime.header(text[...]) else { return false }
            guard header.rest.isEmpty || header.rest.hasPrefix("(Read by ") else { return true }
            return lines.next().map { !$0.isEmpty } ?? false
        }
        return false
    }

    private static func read(
        _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let file = claim.files.first,
            Database.isDatabase(builder.sources.prefix(of: file, count: 16))
        {
            return try MessagesDatabase.read(file, &builder)
        }
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let bytes = try builder.sources.decoded(file)
            builder.conversation.service = .imessage
            let isPage = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
            let name = CleanText.line(Path.stem(file))
            if isPage {
                var page = IMessagePage(file: file)
                try page.fill(HTMLReader(bytes), &builder)
            } else {
                var text = IMessageText(bytes: bytes, file: file)
                try text.fill(&builder)
            }
            conclude(&builder, name: name)
        }
    }

    /// Sets title and handle. Files are named after a number, an address, or the chat.
    private static func conclude(_ builder: inout ConversationBuilder, name: String) {
        let me = builder.conversation.me
        let others = builder.conversation.participants.indices.filter { $0 != me }
        if others.count == 1 {
            builder.conversation.title = builder.conversation.participants[others[0]].name
            let isAddress = name.hasPrefix("+") || name.utf8.contains(UInt8(ascii: "@"))
            if isAddress { builder.conversation.participants[others[0]].handle = name }
        } else {
            builder.conversation.title = name.nonEmpty
        }
    }
}

/// One text file: blocks of a time, a sender and text lines, separated by blank lines. Nothing is
/// escaped.
private struct IMessageText {
    private let bytes: [UInt8]
    private let file: String
    /// The replies below messages by time, sender and first line, with the index of the message
    /// that they answer. Most also occur at their own time.
    private var replies: [String: (parent: Int, lines: [String])] = [:]
    private var seen: Set<String> = []
    /// The export's name for "me" if the name is not "Me".
    private var ownName: String?

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    mutating func fill(
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let lines = Array(Lines(bytes))
        var start: Int?
        for index in lines.indices where isStart(index, in: lines) {
            if let start { try add(lines[start..<index].map(text), &builder) }
            start = index
        }
        if let start { try add(lines[start...].map(text), &builder) }
        // A reply is kept even if its own position is outside of the exported range.
        let orphans = replies.filter { !seen.contains($0.key) }.sorted { $0.key < $1.key }
        for orphan in orphans { try add(orphan.value.lines, &builder) }
        builder.needsSorting = !orphans.isEmpty
        if !builder.isMeKnown { builder.setMe(key: ownName) }
    }

    private func text(_ line: Range<Int>) -> String {
        String(decoding: bytes[line], as: UTF8.self)
    }

    /// Returns whether a message begins at a line. Because a body may contain what looks like a
    /// time, a blank line must precede it. A sender must follow below, or a sentence on the same
    /// line.
    private func isStart(_ index: Int, in lines: [Range<Int>]) -> Bool {
        guard index == 0 || lines[index - 1].isEmpty, lines[index].count >= 23 else { return false }
        guard let header = IMessageTime.header(text(lines[index])[...]) else { return false }
        if !header.rest.isEmpty, !header.rest.hasPrefix("(Read by ") { return true }
        guard index + 1 < lines.count else { return false }
        return (1...200).contains(lines[index + 1].count)
    }

    private mutating func add(
        _ lines: [String], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let header = lines.first.flatMap({ IMessageTime.header($0[...]) }) else { return }
        let at = builder.moment(header.time)
        if !header.rest.isEmpty, !header.rest.hasPrefix("(Read by ") {
            let text = ([String(header.rest)] + lines.dropFirst()).joined(separator: "\n")
                .trimmingBlanks()
            var record = Record(at: at)
            record.becomeNotice(builder.appPhrases.action(text), text: text)
            return try builder.add(record)
        }
        let sender = lines.count > 1 ? lines[1].trimmingBlanks() : "Unknown"
        if let reader = IMessageTime.reader(header.rest), reader != "you", reader != "them" {
            // If "me" has a custom name, only read receipts reveal it.
            ownName = reader
        }
        let isOwn = sender == "Me" || sender == ownName || header.rest.hasPrefix("(Read by them ")
        let place = builder.conversation.messages.count
        var record = Record(
            String(place), at: at, from: Record.Person(key: sender, isMe: isOwn))
        record.message.details.readAt = IMessageTime.read(header.rest, after: at)
        if isOwn, record.message.details.readAt != nil { record.message.status = .read }
        let block = IMessageBlock(
            lines.dropFirst(2), sender: sender, clock: { builder.moment($0) })
        let key = Self.key(lines)
        seen.insert(key)
        if let parent = replies[key]?.parent {
            record.message.details.replyTo = Reply(id: String(parent))
        } else if block.isReply {
            record.message.details.replyTo = Reply(text: "an earlier message")
        }
        for reply in block.replies { replies[Self.key(reply)] = (place, reply) }
        block.fill(&record)
        try builder.add(record, document: file)
    }

    /// Returns the time, sender and first line of a message.
    private static func key(_ lines: [String]) -> String {
        let stamp = lines[0].prefix { $0 != "(" }.trimmingBlanks()
        let rest = lines.dropFirst().prefix(2)
        return "\(stamp)\n\(rest.first?.trimmingBlanks() ?? "")\n\(rest.dropFirst().first ?? "")"
    }
}

/// The lines of one message in a text file, sorted by meaning.
private struct IMessageBlock {
    private(set) var isReply = false
    private(set) var isDeleted = false
    /// The lines of the replies below the message.
    private(set) var replies: [[String]] = []
    private var unsent: String?
    private var effect: String?
    private var reactions: [(name: String, emoji: String)] = []
    private var body: [String] = []
    private var versions: [Edited.Version] = []
    private var files: [RecordFile] = []
    private var missing = 0
    private var payment: Payment?

    init(_ lines: ArraySlice<String>, sender: String, clock: (CivilTime) -> Moment) {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        var isTapbacks = false
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            index += 1
            let inner = line.hasPrefix("    ") ? String(line.dropFirst(4)) : nil
            if let inner, Self.isReply(inner) {
                replies.append([inner])
            } else if !replies.isEmpty, line != IMessageWords.replied {
                // Replies are last. Only the first line of their text may be indented.
                replies[replies.count - 1].append(inner ?? line)
            } else if Self.isHeading(line, before: lines[index...]) {
                isTapbacks = true
            } else if let inner {
                if isTapbacks, let tapback = IMessageWords.tapback(inner) {
                    reactions.append(tapback)
                } else {
                    body.append(line)
                }
            } else {
                if !line.isEmpty { isTapbacks = false }
                if index > lines.startIndex + 1, let effect = IMessageWords.effect(line),
                    Self.endsText(lines[index...])
                {
                    self.effect = effect
                } else {
                    read(line, sender, clock)
                }
            }
        }
    }

    /// Returns whether a line is the heading of tapbacks, and not text.
    private static func isHeading(_ line: String, before rest: ArraySlice<String>) -> Bool {
        guard line == "Tapbacks:" || line == "Reactions:", let next = rest.first else {
            return false
        }
        return next.hasPrefix("    ") && IMessageWords.tapback(String(next.dropFirst(4))) != nil
    }

    /// Returns whether the text of a message ends before some lines.
    private static func endsText(_ rest: ArraySlice<String>) -> Bool {
        guard let index = rest.firstIndex(where: { !$0.isEmpty }) else { return true }
        let next = rest[index]
        return next == IMessageWords.replied || isHeading(next, before: rest[(index + 1)...])
            || next.hasPrefix("    ") && isReply(String(next.dropFirst(4)))
    }

    /// Returns whether a message begins at a line. The first version of an edited text has a time,
    /// too.
    private static func isReply(_ line: String) -> Bool {
        IMessageTime.header(line[...]).map {
            $0.rest.isEmpty || $0.rest.hasPrefix("(Read by ")
        } ?? false
    }

    private mutating func read(_ line: String, _ sender: String, _ clock: (CivilTime) -> Moment) {
        if line == IMessageWords.deleted {
            isDeleted = true
        } else if line == IMessageWords.replied {
            isReply = true
        } else if line == "Attachment missing!" {
            missing += 1
        } else if line.hasPrefix("Transcription: "), let last = files.indices.last {
            files[last].attachment.transcript = CleanText.clean(String(line.dropFirst(15)))
        } else if IMessageWords.isUnsent(line, by: sender) {
            unsent = line
        } else if let payment = IMessageWords.payment(line) {
            self.payment = payment
        } else if line.hasPrefix("Sticker from ") || line.hasPrefix("Sticker From ") {
            let path = line.drop { $0 != ":" }.dropFirst().trimmingBlanks()
            files.append(Self.file(Self.withoutNote(path), .sticker))
        } else if Self.isPath(line) {
            files.append(Self.file(line))
        } else {
            readText(line, clock)
        }
    }

    /// Reads a line of plain text, or a version of an edited message.
    private mutating func readText(_ line: String, _ clock: (CivilTime) -> Moment) {
        if body.isEmpty, versions.isEmpty, let header = IMessageTime.header(line[...]),
            !header.rest.isEmpty
        {
            versions.append(Edited.Version(at: clock(header.time), text: String(header.rest)))
        } else if !versions.isEmpty, line.hasPrefix("Edited "),
            let later = line.place(of: " later: ")
        {
            let words = line[..<later.lowerBound].dropFirst(7)
            let before = versions.last?.at
            let at = IMessageTime.duration(words).flatMap { seconds in
                before.map { Moment(milliseconds: $0.milliseconds + seconds * 1000) }
            }
            versions.append(Edited.Version(at: at, text: String(line[later.upperBound...])))
        } else if !versions.isEmpty {
            versions[versions.count - 1].text += "\n" + line
        } else {
            body.append(line)
        }
    }

    /// Returns whether a line is a path: `attachments/3/12.jpeg`, `/Users/…/IMG.heic`,
    /// `~/Library/…`.
    private static func isPath(_ line: String) -> Bool {
        let isRooted =
            line.hasPrefix("/") || line.hasPrefix("~/") || line.hasPrefix("attachments/")
            || line.hasPrefix("./") || line.holds("/attachments/")
        let ending = Path.fileExtension(line)
        return isRooted && (1...8).contains(ending.utf8.count) && line.utf8.count <= 1024
            && !ending.utf8.contains(0x20)
    }

    private static func file(_ path: String, _ kind: Attachment.Kind? = nil) -> RecordFile {
        RecordFile(
            kind ?? FileKind.kind(name: path), named: Path.lastName(path), at: .beside(path))
    }

    /// Removes a note such as `(App: Memoji)` at the end.
    private static func withoutNote(_ path: String) -> String {
        guard let note = path.place(of: " (") else { return path }
        return String(path[..<note.lowerBound])
    }

    func fill(_ record: inout Record) {
        record.message.body = Body.plain(body.joined(separator: "\n").trimmingBlanks())
        if let last = versions.last {
            record.message.body = Body.plain(last.text)
            record.message.details.edited = Edited(
                at: versions.count > 1 ? last.at : nil,
                history: versions.dropLast().map {
                    Edited.Version(at: $0.at, text: CleanText.clean($0.text))
                })
        }
        let absent = RecordFile(.file, at: .missing("Attachment missing"))
        record.files = files + Array(repeating: absent, count: missing)
        record.message.details.reactions = Reaction.grouped(reactions)
        record.message.details.effect = effect.map(CleanText.line)
        record.message.details.payment = payment
        if isDeleted || unsent != nil {
            record.message.details.deleted = Deleted(at: nil, reason: unsent.map(CleanText.line))
        }
    }
}

/// imessage-exporter's time format, `May 17, 2022 5:29:42 PM`: always English, the hour padded with
/// a space.
enum IMessageTime {
    static func header(_ line: Substring) -> (time: CivilTime, rest: Substring)? {
        guard line.utf8.count >= 23,
            let month = CivilDate.monthNames.firstIndex(of: String(line.prefix(3)))
        else { return nil }
        var scanner = Scanner(bytes: Array(line.utf8.prefix(28)), position: 3)
        guard scanner.blank(), let day = scanner.number(), scanner.skip(","), scanner.blank(),
            let year = scanner.number(), scanner.blank(), let hour = scanner.number(),
            scanner.skip(":"), let minute = scanner.number(), scanner.skip(":"),
            let second = scanner.number(), scanner.blank()
        else { return nil }
        let isLate = scanner.skip("P")
        guard isLate || scanner.skip("A"), scanner.skip("M"), (1...12).contains(hour),
            let time = CivilTime(
                day: [year, month + 1, day], clock: [hour, minute, second], isLate: isLate)
        else { return nil }
        let rest = line.utf8.dropFirst(scanner.position)
        guard let first = rest.first else { return (time, "") }
        guard first == 0x20 else { return nil }
        return (time, Substring(rest.dropFirst()))
    }

    private static let units: [(name: String, seconds: Int64)] = [
        ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400),
    ]

    /// Returns the seconds of a duration such as `1 hour, 49 seconds`.
    static func duration(_ text: Substring) -> Int64? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        guard (2...12).contains(words.count) else { return nil }
        var total: Int64 = 0
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            guard let number = Int64(words[index]), (0...1_000_000_000).contains(number),
                let unit = units.first(where: { words[index + 1].hasPrefix($0.name) })
            else { return nil }
            total += number * unit.seconds
        }
        return total < 1_000_000_000_000 ? total : nil
    }

    /// Returns when a message was read, from `(Read by them after 5 seconds)`.
    static func read(_ rest: Substring, after sent: Moment) -> Moment? {
        guard let place = rest.place(of: " after "), rest.hasPrefix("(Read by "),
            let seconds = duration(rest[place.upperBound...].prefix { $0 != ")" })
        else { return nil }
        return Moment(milliseconds: sent.milliseconds + seconds * 1000, offset: sent.offset)
    }

    /// Returns who read the message: `you`, `them`, or the name of "me".
    static func reader(_ rest: Substring) -> String? {
        guard rest.hasPrefix("(Read by "), let place = rest.place(of: " after ") else { return nil }
        return String(rest[..<place.lowerBound].dropFirst(9))
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int

        /// Skips one or more spaces.
        mutating func blank() -> Bool {
            let start = position
            while position < bytes.count, bytes[position] == 0x20 { position += 1 }
            return position > start
        }

        mutating func number() -> Int? {
            let start = position
            var value = 0
            while position < bytes.count, ASCII.isDigit(bytes[position]), position - start < 4 {
                value = value * 10 + Int(bytes[position] - 0x30)
                position += 1
            }
            return position > start ? value : nil
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, UInt32(bytes[position]) == character.value else {
                return false
            }
            position += 1
            return true
        }
    }
}

/// The English sentences that imessage-exporter writes.
enum IMessageWords {
    private static let tapbacks: [(String, String)] = [
        ("Loved", "❤️"), ("Liked", "👍"), ("Disliked", "👎"), ("Laughed", "😂"), ("Laughed at", "😂"),
        ("Emphasized", "‼️"), ("Questioned", "❓"),
    ]

    /// Returns the name and emoji of a tapback: `Loved by Ana`, `☕️ by Ana`, `Sticker from Ana:
    /// path`.
    static func tapback(_ line: String) -> (name: String, emoji: String)? {
        if line.hasPrefix("Sticker from ") {
            return (String(line.dropFirst(13).prefix { $0 != ":" }), "🏷️")
        }
        if line.hasPrefix("from ") { return (String(line.dropFirst(5)), "🏷️") }
        guard let by = line.place(of: " by ") else {
            guard let from = line.place(of: " from ") else { return nil }
            return (String(line[from.upperBound...]).trimmingBlanks(), "🏷️")
        }
        let word = line[..<by.lowerBound].trimmingBlanks()
        let emoji = tapbacks.first { $0.0 == word }?.1 ?? word
        return (line[by.upperBound...].trimmingBlanks(), emoji)
    }

    /// Returns whether a line is `You unsent this message part 3 seconds after sending!` or `They
    /// unsent a message!`
    static func isUnsent(_ line: String, by sender: String) -> Bool {
        guard line.utf8.count <= 400, line.hasSuffix("!"),
            let place = line.place(of: " unsent "),
            ["You", "They", sender].contains(String(line[..<place.lowerBound]))
        else { return false }
        let rest = line[place.upperBound...].dropLast()
        return rest == "a message" || rest == "this message part"
            || rest.hasPrefix("this message part ") && rest.hasSuffix(" after sending")
    }

    private static let effects: Set<Substring> = [
        "Balloons", "Confetti", "Echo", "Fireworks", "Gentle", "Heart", "Invisible Ink", "Lasers",
        "Loud", "Shooting Star", "Slam", "Sparkles", "Spotlight",
    ]

    /// Returns the effect in `Sent with Confetti`.
    static func effect(_ line: String) -> String? {
        guard line.hasPrefix("Sent with "), effects.contains(line.dropFirst(10)) else { return nil }
        return String(line.dropFirst(10))
    }

    static let deleted = "This message was deleted from the conversation!"
    static let replied = "This message responded to an earlier message."

    static func payment(_ line: String) -> Payment? {
        let opening = "Apple Cash transaction: "
        guard line.hasPrefix(opening) else { return nil }
        return Payment(amount: CleanText.line(String(line.dropFirst(opening.count))))
    }

    static func service(_ name: Substring) -> Service? {
        switch name.lowercased() {
        case "imessage", "imessagelite": .imessage
        case "sms": .sms
        case "rcs": .rcs
        default: nil
        }
    }
}
