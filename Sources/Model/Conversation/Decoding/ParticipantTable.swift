struct ParticipantTable {
    private(set) var participants: [Participant] = []
    /// The number of participants that the caller listed. All others occur only as senders.
    private(set) var declared = 0
    private var byID: [String: ParticipantIndex] = [:]
    private var byName: [String: ParticipantIndex] = [:]
    /// The last lookup, because consecutive messages mostly have the same sender.
    private var latest: (key: String, index: ParticipantIndex)?

    func index(of key: String) -> ParticipantIndex? { byID[key] ?? byName[key] }

    /// If two have the same ID or name, lookups return the first.
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

    /// Adds the participant if there is none.
    mutating func sender(_ key: String) -> ParticipantIndex {
        if let latest, latest.key == key { return latest.index }
        let index = index(of: key) ?? add(Participant(id: key, name: key))
        latest = (key, index)
        return index
    }

    /// Returns the display name for an ID or name. Very long names are truncated: thousands of
    /// messages may refer to a name by a short ID, which would multiply its size.
    func name(of key: String) -> String {
        guard let index = index(of: key) else { return key }
        let name = participants[index].name
        guard name.utf8.count > 4 * ParticipantTable.maxNameLength else { return name }
        return String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(ParticipantTable.maxNameLength)))
            + "…"
    }

    private static let maxNameLength = 200
}
