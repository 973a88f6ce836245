import Basics
import Model

/// All people in a conversation, each with a unique ID: its participants, and people who occur only
/// in reactions and system messages.
struct RSMFPeople {
    let ids: [String]
    let custodian: ParticipantIndex?
    private let known: [String: ParticipantIndex]
    private let taken: Set<String>
    /// The participants listed in a file: all of them, or in a large room only those who occur in
    /// it. A room of thousands is not repeated in each of thousands of files.
    private(set) var listed: [ParticipantIndex] = []
    private var isListed: Set<ParticipantIndex> = []
    /// In the order of their first occurrence.
    private(set) var others: [(id: String, name: String)] = []
    private var otherIDs: [String: String] = [:]
    private var takenByOthers: Set<String> = []

    /// The maximum number of participants that are all listed in each file.
    static let maxListed = 200

    init(_ conversation: Conversation, custodian: String?) {
        var ids: [String] = []
        var taken: Set<String> = []
        var known: [String: ParticipantIndex] = [:]
        for (index, person) in conversation.participants.enumerated() {
            let id = Self.id(person.id, or: "#\(index + 1)") { taken.contains($0) }
            taken.insert(id)
            ids.append(id)
            if known[person.name] == nil { known[person.name] = index }
        }
        self.ids = ids
        self.taken = taken
        self.known = known
        self.custodian = custodian.flatMap { name in
            conversation.participants.firstIndex { person in
                person.id == name || person.name == name || person.handle == name
            }
        }
        guard ids.count <= Self.maxListed else {
            if let index = self.custodian { list(index) }
            return
        }
        for index in ids.indices { list(index) }
    }

    private mutating func list(_ index: ParticipantIndex) {
        if isListed.insert(index).inserted { listed.append(index) }
    }

    mutating func add(_ message: Message, me: ParticipantIndex?, _ budget: WorkBudget) {
        if let from = message.from { list(from) }
        guard message.hasDetails else { return }
        for reaction in budget.checked(message.details.reactions) {
            for name in budget.checked(reaction.by) { add(name) }
            if reaction.isMine, let me { list(me) }
        }
        if let mover = RSMFType.mover(of: message) { add(mover) }
    }

    private mutating func add(_ name: String) {
        if RedactionMark.isMark(name) { return }
        if let index = known[name] { return list(index) }
        guard !name.isEmpty, otherIDs[name] == nil else { return }
        let id = Self.id(name, or: name) { taken.contains($0) || takenByOthers.contains($0) }
        takenByOthers.insert(id)
        otherIDs[name] = id
        others.append((id, name))
    }

    /// Nil if the person is unknown: a redacted name may represent several people.
    func id(named name: String) -> String? {
        guard !RedactionMark.isMark(name) else { return nil }
        return known[name].map { ids[$0] } ?? otherIDs[name]
    }

    static func id(
        _ id: String, or other: String, unless isTaken: (String) -> Bool
    ) -> String {
        guard id.isEmpty || isTaken(id) else { return id }
        var other = other
        while isTaken(other) { other = "#" + other }
        return other
    }
}

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

    /// The person who joined or left; nil unless the event concerns exactly one.
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
