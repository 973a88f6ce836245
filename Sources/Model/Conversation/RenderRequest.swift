package import Basics

/// A request: decoded, then prepared in place. Preparing removes redacted content everywhere, and
/// filtered messages from the conversation.
package struct RenderRequest: Sendable {
    package var conversation: Conversation
    /// A theme's name or an inline theme object, or nil for the theme of the service or the
    /// default.
    package var theme: JSONValue?
    package var output: Output
    /// The options; once prepared, with the messages to which they apply.
    package var options: Options
    /// The first hundred warnings; once prepared, those that disclose no redacted content, and the
    /// effects of rules and filters.
    package var warnings: [Warning]
    package var warningCount: Int
    /// The settings in use, such as `page.size=letter`. Free text of callers is not included.
    package var settings: [String] = []
    /// The first part of the body that sets the theme, the output or an option; nil if there is none.
    package internal(set) var styles: String?
    /// Nil unless the output is an evidence document.
    package internal(set) var drawing: DrawingSettings?
    /// The names of the files that the request refers to.
    package internal(set) var files: Set<String> = []
    /// The name of the file that contained the whole request.
    package var sourceName: String?
    /// Before filters.
    package private(set) var total = 0
    /// In the request's order.
    package private(set) var redactions: [RedactionCount] = []
    package private(set) var filters: [FilterCount] = []
    package private(set) var omissions: [Omission] = []

    package init(
        conversation: Conversation, theme: JSONValue? = nil, output: Output = Output(),
        options: Options = Options(), warnings: [Warning] = [], warningCount: Int? = nil
    ) {
        self.conversation = conversation
        self.theme = theme
        self.output = output
        self.options = options
        self.warnings = warnings
        self.warningCount = warningCount ?? warnings.count
    }
}

extension RenderRequest {
    /// Numbers, redacts, filters and sorts the messages.
    ///
    /// - Parameters:
    ///   - everydayWords: words of the conversation's language that may also be part of a name.
    ///   - mayContinue: called every few thousand steps, because many patterns on many messages
    ///     take a while.
    package consuming func prepared(
        limits: Limits = Limits(), everydayWords: [String] = [],
        whileTrue mayContinue: @escaping () -> Bool = { true }
    ) throws(ConversationError) -> RenderRequest {
        // The original names, without the messages: copying millions of messages would double their
        // memory.
        var original = conversation
        original.messages = []
        let asked = options
        let steps = SearchSteps(limit: limits.searchSteps, whileTrue: mayContinue)
        var request = self
        request.total = request.conversation.messages.count
        request.conversation.numberMessages()
        let named = try NamedMessages(asked, in: request.conversation)
        let isMarked = request.conversation.messages.contains {
            $0.hasDetails && $0.details.redacted != nil
        }
        if isMarked || !asked.redactions.isEmpty {
            let redactor = try Redactor(
                asked.redactions, in: request.conversation, everydayWords: everydayWords, steps)
            try request.redact(with: redactor)
        }
        let filter = try MessageFilter(asked.filter, in: original, steps)
        let kept = try filter.places(in: request.conversation, order: asked.order)
        request.filters = filter.counts
        request.omissions = filter.omissions
        request.options.excerpt = try Excerpt(
            request.options, named, in: request.conversation, original: original, steps)
        let omitted = filter.omissions.ranges
        request.options.excerpt.omitted = omitted
        if kept.count < request.total || asked.order == .desc {
            try request.conversation.keep(kept) { (message) throws(ConversationError) in
                try filter.mayQuote(message)
            }
        }
        // The limit applies only to the messages that are shown.
        guard kept.count <= limits.messages else {
            throw .tooMany(.messages, limit: limits.messages, pointer: "/messages")
        }
        try request.report(named.warnings(without: omitted))
        return request
    }

    private mutating func redact(with redactor: Redactor) throws(ConversationError) {
        try redactor.redact(&conversation)
        redactor.place = ("options", nil)
        try options.map(.texts) { (text) throws(ConversationError) in try redactor.text(text) }
        redactor.place = ("output", nil)
        sourceName = try redactor.hidden(sourceName)
        try output.map(.texts) { (text) throws(ConversationError) in try redactor.text(text) }
        // Chatprint's own footers contain nothing from the conversation.
        let footers = [PageSetup().footer, output.page.provingFooter]
        try output.map(.templates) { text throws(ConversationError) in
            footers.contains(text) ? text : try redactor.template(text) ?? text
        }
        // The name of a volume cannot contain the characters of a redaction mark.
        let (volume, standard) = (output.production.volume, ProductionSetup().volume)
        if volume != standard, try redactor.text(volume) != volume {
            output.production.volume = standard
        }
        try drawing?.rewrite { text throws(ConversationError) in
            footers.contains(text) ? text : try redactor.template(text) ?? text
        }
        redactions = redactor.finish()
        let all = warnings
        warnings = []
        for warning in all {
            if redactor.isHidden(warning) { continue }
            let detail = try redactor.leaks(warning.detail) ? "" : warning.detail
            let pointer = try redactor.leaks(warning.pointer) ? "" : warning.pointer
            warnings.append(
                Warning(
                    warning.kind, at: pointer,
                    detail.isEmpty ? "the details are redacted" : detail))
        }
        warningCount -= all.count - warnings.count
    }

    /// Adds warnings about the effects of rules and filters. A rule without any match and a lost
    /// annotation are errors under `strict`, because they were written for a purpose.
    ///
    /// - Parameter lost: the warnings about annotations of omitted messages.
    private mutating func report(_ lost: [Warning]) throws(ConversationError) {
        var found: [Warning] = []
        for (rule, count) in redactions.enumerated() {
            found.append(
                Warning(.redaction, at: RedactionRules.pointer(rule), count.sentence))
        }
        let faults = zip(found, redactions).filter { $0.1.isNothing }.map(\.0) + lost
        if options.isStrict, !faults.isEmpty { throw .strict(faults, count: faults.count) }
        found += lost
        for (rule, count) in redactions.enumerated() where !count.similar.isEmpty {
            found.append(
                Warning(.similarName, at: RedactionRules.pointer(rule), count.similarSentence))
        }
        for filter in filters {
            found.append(
                Warning(
                    .filter, at: filter.pointer,
                    "\(filter.leftOut) of \(counted(total, "message")) omitted"))
        }
        warnings += found
        warningCount += found.count
    }
}

extension RedactionCount {
    fileprivate var sentence: String {
        guard !isNothing else { return "the rule matches nothing" }
        return "redacted " + (participants == 0 ? "" : counted(participants, "participant") + ", ")
            + counted(messages, "message") + " and " + counted(places, "place")
            + (parts == 0 ? "" : ", \(parts) matched only a part of a name")
    }

    /// The maximum number of words listed in a warning.
    private static let maxWords = 20

    fileprivate var similarSentence: String {
        let words = similar.prefix(Self.maxWords).map { "\($0.text) (\($0.count), \($0.pointer))" }
        let more = similar.count - words.count
        return counted(similar.count, "word") + " similar to the name kept: "
            + words.joined(separator: ", ") + (more == 0 ? "" : " and \(more) more")
            + "; to hide a word, add it to also"
    }
}

extension Redactor {
    /// The warning is about something that is not shown.
    fileprivate func isHidden(_ warning: Warning) -> Bool {
        let steps = warning.pointer.split(separator: "/")
        guard steps.count > 1, let index = Int(steps[1]) else { return false }
        switch steps[0] {
        case "messages": return hidden.contains(index)
        case "participants": return rules.participants[index] != nil
        default: return false
        }
    }
}

/// "1 place", "2 places".
private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
}

extension Conversation {
    package mutating func numberMessages() {
        // This check avoids a copy: even a loop that changes nothing would copy the messages if
        // they are shared.
        guard messages.indices.contains(where: { messages[$0].number != $0 + 1 }) else { return }
        for index in messages.indices { messages[index].number = index + 1 }
    }

    /// Keeps only some messages. Replies are updated to the new indices, or store the quote of a
    /// message that is removed.
    ///
    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    mutating func keep<Failure: Error>(
        _ places: [Int], _ budget: WorkBudget = .unlimited,
        isQuoted: (Message) throws(Failure) -> Bool
    ) throws(Failure) {
        // A dictionary instead of an array for all messages, because a conversation may be split
        // into thousands of parts.
        var moved: [Int: Int] = [:]
        moved.reserveCapacity(places.count)
        for (index, place) in budget.checked(places.enumerated()) { moved[place] = index }
        let all = messages
        messages = try budget.checked(places).map { (place) throws(Failure) in
            var message = all[place]
            guard message.hasDetails else { return message }
            var details = message.details
            if let head = details.thread?.index { details.thread?.index = moved[head] }
            if let quoted = details.replyTo?.index {
                details.replyTo?.index = moved[quoted]
                if moved[quoted] == nil {
                    let source = all[quoted]
                    try details.replyTo?.quote(source, of: participants, isQuoted(source))
                }
            }
            message.details = details
            return message
        }
    }
}

extension Reply {
    /// The maximum length of a quote that any theme shows.
    private static let maxQuoteLength = 300

    /// Stores the quote of a message that will not be shown itself, or only its sender.
    fileprivate mutating func quote(
        _ message: Message, of participants: [Participant], _ isQuoted: Bool
    ) {
        from = from ?? message.from.map { participants[$0].name }
        guard isQuoted else {
            (text, attachmentKind) = (nil, nil)
            return
        }
        if text == nil, let quoted = message.body.first?.plainText, !quoted.isEmpty {
            text = String(RedactionMark.beginning(of: quoted, Reply.maxQuoteLength))
        }
        attachmentKind = attachmentKind ?? message.attachments.first?.kind
    }
}
