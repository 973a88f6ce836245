package import Basics
package import Model

/// An export that is joined with others.
package struct JoinPart: Sendable {
    package var conversation: Conversation
    /// The name of the file or folder.
    package let name: String?
    /// The name of the importer.
    package let format: String
    /// The digest of the file; of a folder, that of the conversation that was read from it.
    package let sha256: String
    /// The number of entries that the importer could not read.
    package let unreadable: Int

    package init(
        _ conversation: Conversation, name: String?, format: String, sha256: String,
        unreadable: Int = 0
    ) {
        self.conversation = conversation
        self.name = name
        self.format = format
        self.sha256 = sha256
        self.unreadable = unreadable
    }
}

package struct JoinOptions: Sendable {
    /// Names or numbers of the same person, as the caller knows them.
    package var same: [[String]] = []
    /// Whether two messages that may be one are an error.
    package var isStrict = false

    package init() {}
}

/// A conversation with the messages of several exports of the same talk.
package struct Joined: Sendable {
    package let conversation: Conversation
    package let report: JoinReport
    package let warnings: [Warning]
}

package enum JoinFault: Error, Sendable, Equatable {
    /// Two exports have nothing in common.
    case unrelated(String, String, compared: String)
    case unsure(Int)
    case stopped

    package var explanation: Explanation {
        switch self {
        case .unrelated(let first, let second, let compared):
            Explanation(
                .unrelated,
                "\(first.shortened) and \(second.shortened) are not exports of the same talk: \(compared)."
            )
        case .unsure(let count):
            Explanation(
                .strict,
                "\(count) \(count == 1 ? "message" : "messages") may be the same as another one, and \(parameter: "strict") accepts no doubt."
            )
        case .stopped: .timeout
        }
    }
}

/// Joins exports of the same talk. The order of the parts makes no difference.
package func join(
    _ parts: [JoinPart], _ options: JoinOptions = JoinOptions(),
    budget: WorkBudget = .unlimited
) throws(JoinFault) -> Joined {
    var joiner = Joiner(options: options, budget: budget)
    for part in joiner.inOrder(parts) { try joiner.add(part) }
    return try joiner.finish()
}

/// A talk to which exports are added, the earliest first.
private struct Joiner {
    let options: JoinOptions
    let budget: WorkBudget
    private var talk = Conversation()
    /// For each source of the talk, whether its times have seconds and whether it has files.
    private var traits: [SourceTraits] = []
    /// For each message, whether its time is that of a minute.
    private var isCoarse: [Bool] = []
    private var report = JoinReport()
    private var warnings: [Warning] = []

    init(options: JoinOptions, budget: WorkBudget) {
        self.options = options
        self.budget = budget
    }

    /// Leaves out what is in another part, and sorts the others so that their order in a command
    /// does not matter.
    mutating func inOrder(_ parts: [JoinPart]) -> [JoinPart] {
        var known = Set(parts.flatMap { $0.conversation.sources.compactMap(\.sha256) })
        var kept: [JoinPart] = []
        for part in parts {
            if part.conversation.sources.isEmpty, !known.insert(part.sha256).inserted {
                report.duplicates.append(
                    JoinReport.Duplicate(
                        name: part.name, messages: part.conversation.messages.count))
            } else if !kept.contains(where: { $0.sha256 == part.sha256 }) {
                kept.append(part)
            }
        }
        let keyed = kept.map { part in
            (
                part: part, isJoined: !part.conversation.sources.isEmpty,
                first: part.conversation.messages.lazy.compactMap(\.at).min()
            )
        }
        return keyed.sorted { one, other in
            if one.isJoined != other.isJoined { return one.isJoined }
            let (first, second) = (
                one.first?.milliseconds ?? .max, other.first?.milliseconds ?? .max
            )
            return first != second ? first < second : one.part.sha256 < other.part.sha256
        }.map(\.part)
    }

    mutating func add(_ part: JoinPart) throws(JoinFault) {
        var part = part
        let own = part.conversation.sources
        part.conversation.messages.removeAll { $0.kind == .typing || $0.kind == .unread }
        guard !talk.sources.isEmpty else { return begin(part) }
        guard own.isEmpty else { return try addJoined(part) }
        let source = source(of: part)
        var other = part.conversation
        let match = try TalkMatch(
            talk, isCoarse, other, traits: SourceTraits(other), options, budget)
        guard match.isRelated else {
            throw .unrelated(
                talk.sources.compactMap(\.name).joined(separator: ", "),
                part.name ?? "the export", compared: match.comparison)
        }
        try merge(&other, match, as: source)
    }

    private func source(of part: JoinPart) -> ConversationSource {
        var source = ConversationSource(id: ConversationSource.id(talk.sources.count))
        source.name = part.name
        source.format = part.format
        source.sha256 = part.sha256
        source.messages = part.conversation.messages.count
        let times = part.conversation.messages.lazy.compactMap(\.at)
        source.first = times.min()
        source.last = times.max()
        return source
    }

    private mutating func begin(_ part: JoinPart) {
        talk = part.conversation
        let traits = SourceTraits(talk)
        isCoarse = [Bool](repeating: traits.isCoarse, count: talk.messages.count)
        guard talk.sources.isEmpty else {
            // Joined before: what is known of its sources is kept.
            self.traits = [SourceTraits](repeating: traits, count: talk.sources.count)
            return
        }
        let source = source(of: part)
        talk.sources = [source]
        self.traits = [traits]
        report.unreadable[source.id] = part.unreadable
        var plain = Message()
        plain.details.sources = [source.id]
        for index in talk.messages.indices { Self.note([source.id], plain, &talk.messages[index]) }
    }

    /// States the sources of a message. Those without other details share them.
    private static func note(_ ids: [String], _ plain: Message, _ message: inout Message) {
        if message.hasDetails {
            message.details.sources = ids
        } else if message.language == nil {
            message.share(detailsOf: plain)
        } else {
            message.details.sources = ids
        }
    }

    /// Adds a joined conversation source by source: each message tells which ones have it.
    private mutating func addJoined(_ part: JoinPart) throws(JoinFault) {
        for source in part.conversation.sources
        where !talk.sources.contains(where: { $0.sha256 == source.sha256 && $0.sha256 != nil }) {
            var own = part.conversation
            own.sources = []
            own.messages.removeAll { !$0.details.sources.contains(source.id) }
            for index in own.messages.indices {
                own.messages[index].details.sources = []
                own.messages[index].details.differences = []
            }
            try add(
                JoinPart(
                    own, name: source.name, format: source.format ?? part.format,
                    sha256: source.sha256 ?? part.sha256 + source.id))
        }
    }

    // MARK: Merging

    private mutating func merge(
        _ other: inout Conversation, _ match: TalkMatch, as source: ConversationSource
    ) throws(JoinFault) {
        var source = source
        source.offsets = match.clock.offsets
        source.first = source.first.map { match.clock.adjusted($0) }
        source.last = source.last.map { match.clock.adjusted($0) }
        if match.clock.isSwapped {
            warnings.append(
                Warning(
                    .importing, at: "",
                    "\(source.name ?? source.id): day and month were exchanged"))
        }
        for offset in source.offsets where offset != 0 {
            warnings.append(
                Warning(
                    .importing, at: "",
                    "\(source.name ?? source.id): its clock differs by \(ClockOffset.text(offset))")
            )
        }
        adopt(&other, match)
        let earlier = talk.sources
        var plans = Plans(other.messages.count)
        var merger = MessageMerger(
            source: source.id, traits: match.traits, earlierTraits: traits, earlier: earlier)
        for (place, partner) in match.partners.enumerated() {
            guard let partner else { continue }
            if place % 1_024 == 0, !budget.mayContinue { throw .stopped }
            merger.isMisplaced = match.misplaced.contains(place)
            merger.merge(
                other.messages[partner.index],
                at: match.clock.adjusted(
                    other.messages[partner.index].at), partner.sort,
                isCoarse: &isCoarse[place], into: &talk.messages[place])
            plans.partners[partner.index] = place
        }
        let span = Span(source, match.traits)
        for place in talk.messages.indices where match.partners[place] == nil {
            if match.unsure[place] != nil {
                talk.messages[place].details.differences.append(
                    Difference(.unsure, in: source.id))
            } else if span.covers(talk.messages[place], isCoarse: isCoarse[place]) {
                talk.messages[place].details.differences.append(
                    Difference(.absent, in: source.id))
            }
        }
        insert(other, match, source, earlier, &plans)
        report.unsure += match.unsure.count
        talk.sources.append(source)
        traits.append(match.traits)
    }

    /// Gives participants, people's names and media of another conversation those of the talk.
    private mutating func adopt(_ other: inout Conversation, _ match: TalkMatch) {
        var places: [Int] = []
        var names: [String: String] = [:]
        let media = talk.media.count
        var ids = Set(talk.participants.map(\.id))
        for (index, person) in other.participants.enumerated() {
            var person = person
            person.avatar = person.avatar.map { $0 + media }
            guard let known = match.people[index] else {
                var id = person.id
                while !ids.insert(id).inserted { id += "'" }
                if id != person.id { names[person.id] = id }
                person.id = id
                places.append(talk.participants.count)
                talk.participants.append(person)
                continue
            }
            places.append(known)
            talk.participants[known].complete(with: person)
        }
        for (index, person) in other.participants.enumerated() {
            let own = talk.participants[places[index]]
            for name in [person.id, person.name] where name != own.name { names[name] = own.name }
        }
        talk.media += other.media
        var emojiNames = Set(talk.emoji.map(\.name))
        for emoji in other.emoji where emojiNames.insert(emoji.name).inserted {
            talk.emoji.append(CustomEmoji(name: emoji.name, media: emoji.media + media))
        }
        for index in other.messages.indices {
            other.messages[index].from = other.messages[index].from.map { places[$0] }
            other.messages[index].shift(media: media)
            other.messages[index].settle(names)
        }
        talk.title = talk.title ?? other.title
        talk.subtitle = talk.subtitle ?? other.subtitle
        if other.kind == .group { talk.kind = .group }
        if talk.service == .other { talk.service = other.service }
        talk.isRedacted = talk.isRedacted || other.isRedacted
        talk.me = talk.me ?? other.me.map { places[$0] }
    }

    /// Puts the messages that only the other conversation has between those of the talk.
    private mutating func insert(
        _ other: Conversation, _ match: TalkMatch, _ source: ConversationSource,
        _ earlier: [ConversationSource], _ plans: inout Plans
    ) {
        let spans = zip(earlier, traits).map { (id: $0.id, span: Span($0, $1)) }
        let unsure = Set(match.unsure.values)
        var plain = Message()
        plain.details.sources = [source.id]
        var woven = Woven(talk.messages, isCoarse)
        woven.messages.reserveCapacity(talk.messages.count + other.messages.count)
        /// The time of the last message; one without a time follows it.
        var last = Int64.min
        /// The place in the talk of the last message that both have.
        var before: Int?
        for index in other.messages.indices {
            if let place = plans.partners[index] {
                before = place
                if let time = talk.messages[place].at {
                    last = max(last, time.milliseconds)
                } else {
                    while woven.next <= place { woven.takeNext() }
                }
                continue
            }
            var message = other.messages[index]
            message.at = match.clock.adjusted(message.at)
            last = message.at?.milliseconds ?? last
            // In a minute, the order of the other conversation counts.
            if let before, before >= woven.next, woven.isWithinMinute(before, of: last) {
                while woven.next <= before { woven.takeNext() }
            }
            woven.take(upTo: last) { match.partners[$0].map { $0.index > index } ?? false }
            Self.note([source.id], plain, &message)
            let kind = unsure.contains(index) ? Difference.Kind.unsure : .absent
            for (id, span) in spans where span.covers(message, isCoarse: match.traits.isCoarse) {
                message.details.differences.append(Difference(kind, in: id))
            }
            plans.other[index] = woven.messages.count
            woven.add(message, isCoarse: match.traits.isCoarse)
        }
        woven.take(upTo: .max) { _ in false }
        for (index, place) in plans.partners.enumerated() {
            if let place { plans.other[index] = woven.places[place] }
        }
        talk.messages = woven.messages
        isCoarse = woven.isCoarse
        relink(woven.places, plans.other)
    }

    /// Points replies and threads at the new places of messages. Those of the other conversation
    /// are negative.
    private mutating func relink(_ own: [Int], _ others: [Int]) {
        func moved(_ place: Int?) -> Int? {
            guard let place else { return nil }
            let (places, old) = place < 0 ? (others, ~place) : (own, place)
            guard places.indices.contains(old), places[old] >= 0 else { return nil }
            return places[old]
        }
        for index in talk.messages.indices where talk.messages[index].hasDetails {
            var details = talk.messages[index].details
            let (quoted, head) = (details.replyTo?.index, details.thread?.index)
            guard quoted != nil || head != nil else { continue }
            details.replyTo?.index = moved(quoted)
            details.thread?.index = moved(head)
            if let quoted = details.replyTo?.index {
                details.replyTo?.id = talk.messages[quoted].id
            }
            if let head = details.thread?.index { details.thread?.root = talk.messages[head].id }
            talk.messages[index].details = details
        }
    }

    mutating func finish() throws(JoinFault) -> Joined {
        guard budget.mayContinue else { throw .stopped }
        if report.unsure > 0 {
            guard !options.isStrict else { throw .unsure(report.unsure) }
            warnings.append(
                Warning(
                    .importing, at: "",
                    WarningText.count(report.unsure, "message")
                        + " shown beside another one that may be the same"))
        }
        talk.dropUnusedMedia()
        talk.numberMessages()
        report.count(talk)
        return Joined(conversation: talk, report: report, warnings: warnings)
    }
}

/// Where the messages of the other conversation are.
private struct Plans {
    /// Their places in the joined conversation; -1 for none.
    var other: [Int]
    /// The place in the talk of the same message.
    var partners: [Int?]

    init(_ count: Int) {
        other = [Int](repeating: -1, count: count)
        partners = [Int?](repeating: nil, count: count)
    }
}

/// The messages of a talk, between which others are put.
private struct Woven {
    var messages: [Message] = []
    private(set) var isCoarse: [Bool] = []
    /// The new places of the talk's messages.
    private(set) var places: [Int] = []
    private let talk: [Message]
    private let wasCoarse: [Bool]
    /// The time of the last message of the talk; one without a time follows it.
    private var last = Int64.min

    init(_ talk: [Message], _ isCoarse: [Bool]) {
        self.talk = talk
        wasCoarse = isCoarse
        places.reserveCapacity(talk.count)
    }

    var next: Int { places.count }

    mutating func takeNext() {
        last = talk[next].at?.milliseconds ?? last
        places.append(messages.count)
        isCoarse.append(wasCoarse[places.count - 1])
        messages.append(talk[places.count - 1])
    }

    /// - Parameter follows: whether a message of the talk comes later in the other conversation,
    ///   which counts within a minute.
    mutating func take(upTo time: Int64, unless follows: (Int) -> Bool) {
        while next < talk.count, (talk[next].at?.milliseconds ?? last) <= time {
            if isWithinMinute(next, of: time), follows(next) { return }
            takeNext()
        }
    }

    func isWithinMinute(_ place: Int, of time: Int64) -> Bool {
        guard let own = talk[place].at?.milliseconds else { return false }
        return abs(own.subtractingReportingOverflow(time).partialValue) < 60_000
    }

    mutating func add(_ message: Message, isCoarse: Bool) {
        messages.append(message)
        self.isCoarse.append(isCoarse)
    }
}

private struct Span {
    private let first: Moment?
    private let last: Moment?
    /// Whether the source states minutes.
    private let isCoarse: Bool

    init(_ source: ConversationSource, _ traits: SourceTraits) {
        (first, last, isCoarse) = (source.first, source.last, traits.isCoarse)
    }

    /// Notices are written by apps: that one is absent means nothing.
    func covers(_ message: Message, isCoarse: Bool) -> Bool {
        guard let first, let last, let at = message.at, message.kind != .system else {
            return false
        }
        guard isCoarse || self.isCoarse else { return first <= at && at <= last }
        // In the first and last minute, nobody knows which message came first.
        func minute(_ moment: Moment) -> Int64 {
            moment.milliseconds.flooredQuotient(by: 60_000).quotient
        }
        return minute(first) < minute(at) && minute(at) < minute(last)
    }
}

/// What the messages of a source have at all.
struct SourceTraits {
    /// Whether its times are minutes.
    let isCoarse: Bool
    let hasFiles: Bool

    init(_ conversation: Conversation) {
        var times = 0
        var isCoarse = true
        for message in conversation.messages {
            guard let at = message.at else { continue }
            times += 1
            if at.milliseconds % 60_000 != 0 {
                isCoarse = false
                break
            }
        }
        self.isCoarse = isCoarse && times > 0
        hasFiles = conversation.messages.contains { message in
            message.attachments.contains { $0.media != nil || $0.file != nil }
        }
    }
}
