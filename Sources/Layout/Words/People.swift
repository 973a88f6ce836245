import Conversation

/// The names of participants by what messages call them: events, polls and reactions hold ids or names.
struct People: Sendable {
    private let names: [String: String]

    init(_ participants: [Participant]) {
        var names: [String: String] = [:]
        for participant in participants where participant.id != participant.name {
            names[participant.id] = participant.name
        }
        self.names = names
    }

    /// What it is called with stays, where it is nobody's id.
    func name(of person: String) -> String { names[person] ?? person }
}
