import Basics
import Model

/// The people, channels and chats of an export. Records refer to them by number.
struct ZulipDirectory {
    struct Person {
        let name: String
        let mail: String?
    }

    struct Chat {
        let name: ChatName
        let description: String?
        let isGroup: Bool
    }

    private enum Recipient {
        case person(String)
        case channel(String)
        /// A direct conversation of any number of people.
        case group
    }

    private var people: [String: Person] = [:]
    private var channels: [String: (name: String, description: String?)] = [:]
    private var recipients: [String: Recipient] = [:]
    /// The subscribers of channels and the members of groups.
    private var members: [String: [String]] = [:]
    private var reactions: [String: [(person: String, emoji: String)]] = [:]
    private var ids: [String] = []
    private var names: [String: String] = [:]
    private var groups: Set<String> = []

    private static let maxMembers = 50

    // MARK: realm.json

    mutating func read(_ realm: JSONDocument) throws(ImportError) {
        let tables: Set<String> = [
            "zerver_userprofile", "zerver_userprofile_crossrealm", "zerver_userprofile_mirrordummy",
            "zerver_stream", "zerver_recipient", "zerver_subscription", "zerver_reaction",
        ]
        try realm.forEachEntry(ofMembers: tables) { table, record, _ throws(ImportError) in
            FieldLog.current?.saw(record)
            switch table {
            case "zerver_stream":
                guard let id = record.identifier("id"), let name = record.text("name") else {
                    return
                }
                channels[id] = (name, record.text("description"))
            case "zerver_recipient":
                guard let id = record.identifier("id"),
                    let target = record.identifier("type_id")
                else { return }
                switch record["type"]?.int {
                case 1: recipients[id] = .person(target)
                case 2: recipients[id] = .channel(target)
                case 3: recipients[id] = .group
                default: break
                }
            case "zerver_subscription":
                guard let recipient = record.identifier("recipient"),
                    let person = record.identifier("user_profile"),
                    members[recipient, default: []].count < Self.maxMembers
                else { return }
                members[recipient, default: []].append(person)
            case "zerver_reaction": add(reaction: record)
            default:
                guard let id = record.identifier("id") else { return }
                let mail = record.text("delivery_email") ?? record.text("email")
                people[id] = Person(name: record.text("full_name") ?? mail ?? id, mail: mail)
            }
        }
    }

    mutating func add(reaction record: JSONValue) {
        guard let message = record.identifier("message"), let name = record.text("emoji_name")
        else { return }
        let person = record.identifier("user_profile") ?? ""
        reactions[message, default: []].append((person, SlackEmoji(name).text))
    }

    // MARK: Messages

    mutating func note(_ record: JSONValue) {
        guard let id = chat(of: record), names[id] == nil else { return }
        ids.append(id)
        names[id] = name(ofChat: record, id)
        if isGroup(record) { groups.insert(id) }
    }

    /// Returns the ID of a message's chat.
    func chat(of record: JSONValue) -> String? {
        guard record.kind == .object else { return nil }
        if let recipient = record.identifier("recipient") {
            guard case .person(let other)? = recipients[recipient],
                let sender = record.identifier("sender")
            else { return "recipient \(recipient)" }
            return "direct " + [sender, other].sorted().joined(separator: "-")
        }
        if let channel = record.identifier("stream_id") { return "channel \(channel)" }
        switch record["display_recipient"] {
        case .string(let name): return "channel \(name)"
        case .array(let people):
            let ids = people.compactMap { $0.identifier("id") }.sorted()
            return "direct " + ids.joined(separator: "-")
        case .null, .bool, .number, .object, nil: return "channel"
        }
    }

    private func isGroup(_ record: JSONValue) -> Bool {
        if let recipient = record.identifier("recipient") {
            switch recipients[recipient] {
            case .person: return false
            case .channel: return true
            case .group: return (members[recipient]?.count ?? 3) > 2
            case nil: return record.text("recipient_name")?.hasPrefix("#") ?? true
            }
        }
        return (record["display_recipient"]?.array?.count ?? 3) > 2
    }

    private func name(ofChat record: JSONValue, _ id: String) -> String {
        if let recipient = record.identifier("recipient") {
            switch recipients[recipient] {
            case .channel(let channel): return "#" + (channels[channel]?.name ?? channel)
            case .person(let other):
                let pair = [record.identifier("sender") ?? "", other].sorted()
                return pair.map(name).joined(separator: ", ")
            case .group:
                let all = members[recipient] ?? []
                return all.isEmpty ? id : all.map(name).joined(separator: ", ")
            case nil: return record.text("recipient_name") ?? id
            }
        }
        switch record["display_recipient"] {
        case .string(let name): return "#" + name
        case .array(let people):
            return people.compactMap { $0.text("full_name") ?? $0.text("email") }
                .joined(separator: ", ")
        case .null, .bool, .number, .object, nil: return id == "channel" ? "Zulip" : id
        }
    }

    var chats: [Chat] {
        let descriptions = descriptions
        return ids.map { id in
            let name = names[id] ?? id
            let channel = name.hasPrefix("#") ? String(name.dropFirst()) : nil
            return Chat(
                name: ChatName(id: id, name: name),
                description: channel.flatMap { descriptions[$0] }, isGroup: groups.contains(id))
        }
    }

    private var descriptions: [String: String] {
        Dictionary(
            channels.values.compactMap { channel in channel.description.map { (channel.name, $0) } }
        ) { first, _ in first }
    }

    func person(_ id: String) -> Person? { people[id] }

    func name(_ id: String) -> String { people[id]?.name ?? id }

    func reactions(to message: String) -> [(name: String, emoji: String)] {
        (reactions[message] ?? []).map { (name($0.person), $0.emoji) }
    }
}
