import Model

/// The rows of a load file for a document and its files.
struct ProductionWords {
    private let job: RenderJob
    private let part: DividedFormat.Part

    init(_ job: RenderJob, _ part: DividedFormat.Part) {
        self.job = job
        self.part = part
    }

    private var conversation: Conversation { part.measured.job.conversation }

    var document: LoadFile.Values {
        var values = common(at: part.first)
        var senders: [ParticipantIndex] = []
        var seen: Set<ParticipantIndex> = []
        for message in conversation.messages {
            if let from = message.from, seen.insert(from).inserted { senders.append(from) }
        }
        values[.from] = names(senders)
        values[.msgcount] = String(conversation.messages.count)
        values[.filename] =
            job.output.splitBy == nil ? job.output.filename ?? "chat" : part.name
        return values
    }

    /// The values of a file, taken from the first message that shows it.
    func file(_ file: ConversationFiles.File) -> LoadFile.Values {
        let message = file.places.first.map { conversation.messages[$0] }
        var clock = Clock(zone: conversation.timeZone) ?? Clock()
        var values = common(at: message?.at?.local(to: &clock))
        values[.from] = names([message?.from].compactMap { $0 })
        values[.filename] = file.given ?? file.name
        return values
    }

    private func common(at moment: Moment?) -> LoadFile.Values {
        var values: LoadFile.Values = [
            .custodian: job.output.custodian ?? "", .conversation: conversation.title ?? "",
            .to: everyone,
        ]
        if let text = moment?.text {
            values[.datesent] = String(text.prefix(10))
            values[.timesent] = String(text.dropFirst(11).prefix(8))
            values[.timezone] = conversation.timeZone
        }
        return values
    }

    /// The maximum number of names per row, because a chat with thousands of members would repeat
    /// them in thousands of rows.
    private static let maxNames = 50

    private var everyone: String {
        let people = Array(conversation.participants.indices)
        let rest = people.count - Self.maxNames
        guard rest > 0 else { return names(people) }
        return names(Array(people.prefix(Self.maxNames))) + "; and \(rest) more"
    }

    private func names(_ people: [ParticipantIndex]) -> String {
        people.map { conversation.participants[$0].name }.joined(separator: "; ")
    }
}
