import Basics
import Model

/// The conversations of an archive and their participants. Messages identify people only by number.
struct TwitterDirectory {
    struct Place: Hashable {
        let file: String
        let index: Int

        /// Unlike conversations, places have no ID twice.
        var id: String { "\(index) \(file)" }
    }

    struct Chat {
        let place: Place
        let name: ChatName
        let isGroup: Bool
    }

    struct Person {
        var name: String
        var handle: String
    }

    private struct Facts {
        var id = ""
        var title: (name: String, at: String)?
        var people: [String] = []
    }

    private var order: [Place] = []
    private var facts: [Place: Facts] = [:]
    private var people: [String: Person] = [:]
    /// The IDs of everyone in a conversation.
    private var wanted: Set<String> = []
    private(set) var owner: String?

    /// The maximum number of people in the name of an untitled group.
    private static let maxNames = 5
    /// The maximum size of a file of tweets that is searched for names.
    private static let maxTweetBytes = 64 << 20

    // MARK: Conversations

    mutating func name(_ place: Place, _ id: String) {
        open(place)
        facts[place]?.id = id
        for person in Self.pair(id) { wanted.insert(person) }
    }

    mutating func note(_ record: JSONValue, in place: Place) {
        open(place)
        if let update = record["conversationNameUpdate"], let name = update.text("name") {
            let at = update.text("createdAt") ?? ""
            // Timestamps of the same format can be compared as text.
            if at >= facts[place]?.title?.at ?? "" { facts[place]?.title = (name, at) }
        }
        guard let sender = record["messageCreate"]?.text("senderId") else { return }
        wanted.insert(sender)
        guard let known = facts[place]?.people, known.count < Self.maxNames,
            !known.contains(sender)
        else { return }
        facts[place]?.people.append(sender)
    }

    private mutating func open(_ place: Place) {
        guard facts[place] == nil else { return }
        facts[place] = Facts()
        order.append(place)
    }

    /// Returns the two people in a direct conversation's ID, `12-34`, or nothing for a group's.
    private static func pair(_ id: String) -> [String] {
        let parts = id.split(separator: "-").map(String.init)
        return parts.count == 2 ? parts : []
    }

    var chats: [Chat] {
        let owner = owner ?? commonPerson
        return order.map { place in
            let facts = facts[place] ?? Facts()
            let pair = Self.pair(facts.id)
            let others = (pair.isEmpty ? facts.people : pair).filter { $0 != owner }
            let names = others.isEmpty ? pair.prefix(1).map(name) : others.map(name)
            let name = facts.title?.name ?? names.joined(separator: ", ")
            return Chat(
                place: place, name: ChatName(id: facts.id, name: name.isEmpty ? facts.id : name),
                isGroup: pair.isEmpty)
        }
    }

    /// The only person who is in every direct conversation, if there are several conversations: the
    /// archive's owner.
    var commonPerson: String? {
        let pairs = order.map { Self.pair(facts[$0]?.id ?? "") }.filter { !$0.isEmpty }
        guard pairs.count > 1, let first = pairs.first else { return nil }
        let common = first.filter { person in pairs.allSatisfy { $0.contains(person) } }
        return common.count == 1 ? common[0] : nil
    }

    // MARK: People

    func person(_ id: String) -> Person? { people[id] }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    mutating func learnOwner(_ file: String, _ sources: inout ExportFiles) throws(ImportError) {
        guard sources.resolve(file) == file else { return }
        let document = try sources.json(file)
        var account = JSONValue.null
        try document.forEach(at: []) { record, _ throws(ImportError) in
            account = record["account"] ?? .null
        }
        owner = account.identifier("accountId")
        guard let owner, let handle = account.text("username") else { return }
        people[owner] = Person(name: account.text("accountDisplayName") ?? handle, handle: handle)
    }

    /// Learns names from the people whom the owner's posts mention. No other file has names.
    mutating func learnNames(_ folder: String, _ sources: inout ExportFiles) throws(ImportError) {
        let files = sources.names.filter { name in
            let last = Path.lastName(name)
            return Path.folder(name) == folder && last.hasPrefix("tweet") && last.hasSuffix(".js")
                && (last == "tweet.js" || last == "tweets.js" || last.holds("-part"))
        }
        for file in files where (sources.size(of: file) ?? 0) <= Self.maxTweetBytes {
            let document = try sources.json(file)
            try document.forEach(at: []) { record, _ throws(ImportError) in
                let tweet = record["tweet"] ?? record
                for mention in tweet["entities"]?.list("user_mentions") ?? [] {
                    learn(
                        mention.text("id_str"), mention.text("name"), mention.text("screen_name"))
                }
                learn(
                    tweet.text("in_reply_to_user_id_str"), nil,
                    tweet.text("in_reply_to_screen_name"))
            }
        }
    }

    private mutating func learn(_ id: String?, _ name: String?, _ handle: String?) {
        guard let id, let handle, wanted.contains(id) else { return }
        if let known = people[id], name == nil || known.name != known.handle { return }
        people[id] = Person(name: name ?? handle, handle: handle)
    }
}
