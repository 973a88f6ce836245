/// Removes words, names and media from a conversation, and counts the removals.
///
/// The result does not depend on the removed content: its words, their number and length, and its
/// pictures and their sizes leave no trace.
final class Redactor {
    var rules: RedactionRules
    let steps: SearchSteps
    private(set) var counts: [RedactionCount]
    /// The indices of messages that are redacted as a whole.
    private(set) var hidden: Set<Int> = []
    /// The rule for each redacted message; absent if the message itself requests redaction.
    private(set) var rulesHiding: [Int: Int] = [:]
    /// The part of the request that is being redacted, and the index in it.
    var place: (part: String, index: Int?) = ("", nil)
    private var pointer: String {
        "/" + place.part + (place.index.map { "/\($0)" } ?? "")
    }
    /// The number of texts in which something was redacted.
    var redactedTexts = 0
    /// Whether the conversation was redacted earlier, so that marks in its texts are genuine.
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
        // Forwarded content still belongs to its original author.
        guard message.hasDetails, let from = message.details.forwarded?.from,
            let rule = rule(of: from), rules.isBar(rule)
        else { return nil }
        return rule
    }

    func count(_ rule: Int, byPart: Bool = false) {
        counts[rule].places += 1
        if byPart { counts[rule].parts += 1 }
    }

    /// Counts the words of a text that resemble redacted ones and are kept.
    func count(
        _ similar: [NameForms.Word], in scalars: [Unicode.Scalar],
        outside places: [HiddenPlaces.Place]
    ) {
        var places = places[...]
        for word in similar {
            while let place = places.first, place.range.upperBound <= word.range.lowerBound {
                places.removeFirst()
            }
            if let place = places.first, place.range.lowerBound < word.range.upperBound { continue }
            rules.forms.count(scalars[word.range], of: word.rule) { pointer }
        }
    }

    func rule(of name: String) -> Int? {
        rules.references[name] ?? rules.rule(ofName: name)
    }

    func redact(_ conversation: inout Conversation) throws(ConversationError) {
        var changed: Set<Int> = []
        for index in conversation.messages.indices {
            try steps.take(16)
            place = ("messages", index)
            if hidden.contains(index) {
                let rule = rulesHiding[index]
                conversation.messages[index].redact(rule.flatMap(rules.reason))
                if let rule { counts[rule].messages += 1 }
            } else {
                let before = redactedTexts
                try redactParts(of: &conversation.messages[index])
                if redactedTexts > before { changed.insert(index) }
            }
        }
        conversation.dropQuotations(of: changed)
        replaceIDs(of: &conversation.messages)
        for index in conversation.participants.indices {
            place = ("participants", index)
            try redact(&conversation.participants[index], at: index)
        }
        replaceIDs(of: &conversation.participants)
        place = ("title", nil)
        conversation.title = try hidden(conversation.title)
        place = ("subtitle", nil)
        conversation.subtitle = try hidden(conversation.subtitle)
        conversation.isRedacted = true
        conversation.withholdFiles()
        conversation.dropUnusedMedia()
        place = ("messages", nil)
        for index in conversation.media.indices {
            conversation.media[index].name = try hidden(conversation.media[index].name)
        }
    }

    /// Adds the similar words to the counts, after everything is redacted.
    func finish() -> [RedactionCount] {
        for rule in counts.indices {
            counts[rule].similar = rules.forms.similarWords(of: rule)
            counts[rule].similarPlaces = counts[rule].similar.reduce(0) { $0 + $1.count }
        }
        return counts
    }

    private func redact(
        _ participant: inout Participant, at index: ParticipantIndex
    ) throws(ConversationError) {
        guard let rule = rules.participants[index] else {
            if try leaks(participant.id) { participant.id = "" }
            participant.name = try text(participant.name)
            participant.handle = try hidden(participant.handle)
            participant.role = try hidden(participant.role)
            return
        }
        // Picture and color are removed, because they may identify the person.
        participant = Participant(id: "", name: rules.covers[rule])
        if !rules.isBar(rule) { counts[rule].participants += 1 }
    }
}
