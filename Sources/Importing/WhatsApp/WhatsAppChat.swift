import Basics
import Model

/// Converts the lines of one export to messages.
struct WhatsAppChat {
    private var transcript: WhatsAppTranscript
    /// The chat's name according to the name of its file.
    private let title: String?
    /// The names of the group according to the lines, the latest last.
    private var groupNames: [String] = []
    /// The system texts, including the title, that look like an author and a text.
    private var colonNames: [String] = []
    private var dates: LocalizedDates
    private var reader: WhatsAppBodyReader
    private var authors = WhatsAppAuthors()
    private var badTimes = 0
    /// The number of messages in angle brackets that may be placeholders of missing files.
    private var doubtfulWords = 0
    private var isGroup = false
    /// The names under which iPhones wrote WhatsApp's notices: the group's, or the other person's.
    private var noticeAuthors: Set<String> = []
    /// The author whose lines may all be WhatsApp's notices. In a group, this is the group's name.
    private var onlyNotices: String?
    /// The author whose line says "You deleted this message".
    private var deleter: String?

    init(
        transcript: WhatsAppTranscript, title: String?, options: ImportOptions,
        phrases: WhatsAppPhrases
    ) {
        self.transcript = transcript
        reader = WhatsAppBodyReader(phrases)
        self.title = title
        if let title, title.holds(": ") { colonNames = [title] }
        dates = LocalizedDates(
            transcript.entries.lazy.map { $0.stamp }, order: options.dateOrder, year: options.year)
    }

    /// Learns the authors, and the words for attachments in this language, in a first pass.
    mutating func learn(
        from files: FileIndex, _ budget: WorkBudget
    ) throws(ImportError) {
        reader.isThere = { files.holds($0) }
        var bracketed = WhatsAppBracketedWords(reader.phrases)
        for entry in budget.checked(transcript.entries) {
            let entry = try transcript.show(entry)
            guard entry.hasAuthor else { continue }
            let author = authors.name(entry.author, in: transcript).place
            authors[author].lines += 1
            if entry.marking == .text { authors[author].marked += 1 }
            guard entry.body.count <= 512, let last = lastByte(of: entry.body) else { continue }
            if last == UInt8(ascii: ">") {
                bracketed.note(transcript.text(entry.body), by: author)
            } else if entry.body.count <= 256 {
                learnAttachedWords(entry.body)
            }
        }
        let isAndroid = transcript.lineStart != .brackets
        (reader.omittedWords, doubtfulWords) = bracketed.placeholders(isAndroid: isAndroid)
        // The first line of a chat is the notice that messages are encrypted.
        if let first = transcript.entries.first, first.marking == .text, first.hasAuthor {
            let first = try transcript.show(first)
            let author = authors.name(first.author, in: transcript)
            let counts = authors[author.place]
            if counts.marked == counts.lines { onlyNotices = author.text }
        }
    }

    private mutating func learnAttachedWords(_ body: Range<Int>) {
        guard transcript.holds(UInt8(ascii: ")"), in: body) else { return }
        let line = transcript.bytes[body].prefix { $0 != 0x0A }
        guard line.contains(UInt8(ascii: ")")) else { return }
        let text = Marks.plain(String(decoding: line, as: UTF8.self)[...]).trimmingBlanks()
        guard let (name, words) = WhatsAppFileLine.parts(text), WhatsAppFileLine.isOwnName(name)
        else { return }
        reader.attachedWords.insert(String(words))
    }

    private func lastByte(of range: Range<Int>) -> UInt8? {
        let trimmed = Marks.trim(transcript.bytes, range)
        return trimmed.isEmpty ? nil : transcript.bytes[trimmed.upperBound - 1]
    }

    // MARK: Messages

    mutating func fill(
        _ builder: inout ConversationBuilder, document: String, isOnlyChat: Bool
    ) throws(ImportError) {
        let files = WhatsAppFiles(
            index: builder.sources.index, document: document, isOnlyChat: isOnlyChat)
        builder.conversation.service = .whatsapp
        builder.conversation.messages.reserveCapacity(
            min(transcript.entries.count, builder.options.limits.messages))
        for (index, entry) in transcript.entries.enumerated() {
            let at = dates.time(of: entry.stamp).flatMap { builder.moment($0) }
            if at == nil { badTimes += 1 }
            var record = Record(at: at)
            fill(&record, from: try transcript.show(entry), isFirst: index == 0, files)
            try builder.add(consume record, document: document)
        }
        warn(&builder)
        conclude(&builder)
    }

    private mutating func fill(
        _ record: inout Record, from entry: WhatsAppTranscript.Entry, isFirst: Bool,
        _ files: WhatsAppFiles
    ) {
        guard let (author, bodyText) = split(entry) else {
            return notice(Marks.plain(transcript.text(entry.whole)[...]).trimmingBlanks(), &record)
        }
        var body = reader.read(bodyText, entry.marking)
        if author == title || groupNames.contains(author), isNotice(body) {
            return notice(Marks.plain(bodyText[...]).trimmingBlanks(), &record)
        }
        if case .notice(let text) = body {
            if isFirst || author == onlyNotices || isEvent(text) {
                noticeAuthors.insert(author)
                return notice(text, &record)
            }
            // Without other evidence, a marked text remains the author's message.
            body = .text(Marks.unwrapped(bodyText), isEdited: false)
        }
        record.sender = Record.Person(key: author, handle: isNumber(author) ? author : nil)
        if case .deleted(let text) = body, reader.phrases.isDeletedByMe(text) { deleter = author }
        body.fill(&record, files, reader.phrases)
    }

    /// Splits an entry into author and text. Returns nil for a system text, even if it contains a
    /// colon.
    private mutating func split(
        _ entry: WhatsAppTranscript.Entry
    ) -> (author: String, body: String)? {
        guard entry.hasAuthor else { return nil }
        let name = authors.name(entry.author, in: transcript)
        let (author, place) = (name.text, name.place)
        let whole = colonNames.isEmpty ? "" : transcript.text(entry.whole)
        for name in colonNames {
            if whole.hasPrefix(name + ": ") {
                return (name, String(whole.dropFirst(name.count + 2)))
            }
        }
        let lines = authors[place].lines
        if transcript.lineStart != .brackets || lines == 1, lines <= 2 {
            let isQuoted = author.utf8.count { $0 == UInt8(ascii: "\"") } == 1
            let opens = author.unicodeScalars.count {
                "\u{201C}\u{201E}\u{AB}".unicodeScalars.contains($0)
            }
            let closes = author.unicodeScalars.count {
                "\u{201D}\u{BB}".unicodeScalars.contains($0)
            }
            if isQuoted || opens > closes || isEvent(author) { return nil }
        }
        var body = entry.body
        while let last = body.last, transcript.bytes[last] == 0x0A || transcript.bytes[last] == 0x0D
        {
            body = body.lowerBound..<last
        }
        return (author, transcript.text(body))
    }

    /// Returns whether a text under the chat's name is a notice: iPhones write system texts under
    /// the group's name. If the chat is named after a person, only text that WhatsApp must have
    /// written is a notice.
    private func isNotice(_ body: WhatsAppBody) -> Bool {
        if case .notice = body { return true }
        guard case .text(let text, _) = body, authors.count > 2 else { return false }
        return isEvent(text)
    }

    private mutating func notice(_ text: String, _ record: inout Record) {
        if let call = WhatsAppCall.read(text) { return record.becomeCall(call) }
        record.becomeNotice(.notice, text: text)
        guard let event = WhatsAppNotice.event(text, reader.phrases) else { return }
        record.message.details.system = event
        switch SystemAction(rawValue: event.action) {
        case .memberAdded, .memberJoined, .memberLeft, .memberRemoved, .groupCreated,
            .titleChanged, .photoChanged, .adminChanged:
            isGroup = true
        default: break
        }
        if let name = WhatsAppNotice.groupName(text, action: event.action),
            groupNames.last != name, groupNames.count < 20
        {
            groupNames.append(name)
            if name.holds(": ") { colonNames.append(name) }
        }
    }

    private func isEvent(_ text: String) -> Bool {
        WhatsAppNotice.event(text, reader.phrases) != nil
    }

    private func isNumber(_ author: String) -> Bool {
        author.hasPrefix("+") && author.utf8.count(where: ASCII.isDigit) >= 5
    }

    // MARK: Completion

    private func warn(_ builder: inout ConversationBuilder) {
        builder.warn(
            .importing, doubtfulWords, "message",
            "in angle brackets, which may be a missing file, shown as text")
        dates.warn(of: "line", &builder)
        builder.warn(.badTime, badTimes - dates.explained, "line", "with an invalid date")
    }

    private mutating func conclude(_ builder: inout ConversationBuilder) {
        let senders = builder.senders
        // If two other people write messages, an author with only notices is not a person.
        let nameless = senders.count > 1 ? onlyNotices : nil
        if nameless != nil { isGroup = true }
        builder.conversation.title = (title ?? groupNames.last ?? nameless).map(CleanText.line)
        let other = namesake(among: senders, builder.conversation.participants)
        let isNamedGroup = title != nil && other == nil && senders.count > 1
        let isGroupChat = isGroup || senders.count > 2 || isNamedGroup
        builder.conversation.kind = isGroupChat ? .group : .direct
        builder.isKindKnown = true
        suggestMe(&builder, senders, other: other, isGroupChat: isGroupChat)
    }

    /// Returns the participant after whom the chat is named: by full name, or in a chat of two
    /// senders by a first name that only one has.
    private func namesake(
        among senders: [ParticipantIndex], _ people: [Participant]
    ) -> ParticipantIndex? {
        guard let title else { return nil }
        if let same = people.firstIndex(where: { $0.name == title }) { return same }
        let begun = senders.filter { people[$0].name.hasPrefix(title + " ") }
        return senders.count == 2 && begun.count == 1 ? begun[0] : nil
    }

    /// Suggests a participant as "me". The first available indication decides:
    /// 1. The person whom WhatsApp calls "You".
    /// 2. In a chat of two, the person after whom the chat is not named.
    /// 3. In a chat of two, the person who is not named in the notices.
    /// 4. The person who wrote most.
    private func suggestMe(
        _ builder: inout ConversationBuilder, _ senders: [ParticipantIndex],
        other: ParticipantIndex?, isGroupChat: Bool
    ) {
        let people = builder.conversation.participants
        if let deleter = deleter.flatMap(builder.known) {
            let reason = "a message of this participant was deleted by \u{201C}You\u{201D}"
            return builder.suggestMe(deleter, because: reason)
        }
        if !isGroupChat, let title, let me = senders.first(where: { $0 != other }) {
            return builder.suggestMe(
                me, because: "the chat is named after \(CleanText.line(title))")
        }
        if !isGroupChat, senders.count == 2, noticeAuthors.count == 1,
            let other = noticeAuthors.first,
            let me = senders.first(where: { people[$0].name != other })
        {
            return builder.suggestMe(me, because: "notices are under the name of \(other)")
        }
        if senders.count > 1, let busiest = builder.busiest {
            builder.suggestMe(
                busiest, because: "no participant wrote more; set `me` to change this")
        }
    }
}

/// Mentions, which exports write as `@Name` between U+2068 and U+2069, or with the name alone between
/// them.
enum WhatsAppMentions {
    static let openings = ["\u{2068}@", "@\u{2068}"]

    static func marked(_ blocks: [TextBlock]) -> [TextBlock] {
        blocks.map { $0.mapTexts(rich: marked, plain: { $0 }) }
    }

    private static let opening: [UInt8] = [0xE2, 0x81, 0xA8]
    private static let closing: [UInt8] = [0xE2, 0x81, 0xA9]

    /// Removes the isolates, marks the mentions inside, and adjusts the offsets of other marks.
    private static func marked(_ text: RichText) -> RichText {
        let bytes = Array(text.text.utf8)
        var out: [UInt8] = []
        var marks: [Entity] = []
        var cuts: [Int] = []
        var open: Int?
        var index = 0
        while index < bytes.count {
            let three = bytes[index...].prefix(3)
            if open == nil, three.elementsEqual(opening), index + 3 < bytes.count,
                bytes[index + 3] == UInt8(ascii: "@")
            {
                open = out.count
                cuts.append(index)
                index += 3
            } else if open == nil, bytes[index] == UInt8(ascii: "@"),
                bytes[(index + 1)...].prefix(3).elementsEqual(opening)
            {
                open = out.count
                out.append(bytes[index])
                cuts.append(index + 1)
                index += 4
            } else if let start = open, three.elementsEqual(closing) {
                marks.append(Entity(start..<out.count, .mention))
                open = nil
                cuts.append(index)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        guard !cuts.isEmpty else { return text }
        /// Subtracts the three bytes that were removed at each cut before the offset.
        func moved(_ offset: Int) -> Int {
            max(0, offset - 3 * cuts.partitionPoint { $0 >= offset })
        }
        // Marks are sorted by their starts, but not by their ends: each edge is moved separately.
        for entity in text.entities {
            let start = moved(entity.range.lowerBound)
            marks.append(Entity(start..<max(start, moved(entity.range.upperBound)), entity.kind))
        }
        return RichText(String(decoding: out, as: UTF8.self), marks: marks)
    }
}

/// The messages of a chat that consist of words in angle brackets: WhatsApp's placeholder of a
/// missing file, or a person's own words.
///
/// A chat has one placeholder, because the phone that exports it has one language. A placeholder in
/// an unknown language is recognized by its marks, or because several people "wrote" it.
private struct WhatsAppBracketedWords {
    private struct Use {
        let author: Int
        var count = 0
        var hasSeveralAuthors = false
        /// Whether a direction mark is beside the opening bracket, as on iPhones.
        var isMarked = false
    }

    private let phrases: WhatsAppPhrases
    private var uses: [String: Use] = [:]
    private var hasKnownPlaceholder = false

    init(_ phrases: WhatsAppPhrases) { self.phrases = phrases }

    /// Notes a message if it consists of words in brackets.
    mutating func note(_ raw: String, by author: Int) {
        let text = Marks.plain(raw[...]).trimmingBlanks()
        guard text.utf8.first == UInt8(ascii: "<"), text.utf8.last == UInt8(ascii: ">") else {
            return
        }
        if phrases.isMediaOmitted(text.dropFirst().dropLast()) { hasKnownPlaceholder = true }
        var use = uses[text] ?? Use(author: author)
        use.count += 1
        if use.author != author { use.hasSeveralAuthors = true }
        if WhatsAppFileLine.hasMarkedBracket(raw) { use.isMarked = true }
        uses[text] = use
    }

    /// Returns the placeholders in unknown words, and the number of messages that may be others.
    ///
    /// - Parameter isAndroid: whether the lines have the form in which placeholders have no marks.
    func placeholders(isAndroid: Bool) -> (texts: Set<String>, doubtful: Int) {
        let repeated = uses.filter { $0.value.count > 1 }
        let marked = Set(repeated.filter(\.value.isMarked).keys)
        guard isAndroid, marked.isEmpty, !hasKnownPlaceholder else { return (marked, 0) }
        let likely = uses.keys.filter { phrases.mayBeMediaOmitted($0.dropFirst().dropLast()) }
        if !likely.isEmpty { return (Set(likely), 0) }
        let sentences = repeated.filter { Self.isSentence($0.key) }
        let shared = sentences.filter(\.value.hasSeveralAuthors)
        if sentences.count == 1, !shared.isEmpty { return (Set(shared.keys), 0) }
        return ([], sentences.values.reduce(0) { $0 + $1.count })
    }

    /// Returns whether a text has the form of a placeholder: a capital letter, if its script has
    /// them, and several words, or several letters of a script that has no spaces.
    private static func isSentence(_ text: String) -> Bool {
        guard let first = text.dropFirst().first, first.isLetter, !first.isLowercase else {
            return false
        }
        if text.holds(" ") { return true }
        // From Thai on; not emoji.
        let letters = text.unicodeScalars.lazy.filter {
            $0.value >= 0x0E00 && $0.properties.isAlphabetic
        }
        return letters.prefix(4).count == 4
    }
}
