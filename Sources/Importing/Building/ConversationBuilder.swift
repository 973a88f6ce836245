import Basics
import Model

/// A conversation under construction. The builder enforces limits, counts missing files and applies
/// the caller's options.
struct ConversationBuilder {
    var options: ImportOptions
    let phrases: ImportPhrases
    let importer: String
    var sources: ExportFiles
    let budget: WorkBudget
    let appPhrases: AppPhrases
    var clock: Clock
    var conversation = Conversation()
    /// Whether to sort by time at the end, for formats whose files are not in order.
    var needsSorting = false
    /// The file of the only chat if the chat's name was not known before reading.
    var onlyFile: String?
    /// What the importer is asked for: a chat, the names of the chats, their summaries, or every
    /// chat.
    enum Purpose { case reading, naming, listing, delivering }
    var purpose = Purpose.reading
    /// A list of chats needs no pictures.
    var readsMedia: Bool { purpose == .reading || purpose == .delivering }
    var summaries: [ChatSummary] = []
    /// Receives the chats while every chat is read.
    var delivery: ChatDelivery?
    /// Whether messages stay in the conversation, instead of being only counted.
    var keepsMessages = true
    /// The number of messages, and their first and last times.
    private(set) var count = 0
    private(set) var first: Moment?
    private(set) var last: Moment?
    /// Whether the format states if the chat is a group.
    var isKindKnown = false
    private(set) var warnings: [Warning] = []
    private(set) var missingFiles = 0
    /// The number of entries without a time.
    private(set) var untimed = 0
    private(set) var attachmentCount = 0
    private(set) var isMeKnown = false
    private(set) var suggestion: (index: ParticipantIndex, reason: String)?
    /// The first ID of merged messages, by their other IDs.
    private(set) var aliases: [String: String] = [:]
    private var participants: [String: ParticipantIndex] = [:]
    /// The pictures by name; nil for a file that is not a picture, so that it is read only once.
    private var media: [String: MediaIndex?] = [:]
    private var emoji: Set<String> = []
    var mediaBytes = 0
    /// The seconds of sound that may still be decoded: half an hour takes about three seconds.
    var soundSeconds = 1_800.0
    /// The packages of decoders that videos need and the system lacks.
    var missingDecoders: Set<String> = []
    /// The files that are not drawn, by name, and those that have been read.
    var held: [String: MediaIndex] = [:]
    var found: [MediaIndex: HeldFile] = [:]
    /// The number of messages whose files have been read.
    var settledMessages = 0
    /// Whether the current entry is in the time range of the options.
    private(set) var isInside: Bool
    /// The number of messages that limits count.
    private var counted = 0
    private(set) var entries = ImportReport.Entries()
    /// Whether the current entry has not yet produced or joined a message.
    private var isEntryOpen = false
    /// The number of messages of each participant, and the participants in order of appearance.
    private var sent: [Int] = []
    private(set) var senders: [ParticipantIndex] = []
    /// Whether messages have to be revisited at the end. Most chats do not need this.
    private(set) var hasDetails = false
    private(set) var hasCalls = false
    /// Whether another reader has warned of gaps in messages.
    private(set) var isReviewed = false

    init(
        options: ImportOptions, phrases: ImportPhrases, importer: String, clock: Clock,
        zone: String, from sources: ExportFiles
    ) {
        self.options = options
        self.phrases = phrases
        appPhrases = phrases[importer]
        self.sources = sources
        budget = sources.budget
        self.importer = importer
        self.clock = clock
        isInside = options.after == nil
        conversation.timeZone = zone
    }

    /// Returns the instant of a timestamp. A timestamp without an offset is in the caller's time
    /// zone.
    mutating func moment(_ text: String) -> Moment? {
        TimeText(text).map { clock.moment($0) }
    }

    /// Returns the instant of a date and time in the caller's time zone.
    mutating func moment(_ time: CivilTime) -> Moment {
        clock.moment(.local(time.milliseconds))
    }

    /// Returns the instant of a date and time with this offset in seconds, or else in the caller's
    /// time zone.
    mutating func moment(_ time: CivilTime, offset: Int?) -> Moment {
        offset.map { Moment(time, offset: Int32($0)) } ?? moment(time)
    }

    /// Returns the participant with this key, created at the first use.
    mutating func participant(
        _ key: String, name: @autoclosure () -> String? = nil
    ) throws(ImportError) -> ParticipantIndex {
        if let index = participants[key] { return index }
        guard budget.mayContinue else { throw .stopped }
        let index = conversation.participants.count
        let limit = options.limits.participants
        guard index < limit else {
            throw .limit(.participants, limit: limit, actual: index + 1, at: "")
        }
        conversation.participants.append(
            Participant(id: CleanText.line(key), name: CleanText.line(name() ?? key)))
        participants[key] = index
        return index
    }

    /// The key of "me" in formats that do not name "me".
    static let anonymousMe = "me"

    /// Registers another ID of a message, for replies that use it.
    mutating func alias(_ id: String, _ first: String) {
        if id != first, aliases[id] == nil { aliases[id] = first }
    }

    func known(_ key: String) -> ParticipantIndex? { participants[key] }

    /// Returns the display name for `key`, or `key` itself if it has none.
    func name(of key: String) -> String {
        participants[key].map { conversation.participants[$0].name } ?? key
    }

    mutating func setMe(_ index: ParticipantIndex) {
        conversation.me = index
        isMeKnown = true
    }

    /// Sets "me" to the participant called "me", "You" or the like, unless the export states "me".
    mutating func setMeByName() {
        if !isMeKnown, let own = conversation.participants.own { setMe(own) }
    }

    /// Suggests a participant as "me", for when neither the export nor the caller states it.
    mutating func suggestMe(_ index: ParticipantIndex, because reason: String) {
        suggestion = (index, reason)
    }

    /// Suggests the first sender other than the person whom the chat is named after.
    mutating func suggestMe(otherThan name: String) {
        let people = conversation.participants
        guard let me = senders.first(where: { people[$0].name != name }) else { return }
        suggestMe(me, because: "the chat is named after \(name)")
    }

    /// Does so in a chat of two senders, if one of them has the chat's name.
    mutating func suggestMe(ofTwoOtherThan name: String?) {
        let people = conversation.participants
        guard let name, senders.count == 2, senders.contains(where: { people[$0].name == name })
        else { return }
        suggestMe(otherThan: name)
    }

    /// Calls `body` with each element of a page.
    mutating func forEachElement(
        of bytes: [UInt8], through wrappers: Set<Substring>,
        _ body: (HTMLElement, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        var reader = HTMLReader(bytes, through: wrappers)
        while let element = reader.next() {
            guard budget.mayContinue else { throw .stopped }
            try body(element, &self)
        }
    }

    /// Begins an entry with this time. An entry without a time is in the same range as its
    /// predecessor.
    mutating func beginEntry(at time: Moment?) {
        endEntry()
        entries.read += 1
        if let time { isInside = options.includes(time) } else { untimed += 1 }
        isEntryOpen = isInside
        if !isInside { entries.outside += 1 }
    }

    /// Ends the current entry, and counts it as empty if it produced no message.
    mutating func endEntry() {
        if isEntryOpen { entries.empty += 1 }
        isEntryOpen = false
    }

    mutating func append(_ message: Message) throws(ImportError) {
        let limits = options.limits
        let index = conversation.messages.count
        if isInside, !options.isFiltered {
            counted += 1
            guard counted <= limits.messages else {
                throw .limit(.messages, limit: limits.messages, actual: counted, at: "/messages")
            }
        }
        let length = TextLength.characters(in: message.body, over: limits.messageCharacters)
        guard length <= limits.messageCharacters else {
            throw .limit(
                .messageCharacters, limit: limits.messageCharacters, actual: length,
                at: "/messages/\(index)/text")
        }
        if isInside { attachmentCount += message.attachments.count }
        guard attachmentCount <= limits.attachments else {
            throw .limit(
                .attachments, limit: limits.attachments, actual: attachmentCount,
                at: "/messages/\(index)/attachments")
        }
        if isEntryOpen { entries.shown += 1 }
        isEntryOpen = false
        count(message)
        guard keepsMessages else { return }
        guard budget.reserve(message.memory) else { throw .stopped }
        conversation.messages.append(message)
    }

    mutating func setReply(of index: Int, to id: String) {
        conversation.messages[index].details.replyTo = Reply(id: id)
        hasDetails = true
    }

    /// Notes that a message in the conversation was given details.
    mutating func noteDetails() { hasDetails = true }

    private mutating func count(_ message: Message) {
        count += 1
        if let at = message.at {
            if first.map({ at < $0 }) ?? true { first = at }
            if last.map({ at > $0 }) ?? true { last = at }
        }
        if message.hasDetails { hasDetails = true }
        if message.kind == .call { hasCalls = true }
        guard let from = message.from, message.kind != .system else { return }
        while sent.count <= from { sent.append(0) }
        if sent[from] == 0 { senders.append(from) }
        sent[from] += 1
    }

    /// The participant with the most messages, or the first of several.
    var busiest: ParticipantIndex? {
        sent.indices.max { (sent[$0], $1) < (sent[$1], $0) }
    }

    /// Joins the next part of an album or an answer to the message before it. That message's ID then identifies
    /// both.
    mutating func extendLast(with part: Message) throws(ImportError) {
        let index = conversation.messages.count - 1
        guard index >= 0 || !keepsMessages && count > 0 else { return try append(part) }
        if isInside { attachmentCount += part.attachments.count }
        let limit = options.limits.attachments
        guard attachmentCount <= limit else {
            throw .limit(
                .attachments, limit: limit, actual: attachmentCount,
                at: "/messages/\(index)/attachments")
        }
        joinEntry()
        guard keepsMessages else { return }
        conversation.messages[index].attachments += part.attachments
        conversation.messages[index].body += part.body
        if let id = part.id, let first = conversation.messages[index].id { aliases[id] = first }
    }

    /// Counts the current entry as part of an earlier message.
    mutating func joinEntry() {
        if isEntryOpen { entries.joined += 1 }
        isEntryOpen = false
    }

    mutating func warn(_ kind: Warning.Kind, _ detail: String, at pointer: String = "") {
        // A hostile export must not produce one warning per line.
        guard warnings.count < 200 else { return }
        warnings.append(Warning(kind, at: pointer, detail))
    }

    /// Adds a warning of another reader unchanged.
    mutating func pass(_ warning: Warning) { warnings.append(warning) }

    /// Takes a conversation that another reader finished. Only the options of this import are
    /// applied.
    mutating func take(_ finished: Conversation) {
        conversation = finished
        isKindKnown = true
        isMeKnown = true
        isReviewed = true
        for message in conversation.messages {
            beginEntry(at: message.at)
            if isEntryOpen { entries.shown += 1 }
            isEntryOpen = false
        }
        for message in conversation.messages { count(message) }
    }

    mutating func noteMissing() { missingFiles += 1 }

    /// Stores a picture under its name, by which `stored` finds it for later uses.
    mutating func store(_ bytes: [UInt8], name: String) throws(ImportError) -> MediaIndex {
        mediaBytes += bytes.count
        let limit = options.limits.totalMediaBytes
        guard mediaBytes <= limit else {
            throw .limit(.totalMediaBytes, limit: limit, actual: mediaBytes, at: name)
        }
        conversation.media.append(MediaFile(bytes: bytes, pointer: ""))
        if !name.isEmpty { media[name] = conversation.media.count - 1 }
        return conversation.media.count - 1
    }

    func stored(_ name: String) -> MediaIndex?? { media[name] }

    mutating func noteNoPicture(_ name: String) { media[name] = .some(nil) }

    /// Lists a custom emoji of a text by its name, the path of its picture.
    mutating func list(emoji name: String, document: String) throws(ImportError) {
        guard !emoji.contains(name), let media = try picture(name, document: document) else {
            return
        }
        emoji.insert(name)
        conversation.emoji.append(CustomEmoji(name: name, media: media))
    }

    /// Forgets all file names, because the next chat has its own files with the same names.
    mutating func forgetFileNames() {
        media = [:]
        held = [:]
    }
}

extension ConversationBuilder {
    /// Warns of something that occurred a number of times, unless the number is 0.
    mutating func warn(_ kind: Warning.Kind, _ count: Int, _ noun: String, _ rest: String) {
        if count > 0 { warn(kind, "\(WarningText.count(count, noun)) \(rest)") }
    }

    /// Warns of entries without a time, for exports that have a time for each.
    mutating func warn(
        untimed noun: String = "message", _ rest: String = "with a time in an unknown format"
    ) {
        warn(.badTime, untimed, noun, rest)
    }

    /// Warns that the order of days and months is a guess.
    mutating func warn(guessedOrder order: String) {
        warn(
            .importing,
            "dates are ambiguous and are read \(order); set `date_order` to change this")
    }

    mutating func warn(unreadLines count: Int) {
        warn(.unsupported, count, "line", "in an unknown format omitted")
    }

    mutating func warn(linesBeforeFirstMessage count: Int) {
        warn(.importing, count, "line", "before the first message omitted")
    }

    mutating func warn(unknown types: [String: Int], _ noun: String, _ outcome: String) {
        for (type, count) in types.sorted(by: { $0.key < $1.key }).prefix(20) {
            warn(.unsupported, count, noun, "of the type \(type) \(outcome)")
        }
    }

    /// Warns of messages in the time range without content or a sender. A new version of a format
    /// may have them under other names.
    mutating func warnOfGaps() {
        guard !isReviewed else { return }
        var isInside = options.after == nil
        var (empty, senderless) = (0, 0)
        for message in conversation.messages {
            if let time = message.at { isInside = options.includes(time) }
            guard isInside, message.kind == .message else { continue }
            if message.isEmpty { empty += 1 }
            if message.from == nil { senderless += 1 }
        }
        warn(.emptyMessage, empty, "message", "without content")
        warn(.importing, senderless, "message", "without a known sender")
    }
}

extension Message {
    fileprivate var isEmpty: Bool {
        guard !hasBody, attachments.isEmpty else { return false }
        guard hasDetails else { return true }
        return details.subject == nil && details.poll == nil && details.location == nil
            && details.contact == nil && details.link == nil && details.payment == nil
            && details.deleted == nil && details.redacted == nil
    }
}

/// The length of a body in Unicode scalars, counted only where it may matter.
private enum TextLength {
    /// Returns the exact length if the body may be longer than `limit`; otherwise any number up to
    /// `limit`.
    static func characters(in blocks: [TextBlock], over limit: Int) -> Int {
        guard bytes(in: blocks) > limit else { return 0 }
        return scalars(in: blocks)
    }

    private static func bytes(in blocks: [TextBlock]) -> Int {
        sum(blocks) { $0.utf8.count }
    }

    private static func scalars(in blocks: [TextBlock]) -> Int {
        sum(blocks) { $0.unicodeScalars.count }
    }

    private static func sum(_ blocks: [TextBlock], _ count: (String) -> Int) -> Int {
        blocks.reduce(0) { total, block in
            switch block {
            case .paragraph(let text), .heading(_, let text): total + count(text.text)
            case .code(_, let text): total + count(text)
            case .quote(let inner): total + sum(inner, count)
            case .list(_, let items): total + items.reduce(0) { $0 + sum($1.blocks, count) }
            case .table(_, let header, let rows):
                total
                    + ([header] + rows).reduce(0) { $0 + $1.reduce(0) { $0 + count($1.text) } }
            case .rule: total
            }
        }
    }
}

/// Parts of sentences in warnings.
enum WarningText {
    /// Returns a count with a noun: `1 line`, `2 lines`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a duration in the largest unit that divides it: `1 week`, `90 minutes`.
    static func duration(_ seconds: Int) -> String {
        let units = [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
        for (length, name) in units where seconds > 0 && seconds.isMultiple(of: length) {
            return count(seconds / length, name)
        }
        return count(seconds, "second")
    }
}

enum Money {
    /// Returns an amount, given in the smallest unit of its currency, in decimal notation.
    static func text(smallestUnits amount: Int, of currency: String?) -> String {
        guard !whole.contains(currency ?? "") else { return String(amount) }
        let (whole, cents) = amount.magnitude.quotientAndRemainder(dividingBy: 100)
        return (amount < 0 ? "-" : "") + "\(whole).\(String(Int(cents), digits: 2))"
    }

    /// The currencies without a smaller unit (ISO 4217), and Telegram's stars.
    private static let whole: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF", "XTR",
    ]
}
