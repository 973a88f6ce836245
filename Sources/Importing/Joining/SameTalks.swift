package import Basics
import Model

/// Chats of several exports that look like the same talk.
package struct SameTalk: Sendable, Equatable {
    package enum Times: String, Sendable { case overlapping, consecutive, apart }

    /// The places of the chats in the lists of all exports, one after the other.
    package let chats: [Int]
    package fileprivate(set) var isSure = false
    package let hasSameName: Bool
    package private(set) var people: [String] = []
    /// Nil if the people of a chat are unknown.
    package private(set) var hasSamePeople: Bool?
    package private(set) var times: Times?

    /// Chats that are further apart are rarely months of one talk.
    private static let maxGap: Int64 = 31 * 86_400_000

    fileprivate init(_ places: [Int], _ summaries: [ChatSummary]) {
        chats = places.sorted()
        let found = chats.map { summaries[$0] }
        hasSameName = Set(found.map { SamePeople.plain($0.chat.name) }).count == 1
        let first = found[0].people
        if found.allSatisfy({ !$0.people.isEmpty }) {
            let pairs = found.dropFirst().map { CommonPeople(first, $0.people) }
            hasSamePeople = pairs.allSatisfy(\.isEqual)
            people = first.indices.compactMap { index in
                let names = pairs.compactMap { $0.names[index] }
                return names.count == pairs.count ? names[0] : nil
            }
        }
        let spans = found.compactMap { chat in
            chat.first.flatMap { first in chat.last.map { (first, $0) } }
        }.sorted { $0.0 < $1.0 }
        guard spans.count == found.count else { return }
        let gaps = zip(spans, spans.dropFirst()).map { $1.0.milliseconds - $0.1.milliseconds }
        times =
            gaps.contains { $0 <= 0 }
            ? .overlapping : gaps.allSatisfy { $0 <= Self.maxGap } ? .consecutive : .apart
    }

    package var reasons: String {
        let names = people.prefix(5).joined(separator: ", ")
        let others = people.count > 5 ? " and \(people.count - 5) others" : ""
        let about: String? =
            switch hasSamePeople {
            case nil: nil
            case true?: "same people: \(names)\(others)"
            case false?: people.isEmpty ? "other people" : "people of both: \(names)\(others)"
            }
        let order: String? =
            switch times {
            case nil: nil
            case .overlapping: "times overlap"
            case .consecutive: "one after the other"
            case .apart: "more than a month apart"
            }
        return [hasSameName ? "same name" : nil, about, order].compactMap(\.self)
            .joined(separator: "; ")
    }
}

/// The people that two chats have in common.
private struct CommonPeople {
    /// For each person of the first chat, the name of the same person.
    let names: [String?]
    let isEqual: Bool

    init(_ one: [Participant], _ other: [Participant]) {
        var people = SamePeople(talk: (one, nil), other: (other, nil)).matched()
        let missing = Set(one.indices).subtracting(people.compactMap(\.self))
        let extra = people.indices.filter { people[$0] == nil }
        if let own = missing.first, missing.count == 1, extra.count == 1,
            one[own].isNameless || other[extra[0]].isNameless
        {
            people[extra[0]] = own
        }
        var names = [String?](repeating: nil, count: one.count)
        for (index, own) in people.enumerated() {
            if let own { names[own] = one[own].isNameless ? other[index].name : one[own].name }
        }
        // One person alone says little: a note to oneself, or a message without an answer.
        isEqual =
            people.count { $0 != nil } > 1
            && zip(one, names).allSatisfy { $1 != nil || $0.isNameless }
            && zip(other, people).allSatisfy { $1 != nil || $0.isNameless }
        self.names = names
    }
}

/// The chats of one or several exports.
package struct ChatList: Sendable {
    package let exports: [(name: String, chats: [ChatSummary])]
    package let talks: [SameTalk]

    package init(
        _ exports: [(name: String, chats: [ChatSummary])], budget: WorkBudget = .unlimited
    ) {
        self.exports = exports
        guard exports.count > 1 else {
            talks = []
            return
        }
        var search = SameTalkSearch(exports.map(\.chats))
        talks = search.talks(budget)
    }

    /// Writes the members of an object.
    package func write(to writer: inout JSONWriter) {
        let chats = exports.flatMap { export in export.chats.map { (export.name, $0) } }
        writer.objects("chats", chats) { writer, entry in
            let (export, chat) = entry
            if exports.count > 1 { writer.member("export", export) }
            writer.member("name", chat.chat.name)
            writer.member("id", chat.chat.id)
            writer.member("messages", optional: chat.messages)
            writer.member("people", chat.people.count)
            writer.member("first", optional: chat.first?.text)
            writer.member("last", optional: chat.last?.text)
        }
        guard exports.count > 1 else { return }
        writer.objects("same_talks", talks) { writer, talk in
            writer.member("chats", talk.chats)
            writer.member("sure", talk.isSure)
            writer.member("same_name", talk.hasSameName)
            writer.member("same_people", optional: talk.hasSamePeople)
            writer.member("people", talk.people)
            writer.member("times", optional: talk.times?.rawValue)
        }
    }

    package var lines: [String] {
        let places = exports.flatMap { export in export.chats.map { (export.name, $0.chat.name) } }
        return talks.map { talk in
            var files: [(file: String, name: String, count: Int)] = []
            for (file, name) in talk.chats.map({ places[$0] }) {
                if let last = files.indices.last, files[last].file == file {
                    files[last].count += 1
                } else {
                    files.append((file, name, 1))
                }
            }
            let texts = files.enumerated().map { index, one in
                (index == 0 || !talk.hasSameName ? "\(one.name) in " : "") + one.file
                    + (one.count > 1 ? " (\(one.count) chats)" : "")
            }
            return (talk.isSure ? "Perhaps the same talk: " : "Unsure whether the same talk: ")
                + texts.joined(separator: ", ") + " (\(talk.reasons))"
        }
    }
}

/// Finds chats of the same name, then those of the same people.
private struct SameTalkSearch {
    private let chats: [ChatSummary]
    private let export: [Int]
    /// For each chat, another one of the same talk, or itself.
    private var parents: [Int]
    /// More chats of a person are not compared. An assistant is in every chat of an account.
    private static let maxCompared = 64

    init(_ lists: [[ChatSummary]]) {
        chats = lists.flatMap(\.self)
        export = lists.enumerated().flatMap { index, list in list.map { _ in index } }
        parents = Array(chats.indices)
    }

    mutating func talks(_ budget: WorkBudget) -> [SameTalk] {
        var named: [String: [Int]] = [:]
        for (place, chat) in chats.enumerated() where !chat.chat.name.isEmpty {
            named[SamePeople.plain(chat.chat.name), default: []].append(place)
        }
        var talks: [SameTalk?] = []
        var talkOf: [Int: Int] = [:]
        for places in named.values where Set(places.map { export[$0] }).count > 1 {
            var talk = SameTalk(places, chats)
            talk.isSure =
                hasOneOfEach(places) && (talk.hasSamePeople == nil || !talk.people.isEmpty)
            for place in places {
                talkOf[place] = talks.count
                if talk.isSure { parents[place] = talk.chats[0] }
            }
            talks.append(talk)
        }
        findPeople(budget)
        var clusters: [Int: [Int]] = [:]
        for place in chats.indices { clusters[root(place), default: []].append(place) }
        for places in clusters.values where places.count > 1 && hasOneOfEach(places) {
            var talk = SameTalk(places, chats)
            let known = Set(places.compactMap { talkOf[$0] })
            if known.contains(where: { talks[$0]?.chats == places && talks[$0]?.isSure == true }) {
                continue
            }
            // The title of a group or a topic is not that of another one.
            talk.isSure = places.allSatisfy { isNamedAfterPerson(chats[$0]) }
            guard talk.isSure || talk.times == .overlapping || talk.times == .consecutive else {
                continue
            }
            for index in known {
                guard let part = talks[index], talk.isSure || !part.isSure else { continue }
                if Set(places).isSuperset(of: part.chats) { talks[index] = nil }
            }
            talks.append(talk)
        }
        return talks.compactMap(\.self).sorted { $0.chats.lexicographicallyPrecedes($1.chats) }
    }

    private func hasOneOfEach(_ places: [Int]) -> Bool {
        Set(places.map { export[$0] }).count == places.count
    }

    private func isNamedAfterPerson(_ chat: ChatSummary) -> Bool {
        let name = SamePeople.plain(chat.chat.name)
        return chat.people.contains { SamePeople.words($0).contains(name) }
    }

    private mutating func root(_ place: Int) -> Int {
        var root = place
        while parents[root] != root {
            parents[root] = parents[parents[root]]
            root = parents[root]
        }
        return root
    }

    /// Compares each chat with those that have its least frequent person.
    private mutating func findPeople(_ budget: WorkBudget) {
        var places: [String: [Int]] = [:]
        let words = chats.map { $0.people.map(SamePeople.words) }
        for (place, people) in words.enumerated() {
            for word in Set(people.joined()) { places[word, default: []].append(place) }
        }
        for (place, people) in words.enumerated() where budget.mayContinue {
            let found = people.filter { !$0.isEmpty }.map { words in
                (words, words.reduce(0) { $0 + (places[$1]?.count ?? 0) })
            }
            guard let (words, count) = found.min(by: { $0.1 < $1.1 }), count <= Self.maxCompared
            else { continue }
            for other in Set(words.flatMap { places[$0] ?? [] })
            where export[other] != export[place] && root(other) != root(place)
                && abs(chats[other].people.count - people.count) < 2
            {
                if CommonPeople(chats[place].people, chats[other].people).isEqual {
                    parents[root(other)] = root(place)
                }
            }
        }
    }
}
