/// Takes words, names and media out of a conversation, and counts what it took.
///
/// What is left is the same whatever was taken: its words, their number and length, its pictures
/// and their sizes leave no trace.
package final class Redactor {
    private(set) var rules: RedactionRules
    let steps: SearchSteps
    private(set) var counts: [RedactionCount]
    /// Places of messages that are hidden as a whole.
    private(set) var hidden: Set<Int> = []
    /// The number of the rule that hides each message; none if the message itself requests it.
    private(set) var rulesHiding: [Int: Int] = [:]
    /// Marks that stand in it already are those of an earlier redaction.
    let hasMarks: Bool

    init(
        _ redactions: [Options.Redaction], in conversation: Conversation,
        everydayWords: [String] = [], _ steps: SearchSteps
    ) throws(ConversationError) {
        rules = try RedactionRules(redactions, in: conversation, everydayWords: everydayWords)
        self.steps = steps
        counts = redactions.map { RedactionCount(reason: $0.reason) }
        hasMarks = conversation.isRedacted
        for (index, message) in conversation.messages.enumerated() {
            if let rule = rule(hiding: message, at: index) {
                hidden.insert(index)
                rulesHiding[index] = rule
            } else if message.hasDetails, message.details.redacted != nil {
                hidden.insert(index)
            }
        }
    }

    private func rule(hiding message: Message, at index: Int) -> Int? {
        if let rule = rules.messages[index] { return rule }
        if let from = message.from, let rule = rules.participants[from], rules.isBar(rule) {
            return rule
        }
        // What somebody else passes on is still theirs.
        guard message.hasDetails, let from = message.details.forwarded?.from,
            let rule = rule(of: from), rules.isBar(rule)
        else { return nil }
        return rule
    }

    /// Counts a place that a rule hid.
    func count(_ rule: Int, byPart: Bool = false) {
        counts[rule].places += 1
        if byPart { counts[rule].parts += 1 }
    }

    /// Counts the words of a text that resemble what is hidden and are left.
    func countSimilar(
        in scalars: [Unicode.Scalar], outside places: [HiddenPlaces.Place]
    ) throws(ConversationError) {
        guard !rules.similar.isEmpty else { return }
        try rules.similar.count(in: scalars, outside: places, steps)
    }

    /// The rule that hides a name.
    func rule(of name: String) -> Int? {
        rules.references[name] ?? rules.rule(ofName: name)
    }

    func redact(_ conversation: inout Conversation) throws(ConversationError) {
        for index in conversation.messages.indices {
            try steps.take(16)
            if hidden.contains(index) {
                let rule = rulesHiding[index]
                conversation.messages[index].redact(rule.flatMap(rules.reason))
                if let rule { counts[rule].messages += 1 }
            } else {
                try redactParts(of: &conversation.messages[index])
            }
        }
        for index in conversation.participants.indices {
            try redact(&conversation.participants[index], at: index)
        }
        conversation.title = try hidden(conversation.title)
        conversation.subtitle = try hidden(conversation.subtitle)
        conversation.isRedacted = true
        conversation.dropUnusedMedia()
        for index in conversation.media.indices {
            conversation.media[index].name = try hidden(conversation.media[index].name)
        }
        for rule in counts.indices { counts[rule].similar = rules.similar.words(of: rule) }
    }

    private func redact(
        _ participant: inout Participant, at index: ParticipantIndex
    ) throws(ConversationError) {
        guard let rule = rules.participants[index] else {
            if try leaks(participant.id) { participant.id = "participant-\(index + 1)" }
            participant.name = try text(participant.name)
            participant.handle = try hidden(participant.handle)
            participant.role = try hidden(participant.role)
            return
        }
        // Neither picture nor colour, which may tell who it is.
        participant = Participant(
            id: rules.isBar(rule) ? "redacted-\(index + 1)" : "participant-\(index + 1)",
            name: rules.covers[rule])
    }
}
