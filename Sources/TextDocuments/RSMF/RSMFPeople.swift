import Conversation
import Resources

/// All who are named in a conversation, each by an id that is nobody else's: its participants, and those whom only
/// reactions and notices name.
struct RSMFPeople {
    /// Of the conversation's participants, by their places.
    let ids: [String]
    /// Those who are none of them, in the order in which they are first named.
    private(set) var others: [(id: String, name: String)] = []
    private var known: [String: String] = [:]
    private var taken: Set<String> = []

    init(_ conversation: Conversation) {
        var ids: [String] = []
        var taken: Set<String> = []
        for (index, person) in conversation.participants.enumerated() {
            let id = Self.id(person.id, or: "#\(index + 1)", without: taken)
            taken.insert(id)
            ids.append(id)
            if known[person.name] == nil { known[person.name] = id }
        }
        self.ids = ids
        self.taken = taken
    }

    /// Notes all whom a message names.
    mutating func note(_ message: Message, _ allowance: Allowance) {
        guard message.hasDetails else { return }
        for reaction in allowance.through(message.details.reactions) {
            for name in allowance.through(reaction.by) { note(name) }
        }
        if let mover = RSMFType.mover(of: message) { note(mover) }
    }

    private mutating func note(_ name: String) {
        guard !name.isEmpty, !RedactionMark.isMark(name), known[name] == nil else { return }
        let id = Self.id(name, or: name, without: taken)
        taken.insert(id)
        known[name] = id
        others.append((id, name))
    }

    /// Nil where nobody can say who it is: what stands for a redacted name may stand for several.
    func id(named name: String) -> String? { RedactionMark.isMark(name) ? nil : known[name] }

    /// An id that is not taken: as it is, or with a sign before it.
    static func id(_ id: String, or other: String, without taken: Set<String>) -> String {
        guard id.isEmpty || taken.contains(id) else { return id }
        var other = other
        while taken.contains(other) { other = "#" + other }
        return other
    }
}

/// What an event is, of the kinds that there are.
enum RSMFType: String {
    case message, disclaimer, join, leave, unknown

    init(_ message: Message) {
        switch message.kind {
        case .message: self = .message
        case .note: self = .disclaimer
        case .system: self = Self.move(of: message) ?? .unknown
        case .call, .typing, .unread, .unknown: self = .unknown
        }
    }

    /// Who came or left, where it is one.
    static func mover(of message: Message) -> String? {
        guard let event = message.details.system, let action = SystemAction(named: event.action)
        else { return nil }
        var people: [String] = []
        if [.memberJoined, .memberLeft].contains(action) { people = event.actors }
        if [.memberAdded, .memberRemoved].contains(action) { people = event.targets }
        guard people.count == 1, !RedactionMark.isMark(people[0]), !people[0].isEmpty else {
            return nil
        }
        return people[0]
    }

    private static func move(of message: Message) -> RSMFType? {
        guard mover(of: message) != nil else { return nil }
        let action = message.details.system.flatMap { SystemAction(named: $0.action) }
        return action == .memberJoined || action == .memberAdded ? .join : .leave
    }
}
