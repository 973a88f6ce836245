import Conversation
import Markup
import Resources

/// A conversation while an importer builds it: keeps the limits, counts what is missing, and knows
/// the caller's wishes.
struct ConversationBuilder {
    let options: ImportOptions
    let phrases: ImportPhrases
    /// The name of the importer that fills it.
    let importer: String
    let allowance: Allowance
    var clock: Clock
    var conversation = Conversation()
    /// Sorts by time at the end, for formats whose files are not in order.
    var needsSorting = false
    /// Whether the format said if this is a group.
    var isKindKnown = false
    private(set) var warnings: [Warning] = []
    private(set) var missingFiles = 0
    private(set) var attachmentCount = 0
    private(set) var isMeKnown = false
    private(set) var suggestion: (index: ParticipantIndex, reason: String)?
    /// Ids of messages that were joined to another, and that one's.
    private(set) var aliases: [String: String] = [:]
    private var participants: [String: ParticipantIndex] = [:]
    private var media: [String: MediaIndex] = [:]
    private var mediaBytes = 0
    /// Whether the present entry lies within the times that are asked for.
    private(set) var isInside: Bool
    /// Messages that limits count.
    private var counted = 0
    /// The counts of the export's entries.
    private(set) var entries = ImportReport.Entries()
    /// Whether the entry that was looked at last has become nothing yet.
    private var isEntryOpen = false
    /// The number of messages of each participant, and the participants in order of appearance.
    private var sent: [Int] = []
    private(set) var senders: [ParticipantIndex] = []
    /// Whether the end has to revisit messages, which most chats do not need.
    private(set) var hasDetails = false
    private(set) var hasCalls = false

    init(
        options: ImportOptions, phrases: ImportPhrases, importer: String, clock: Clock,
        zone: String,
        allowance: Allowance = .unlimited
    ) {
        self.options = options
        self.phrases = phrases
        self.allowance = allowance
        self.importer = importer
        self.clock = clock
        isInside = options.after == nil
        conversation.timeZone = zone
    }

    /// The instant of a time as text, read in the caller's zone where it has no offset.
    mutating func moment(_ text: String) -> Moment? {
        TimeText(text).map { clock.moment($0) }
    }

    mutating func moment(_ time: TimeText) -> Moment { clock.moment(time) }

    /// The instant of a time in the caller's zone.
    mutating func moment(_ time: CivilTime) -> Moment {
        clock.moment(.local(time.milliseconds))
    }

    /// The participant known by a key, made on first sight.
    mutating func participant(
        _ key: String, name: @autoclosure () -> String? = nil
    ) throws(ImportError) -> ParticipantIndex {
        if let index = participants[key] { return index }
        guard allowance.goesOn else { throw .stopped }
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

    /// The key of "me" in formats that give them no name.
    static let anonymousMe = "me"

    /// Makes a second id of a message known, for replies that name it.
    mutating func alias(_ id: String, _ first: String) {
        if id != first, aliases[id] == nil { aliases[id] = first }
    }

    func known(_ key: String) -> ParticipantIndex? { participants[key] }

    /// The name behind a key, or the key.
    func name(of key: String) -> String {
        participants[key].map { conversation.participants[$0].name } ?? key
    }

    mutating func setMe(_ index: ParticipantIndex) {
        conversation.me = index
        isMeKnown = true
    }

    /// Names somebody who is "me" by a hint, used where neither the export nor the caller says.
    mutating func suggestMe(_ index: ParticipantIndex, because reason: String) {
        suggestion = (index, reason)
    }

    /// Begins what may become a message of that time. One without a time goes with the one before
    /// it.
    mutating func beginEntry(at time: Moment?) {
        endEntry()
        entries.read += 1
        if let time {
            let isEarly = options.after.map { time < $0 } ?? false
            let isLate = options.before.map { time >= $0 } ?? false
            isInside = !isEarly && !isLate
        }
        isEntryOpen = isInside
        if !isInside { entries.outside += 1 }
    }

    /// An entry of which nothing came held nothing.
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
        guard allowance.takes(message.memory) else { throw .stopped }
        if isEntryOpen { entries.shown += 1 }
        isEntryOpen = false
        conversation.messages.append(message)
        count(message)
    }

    /// Says afterwards what a message answers.
    mutating func setReply(of index: Int, to id: String) {
        var reply = Reply()
        reply.id = id
        conversation.messages[index].details.replyTo = reply
        hasDetails = true
    }

    /// Says afterwards how people reacted to a message.
    mutating func setReactions(of index: Int, to reactions: [Reaction]) {
        conversation.messages[index].details.reactions = reactions
        hasDetails = true
    }

    private mutating func count(_ message: Message) {
        if message.hasDetails { hasDetails = true }
        if message.kind == .call { hasCalls = true }
        guard let from = message.from, message.kind != .system else { return }
        while sent.count <= from { sent.append(0) }
        if sent[from] == 0 { senders.append(from) }
        sent[from] += 1
    }

    /// Who wrote most; of several, the first.
    var busiest: ParticipantIndex? {
        sent.indices.max { (sent[$0], $1) < (sent[$1], $0) }
    }

    /// Joins the next part of an album to the message before it, whose id then stands for both.
    mutating func extendLast(with part: Message) throws(ImportError) {
        let index = conversation.messages.count - 1
        guard index >= 0 else { return try append(part) }
        if isInside { attachmentCount += part.attachments.count }
        let limit = options.limits.attachments
        guard attachmentCount <= limit else {
            throw .limit(
                .attachments, limit: limit, actual: attachmentCount,
                at: "/messages/\(index)/attachments")
        }
        joinEntry()
        conversation.messages[index].attachments += part.attachments
        if !conversation.messages[index].hasBody {
            conversation.messages[index].body = part.body
        }
        if let id = part.id, let first = conversation.messages[index].id { aliases[id] = first }
    }

    /// Says that an entry became part of a message that was there.
    mutating func joinEntry() {
        if isEntryOpen { entries.joined += 1 }
        isEntryOpen = false
    }

    mutating func warn(_ kind: Warning.Kind, _ detail: String, at pointer: String = "") {
        // A hostile export must not buy a warning for each of its lines.
        guard warnings.count < 200 else { return }
        warnings.append(Warning(kind, at: pointer, detail))
    }

    /// Takes a warning of another reader as it is.
    mutating func pass(_ warning: Warning) { warnings.append(warning) }

    /// Takes a conversation that another reader finished, but for the caller's wishes of this
    /// import.
    mutating func take(_ finished: Conversation) {
        conversation = finished
        isKindKnown = true
        isMeKnown = true
        for message in conversation.messages {
            beginEntry(at: message.at)
            if isEntryOpen { entries.shown += 1 }
            isEntryOpen = false
        }
        for message in conversation.messages { count(message) }
    }

    mutating func noteMissing() { missingFiles += 1 }

    /// Files a picture's bytes under its name, once however often it is used.
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

    func stored(_ name: String) -> MediaIndex? { media[name] }

    /// Forgets file names: the next chat has its own files under the same names.
    mutating func forgetFileNames() { media = [:] }
}
