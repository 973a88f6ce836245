/// The participants of a conversation while it is read, found by id or by name.
struct ParticipantTable {
    private(set) var participants: [Participant] = []
    /// The number of participants that the caller listed. The others appear only as senders.
    private(set) var declared = 0
    private var byID: [String: ParticipantIndex] = [:]
    private var byName: [String: ParticipantIndex] = [:]
    /// Consecutive messages mostly have one sender.
    private var latest: (key: String, index: ParticipantIndex)?

    func index(of key: String) -> ParticipantIndex? { byID[key] ?? byName[key] }

    /// Adds a listed participant; of two with one id, or one name, the first is found by it.
    mutating func declare(_ participant: Participant) {
        add(participant)
        declared = participants.count
    }

    @discardableResult
    mutating func add(_ participant: Participant) -> ParticipantIndex {
        let index = participants.count
        participants.append(participant)
        if byID[participant.id] == nil { byID[participant.id] = index }
        if byName[participant.name] == nil { byName[participant.name] = index }
        return index
    }

    /// The participant of that id or name, who is added where nobody has it.
    mutating func sender(_ key: String) -> ParticipantIndex {
        if let latest, latest.key == key { return latest.index }
        let index = index(of: key) ?? add(Participant(id: key, name: key))
        latest = (key, index)
        return index
    }

    mutating func rename(_ index: ParticipantIndex, to name: String) {
        participants[index].name = name
        byName[name] = byName[name] ?? index
    }

    /// The display name for an identifier or a name. Thousands may refer to one long name by a
    /// short identifier, which would repeat it as often: here it is no longer than any real name.
    func name(of key: String) -> String {
        guard let index = index(of: key) else { return key }
        let name = participants[index].name
        guard name.utf8.count > 4 * ParticipantTable.longestName else { return name }
        return String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(ParticipantTable.longestName)))
            + "…"
    }

    private static let longestName = 200
}
