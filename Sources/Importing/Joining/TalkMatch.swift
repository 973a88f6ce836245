import Basics
import Model

/// Which messages of two conversations are the same.
struct TalkMatch {
    /// Why a message of the talk and one of the other conversation are the same.
    enum Sort {
        /// Sender, time and content are equal.
        case equal
        /// The ID, or sender and time, are equal.
        case changed
        /// Sender and content are equal.
        case moved
    }

    let traits: SourceTraits
    /// For each participant of the other conversation, the same one of the talk.
    private(set) var people: [Int?]
    private(set) var clock = ClockOffset()
    /// For each message of the talk, the same one of the other conversation.
    private(set) var partners: [(index: Int, sort: Sort)?]
    /// Messages of the talk that may be the same as one of the other conversation.
    private(set) var unsure: [Int: Int] = [:]
    /// Messages of the talk that the other conversation has in another order.
    private(set) var misplaced: Set<Int> = []
    private(set) var isRelated = false
    /// What was compared, for conversations that are not related.
    private(set) var comparison = ""

    private var own: [Trace]
    private var other: [Trace]
    /// Whether a message of the other conversation has a partner.
    private var isTaken: [Bool]

    /// What is compared of a message.
    private struct Trace {
        /// Of the content, without what exports change.
        let content: Int
        /// Of the content as an anchor: nil for words that many messages consist of.
        let anchor: Int?
        /// Whether two people hardly write the same words.
        let isLong: Bool
        /// A participant of the talk; −1 for none, −2 for one that the talk lacks.
        var person: Int
        /// In milliseconds; nil for none.
        var time: Int64?
        let isCoarse: Bool
        let isNotice: Bool
        /// Whether the export has no content of the message.
        let isHollow: Bool
    }

    private struct Key: Hashable {
        let person: Int
        let content: Int
    }

    init(
        _ talk: Conversation, _ isCoarse: [Bool], _ conversation: Conversation,
        traits: SourceTraits, _ options: JoinOptions, _ budget: WorkBudget
    ) throws(JoinFault) {
        self.traits = traits
        own = Self.traces(of: talk) { isCoarse[$0] }
        other = Self.traces(of: conversation) { _ in traits.isCoarse }
        guard budget.mayContinue else { throw .stopped }
        partners = [(index: Int, sort: Sort)?](repeating: nil, count: own.count)
        isTaken = [Bool](repeating: false, count: other.count)
        let anchors = Self.anchors(own, other)
        people = SamePeople(
            talk: (talk.participants, talk.me),
            other: (conversation.participants, conversation.me), stated: options.same
        ).matched(
            by: anchors.compactMap { pair in
                guard let one = conversation.messages[pair.other].from,
                    let same = talk.messages[pair.own].from
                else { return nil }
                return (one, same)
            })
        for index in other.indices {
            let person = other[index].person
            other[index].person = person < 0 ? person : people[person] ?? -2
        }
        clock = ClockOffset(
            anchors.compactMap { pair in
                guard own[pair.own].person == other[pair.other].person,
                    let here = own[pair.own].time, let there = other[pair.other].time
                else { return nil }
                return (here, there)
            })
        let times = other.map(\.time)
        for index in other.indices { other[index].time = times[index].map { clock.adjusted($0) } }
        matchIDs(talk, conversation)
        matchFiles(talk, conversation)
        matchEqual(within: 2_000)
        matchEqual(within: ClockOffset.tolerance)
        matchEqual(times: times)
        guard budget.mayContinue else { throw .stopped }
        matchChanged(talk, conversation)
        matchMoved()
        findMisplaced()
        judge(conversation)
    }

    // MARK: Contents

    private static func traces(
        of conversation: Conversation, _ isCoarse: (Int) -> Bool
    ) -> [Trace] {
        conversation.messages.enumerated().map { index, message in
            let words = message.comparableWords
            var hasher = Hasher()
            hasher.combine(words)
            let content = hasher.finalize()
            let isNotice = message.kind == .system
            return Trace(
                content: content, anchor: isNotice || words.utf8.count < 4 ? nil : content,
                isLong: !isNotice && words.utf8.count >= 12,
                // Some exports name the caller, others nobody.
                person: isNotice || message.kind == .call ? -1 : message.from ?? -1,
                time: message.at?.milliseconds,
                isCoarse: isCoarse(index), isNotice: isNotice, isHollow: words.isEmpty)
        }
    }

    /// The messages whose content occurs once in both.
    private static func anchors(
        _ own: [Trace], _ other: [Trace]
    ) -> [(own: Int, other: Int)] {
        var places: [Int: (own: Int, other: Int)] = [:]
        for (index, trace) in own.enumerated() {
            guard let key = trace.anchor else { continue }
            places[key] = places[key] == nil ? (index, -1) : (-2, -1)
        }
        for (index, trace) in other.enumerated() {
            guard let key = trace.anchor, let place = places[key], place.own >= 0 else { continue }
            places[key] = place.other == -1 ? (place.own, index) : (-2, -1)
        }
        return places.values.filter { $0.own >= 0 && $0.other >= 0 }.sorted { $0.own < $1.own }
    }

    // MARK: Matching

    private mutating func take(_ place: Int, _ index: Int, _ sort: Sort) {
        partners[place] = (index, sort)
        isTaken[index] = true
    }

    /// Messages of one service keep their IDs, if both exports have them at all.
    private mutating func matchIDs(_ talk: Conversation, _ conversation: Conversation) {
        guard talk.service == conversation.service else { return }
        var places: [String: Int] = [:]
        for (index, message) in talk.messages.enumerated() {
            guard let id = message.id else { continue }
            places[id] = places[id] == nil ? index : -1
        }
        var pairs: [(Int, Int)] = []
        for (index, message) in conversation.messages.enumerated() {
            guard let place = message.id.flatMap({ places[$0] }), place >= 0 else { continue }
            pairs.append((place, index))
        }
        // Numbers from 1 on are IDs of an export, not of a service.
        let agreeing = pairs.count { areTogether(own[$0.0], other[$0.1]) }
        guard agreeing * 10 >= pairs.count * 9 else { return }
        for (place, index) in pairs where partners[place] == nil && !isTaken[index] {
            let isEqual = own[place].content == other[index].content
            take(place, index, isEqual ? .equal : .changed)
        }
    }

    /// Pairs messages that share a file, by its digest or by its name and size.
    private mutating func matchFiles(_ talk: Conversation, _ conversation: Conversation) {
        func keys(_ message: Message) -> [String] {
            message.attachments.flatMap { file -> [String] in
                let named = file.name.flatMap { name in file.size.map { "\(name)/\($0)" } }
                return [file.sha256, named].compactMap(\.self)
            }
        }
        var places: [String: Int] = [:]
        for (place, message) in talk.messages.enumerated() where partners[place] == nil {
            for key in keys(message) { places[key] = places[key] == nil ? place : -1 }
        }
        guard !places.isEmpty else { return }
        var found: [String: Int] = [:]
        for (index, message) in conversation.messages.enumerated() where !isTaken[index] {
            for key in keys(message) { found[key] = found[key] == nil ? index : -1 }
        }
        for (key, index) in found.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        where index >= 0 && !isTaken[index] {
            guard let place = places[key], place >= 0, partners[place] == nil,
                own[place].person == other[index].person, areTogether(own[place], other[index])
            else { continue }
            take(place, index, own[place].content == other[index].content ? .equal : .changed)
        }
    }

    /// Whether two times may be that of one message.
    private func areTogether(
        _ one: Trace, _ two: Trace, within tolerance: Int64 = ClockOffset.tolerance
    ) -> Bool {
        guard let first = one.time, let second = two.time else { return one.time == two.time }
        if one.isCoarse || two.isCoarse {
            return first.flooredQuotient(by: 60_000).quotient
                == second.flooredQuotient(by: 60_000).quotient
                || tolerance > 2_000 && abs(first - second) <= tolerance
        }
        return abs(first - second) <= tolerance
    }

    /// Pairs messages of equal sender and content in their order, so that repeated words stay
    /// apart.
    private mutating func matchEqual(within tolerance: Int64) {
        var open: [Key: [Int]] = [:]
        for (place, trace) in own.enumerated() where partners[place] == nil {
            open[Key(person: trace.person, content: trace.content), default: []].append(place)
        }
        var next: [Key: Int] = [:]
        for (index, trace) in other.enumerated() where !isTaken[index] {
            let key = Key(person: trace.person, content: trace.content)
            guard let places = open[key] else { continue }
            var start = next[key] ?? 0
            while start < places.count {
                let place = places[start]
                if areTogether(own[place], trace, within: tolerance) {
                    take(place, index, .equal)
                    start += 1
                    break
                }
                guard let here = own[place].time, let there = trace.time, here < there else {
                    break
                }
                start += 1
            }
            next[key] = start
        }
    }

    /// Pairs the rest near a change of the clock, where either offset may be meant.
    ///
    /// - Parameter times: those of the other conversation as it states them.
    private mutating func matchEqual(times: [Int64?]) {
        guard clock.offsets.count > 1 else { return }
        var open: [Key: [Int]] = [:]
        for (place, trace) in own.enumerated() where partners[place] == nil {
            open[Key(person: trace.person, content: trace.content), default: []].append(place)
        }
        for (index, trace) in other.enumerated() where !isTaken[index] {
            guard let time = times[index],
                let places = open[Key(person: trace.person, content: trace.content)],
                places.count < 16
            else { continue }
            for meant in clock.alternatives(time) {
                var trace = trace
                trace.time = meant
                guard
                    let place = places.first(where: {
                        partners[$0] == nil && areTogether(own[$0], trace)
                    })
                else { continue }
                take(place, index, .equal)
                break
            }
        }
    }

    /// Pairs messages of equal sender and time whose contents differ: texts that were changed,
    /// deleted or censored.
    private mutating func matchChanged(_ talk: Conversation, _ conversation: Conversation) {
        var open: [Int: [Int]] = [:]
        for (place, trace) in own.enumerated()
        where partners[place] == nil && !trace.isNotice && trace.time != nil {
            open[trace.person, default: []].append(place)
        }
        for person in open.keys {
            open[person]?.sort { (own[$0].time ?? 0, $0) < (own[$1].time ?? 0, $1) }
        }
        let gaps = gaps()
        var candidates: [(index: Int, places: [Int])] = []
        var uses: [Int: Int] = [:]
        for (index, trace) in other.enumerated() where !isTaken[index] && !trace.isNotice {
            guard let time = trace.time, let places = open[trace.person] else { continue }
            let start = places.partitionPoint { (own[$0].time ?? 0) >= time - 60_000 }
            // Of a thousand messages in one minute, nobody can tell which one was changed.
            let near = places[start...].prefix(8).prefix { (own[$0].time ?? 0) <= time + 60_000 }
                .filter { gaps[index].contains($0) && areTogether(own[$0], trace, within: 2_000) }
            guard !near.isEmpty else { continue }
            candidates.append((index, Array(near)))
            for place in near { uses[place, default: 0] += 1 }
        }
        for (index, places) in candidates {
            let message = conversation.messages[index]
            let free = places.filter { partners[$0] == nil }
            let scores = free.map { talk.messages[$0].likeness(to: message) }
            let best = scores.max() ?? 0
            let alike = zip(free, scores).filter { best > 0 && $0.1 == best }.map(\.0)
            if let place = alike.first, alike.count == 1 || free.count == 1 {
                take(place, index, .changed)
            } else if let place = free.first, free.count == 1, uses[place] == 1 {
                // A minute may have other messages of the same person.
                let isHollow = own[place].isHollow || other[index].isHollow
                if !isHollow, own[place].isCoarse || other[index].isCoarse {
                    unsure[place] = index
                } else {
                    take(place, index, .changed)
                }
            } else if let place = alike.first ?? free.first {
                unsure[place] = index
            }
        }
    }

    /// For each message of the other conversation, the places of the talk between the partners of
    /// those before and after it.
    private func gaps() -> [Range<Int>] {
        var places = [Int?](repeating: nil, count: other.count)
        for (place, partner) in partners.enumerated() {
            if let partner { places[partner.index] = place }
        }
        var gaps = [Range<Int>](repeating: 0..<0, count: other.count)
        var ends = [Int](repeating: own.count, count: other.count)
        var end = own.count
        for index in places.indices.reversed() {
            ends[index] = end
            end = places[index] ?? end
        }
        var start = 0
        for index in places.indices {
            gaps[index] = start..<max(start, ends[index])
            if let place = places[index] { start = place + 1 }
        }
        return gaps
    }

    /// Pairs messages of equal sender and content that occur once in the rest of both, at another
    /// time that both cover.
    private mutating func matchMoved() {
        var open: [Key: Int] = [:]
        guard let common = commonTime else { return }
        func mayMove(_ trace: Trace) -> Bool {
            trace.isLong && trace.time.map(common.contains) ?? false
        }
        for (place, trace) in own.enumerated() where partners[place] == nil && mayMove(trace) {
            let key = Key(person: trace.person, content: trace.content)
            open[key] = open[key] == nil ? place : -1
        }
        var found: [Key: Int] = [:]
        for (index, trace) in other.enumerated() where !isTaken[index] && mayMove(trace) {
            let key = Key(person: trace.person, content: trace.content)
            found[key] = found[key] == nil ? index : -1
        }
        for (key, index) in found.sorted(by: { $0.value < $1.value }) where index >= 0 {
            guard let place = open[key], place >= 0, key.person >= 0 else { continue }
            take(place, index, .moved)
            unsure[place] = nil
        }
    }

    private static func span(_ traces: [Trace]) -> ClosedRange<Int64>? {
        let times = traces.compactMap(\.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...last
    }

    /// The time that both cover.
    private var commonTime: ClosedRange<Int64>? {
        guard let here = Self.span(own), let there = Self.span(other), here.overlaps(there) else {
            return nil
        }
        return here.clamped(to: there)
    }

    /// The fewest messages whose removal leaves both orders equal.
    private mutating func findMisplaced() {
        var tails: [(index: Int, place: Int)] = []
        var before = [Int](repeating: -1, count: partners.count)
        for (place, partner) in partners.enumerated() {
            guard let partner, partner.sort != .moved else { continue }
            let position = tails.partitionPoint { $0.index > partner.index }
            before[place] = position > 0 ? tails[position - 1].place : -1
            if position == tails.count {
                tails.append((partner.index, place))
            } else {
                tails[position] = (partner.index, place)
            }
        }
        var kept: Set<Int> = []
        var place = tails.last?.place ?? -1
        while place >= 0 {
            kept.insert(place)
            place = before[place]
        }
        for (place, partner) in partners.enumerated() where !kept.contains(place) {
            guard let partner, partner.sort != .moved, !own[place].isNotice else { continue }
            misplaced.insert(place)
        }
    }

    /// Whether the conversations are of one talk: many of the messages that both should have are
    /// equal, or if their times do not overlap, their people.
    private mutating func judge(_ conversation: Conversation) {
        let matched = partners.count { $0 != nil }
        let known = people.count { $0 != nil }
        var overlap = min(own.count, other.count)
        if let here = Self.span(own), let there = Self.span(other) {
            overlap = min(
                own.count { $0.time.map(there.contains) ?? false },
                other.count { $0.time.map(here.contains) ?? false })
        }
        let others = conversation.participants.count - known
        if matched == 0 {
            // Months of one talk, with the same people.
            isRelated = overlap < 4 && known > 0 && (known > 1 || others == 0)
        } else {
            isRelated = matched * 50 >= overlap || matched >= 100
        }
        comparison =
            "\(matched) of \(overlap) messages of the same time are equal, and \(known) of "
            + "\(conversation.participants.count) people"
    }
}
