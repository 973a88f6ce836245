import Basics
import Model

/// Which participants of two conversations are the same people.
struct SamePeople {
    typealias People = (list: [Participant], me: ParticipantIndex?)

    let talk: People
    let other: People
    /// Names or numbers of the same person, as the caller knows them.
    var stated: [[String]] = []

    /// By what the caller states, by the senders of messages that occur once in both, then by
    /// number, address, ID and name. Last, those whom both exports call “me”.
    ///
    /// - Parameter votes: the senders of the same message, in the other conversation and here.
    func matched(by votes: [(Int, Int)] = []) -> [Int?] {
        var people = [Int?](repeating: nil, count: other.list.count)
        var taken: Set<Int> = []
        func take(_ one: Int, _ own: Int) {
            guard people[one] == nil, taken.insert(own).inserted else { return }
            people[one] = own
        }
        let ownKeys = keys(talk.list)
        for names in stated where names.count == 2 {
            let pair = names.map(Self.plain)
            for (index, person) in other.list.enumerated() {
                let words = Set(Self.words(person))
                guard let given = pair.firstIndex(where: words.contains) else { continue }
                if let own = ownKeys[pair[1 - given]] { take(index, own) }
            }
        }
        var counts: [Pair: Int] = [:]
        var all: [Int: Int] = [:]
        for (one, own) in votes {
            counts[Pair(one: one, own: own), default: 0] += 1
            all[one, default: 0] += 1
        }
        let sorted = counts.sorted {
            $0.value != $1.value
                ? $0.value > $1.value : ($0.key.one, $0.key.own) < ($1.key.one, $1.key.own)
        }
        for (pair, count) in sorted
        where count * 10 >= (all[pair.one] ?? 0) * 6 && (count >= 3 || all[pair.one] == count) {
            let isNamed = Self.words(other.list[pair.one]).contains {
                ownKeys[$0] == pair.own
            }
            if count >= 2 || isNamed { take(pair.one, pair.own) }
        }
        for (index, person) in other.list.enumerated() {
            for word in Self.words(person) {
                if let own = ownKeys[word] { take(index, own) }
            }
        }
        // The other's "me" may be somebody else's phone: only if nothing else is known of both.
        if let me = other.me, let own = talk.me, people[me] == nil, !taken.contains(own),
            other.list[me].isNameless || talk.list[own].isNameless
        {
            take(me, own)
        }
        return people
    }

    private struct Pair: Hashable {
        let one: Int
        let own: Int
    }

    /// The participant of each word; none for a word of two.
    private func keys(_ people: [Participant]) -> [String: Int] {
        var keys: [String: Int] = [:]
        var shared: Set<String> = []
        for (index, person) in people.enumerated() {
            for word in Set(Self.words(person)) {
                if keys.updateValue(index, forKey: word) != nil { shared.insert(word) }
            }
        }
        return keys.filter { !shared.contains($0.key) }
    }

    /// What may identify a person, the most certain first.
    static func words(_ person: Participant) -> [String] {
        [person.handle, person.id, person.name].compactMap { text in
            guard let text, !text.isEmpty, ![Participant].ownNames.contains(text.lowercased())
            else {
                return nil
            }
            return plain(text)
        }
    }

    /// The last digits of a number, which is written with and without the code of its country;
    /// otherwise the text in small letters.
    static func plain(_ text: String) -> String {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }
        let isNumber =
            digits.count >= 7
            && text.utf8.allSatisfy { (0x20...0x40).contains($0) || $0 >= 0x80 }
        guard !isNumber else { return String(decoding: digits.suffix(9), as: UTF8.self) }
        // Some programs omit the spaces in a name.
        return text.lowercased().filter { !$0.isWhitespace }
    }
}

extension Participant {
    /// Whether the person is called “me” or the like.
    var isNameless: Bool { [Participant].ownNames.contains(name.lowercased()) }

    /// Takes what another export knows of the same person.
    mutating func complete(with other: Participant) {
        let isUnnamed =
            isNameless || name == handle || name == id
            || name.utf8.allSatisfy { (0x20...0x40).contains($0) }
        let isBetter =
            other.name.utf8.contains { $0 > 0x40 } && other.name != other.handle
            && !other.isNameless
        if isUnnamed, isBetter { name = other.name }
        handle = handle ?? other.handle
        avatar = avatar ?? other.avatar
        color = color ?? other.color
        role = role ?? other.role
    }
}
