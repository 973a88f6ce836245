import Basics
import Model

/// The people, channels and bots by their IDs in a Slack export.
struct SlackDirectory {
    struct Person {
        var name: String
        var handle: String?
        var color: UInt32?
        var isBot = false
    }

    struct Place {
        var id: String
        var title: String
        var topic: String?
        /// Whether the chat has two people.
        var isDirect = false
        /// Whether the chat is a group without a name.
        var isGroup = false
        /// The files of the channel's days, in order.
        var files: [String] = []
    }

    private(set) var people: [String: Person] = ["USLACKBOT": Person(name: "Slackbot")]
    private(set) var conversations: [Place] = []
    private var channelNames: [String: String] = [:]
    /// The names of bots by the IDs in their messages.
    private(set) var bots: [String: String] = [:]

    /// Creates an empty directory, for a file that came without lists.
    init() {}

    /// - Parameter other: a file that looks like a channel's day but is not.
    init(
        usersFile: String, beside other: String?, in sources: inout ExportFiles
    ) throws(ImportError) {
        let root = Path.folder(usersFile)
        try readPeople(usersFile, &sources)
        var folders: [String: [String]] = [:]
        for name in sources.names where name.hasPrefix(root) && name != other {
            let rest = name.dropFirst(root.count)
            guard Path.depth(String(rest)) == 1, rest.hasSuffix(".json") else { continue }
            folders[String(rest.prefix { $0 != "/" }), default: []].append(name)
        }
        for list in ["channels", "groups", "mpims", "dms"] {
            let file = root + list + ".json"
            guard sources.size(of: file) != nil else { continue }
            let document = try sources.json(file)
            try document.forEach(at: []) { channel, _ in
                add(channel, of: list, &folders)
            }
        }
        // Some plans export no lists, so these folders have no entry.
        for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
            conversations.append(Place(id: folder, title: folder, files: files.sorted()))
        }
        conversations.removeAll { $0.files.isEmpty }
    }

    private mutating func readPeople(
        _ file: String, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let document = try sources.json(file)
        try document.forEach(at: []) { user, _ in
            guard let id = user.text("id") else { return }
            let profile = user["profile"]
            let names = [
                profile?.text("display_name"), profile?.text("real_name"), user.text("real_name"),
                user.text("name"),
            ]
            var person = Person(name: names.compactMap(\.self).first ?? id)
            person.handle = user.text("name").map { "@" + $0 }
            person.color = user.text("color").flatMap { UInt32($0, radix: 16) }
                .map { $0 & 0xFF_FFFF }
            person.isBot = user.flag("is_bot")
            people[id] = person
            if let bot = profile?.text("bot_id") ?? user.text("bot_id") { bots[bot] = person.name }
        }
    }

    private mutating func add(
        _ channel: JSONValue, of list: String, _ folders: inout [String: [String]]
    ) {
        guard let id = channel.text("id") else { return }
        let name = channel.text("name") ?? id
        var place = Place(id: id, title: name)
        place.isDirect = list == "dms"
        place.isGroup = list == "mpims"
        if !place.isDirect { channelNames[id] = name }
        if place.isDirect || place.isGroup {
            let members = channel.list("members").compactMap(\.string)
            place.title = members.map(self.name).joined(separator: ", ")
        }
        place.topic = channel["topic"]?.text("value") ?? channel["purpose"]?.text("value")
        place.files = (folders.removeValue(forKey: place.isDirect ? id : name) ?? []).sorted()
        conversations.append(place)
    }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    func channel(_ id: String) -> String { channelNames[id] ?? id }
}
