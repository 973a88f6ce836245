import Basics
import Layout
import Model
import Themes

/// Everything about a message besides its text, in the reader's language: one line per fact, or
/// several if a person's own text has several.
struct MessageWords {
    let conversation: Conversation
    let phrases: Phrases
    private let options: Options
    private var dates: DateWords
    /// The quoted texts by the index of the quoted message, because thousands of replies may quote
    /// the same long message.
    private var quoted: [Int: String] = [:]
    /// The omitted ranges that are still to be reported, the next one last.
    private var gaps: [ClosedRange<Int>] = []

    /// The maximum length of a quote that any theme shows.
    private static let maxQuoteLength = 300

    private let deletion: RelationStyle.Deleted

    /// The work budget, checked in loops over the many items of a message.
    let budget: WorkBudget

    init(
        _ conversation: Conversation, options: Options, language: InterfaceLanguage,
        deletion: RelationStyle.Deleted = .deleted, budget: WorkBudget
    ) {
        self.deletion = deletion
        self.conversation = conversation
        self.budget = budget
        self.options = options
        phrases = Phrases(language, locale: conversation.locale, namesAll: true)
        dates = DateWords(
            locale: conversation.locale,
            zone: TimeZoneFiles.rules(of: conversation.timeZone) ?? .gmt, clock: .auto, isFull: true
        )
    }

    /// Enables reports of the messages that the filter omitted.
    mutating func showGaps() {
        guard options.gaps == true || options.showsAllDetails else { return }
        let omitted = options.excerpt.omitted
        gaps = options.order == .desc ? omitted : omitted.reversed()
    }

    /// Returns lines such as "… 14 messages left out …" for all omissions before a message, or, for
    /// nil, before the end.
    mutating func gaps(before number: Int?) -> [String] {
        var remarks: [String] = []
        while let gap = gaps.last {
            if let number {
                let isPast = gap.lowerBound < number
                guard isPast != (options.order == .desc) else { break }
            }
            remarks.append("… " + phrases.counted(.leftOut, gap.count) + " …")
            gaps.removeLast()
        }
        return remarks
    }

    /// Returns whether a message is shown, as in every theme.
    func isShown(_ message: Message) -> Bool {
        switch message.kind {
        case .system, .note: options.show.system ?? conversation.showsNotes
        case .message, .call, .typing, .unread, .unknown: true
        }
    }

    /// Returns "#12" if numbers are shown.
    func number(of message: Message) -> String? {
        options.show.numbers ? "#\(message.number)" : nil
    }

    /// Returns "Ana Ruiz", with the handle if handles are shown. Returns nil for a message without
    /// a sender.
    func sender(of message: Message) -> String? {
        guard let from = message.from else { return nil }
        let person = conversation.participants[from]
        guard options.show.handles, let handle = person.handle, handle != person.name else {
            return person.plainName
        }
        return person.plainName + " · " + handle
    }

    /// Returns "2026-05-31 09:40:00 +02:00", or nil if there is no time or times are not shown.
    mutating func time(_ moment: Moment?) -> String? {
        guard let moment, options.show.times != .never else { return nil }
        return dates.full(moment)
    }

    /// Returns the offset from UTC in seconds of the conversation's zone.
    mutating func offset(at moment: Moment) -> Int32 {
        Int32(truncatingIfNeeded: dates.offset(at: moment))
    }

    /// Returns the body of a message, or a substitute text if the source has none.
    func body(of message: Message) -> [TextBlock] {
        guard !message.hasBody else { return message.body }
        let words: String? =
            switch message.kind {
            case .system, .note: message.details.system.map { phrases.sentence($0) }
            case .unread: phrases.unread(message.details.unread)
            case .typing: phrases[.typing]
            case .message, .call, .unknown: nil
            }
        return words.map { [.paragraph(RichText($0))] } ?? []
    }

    // MARK: - Before the body

    mutating func before(_ message: Message) -> [String] {
        var remarks: [String] = []
        if case .unknown(let kind) = message.kind { remarks.append(phrases.unsupported(kind)) }
        guard message.hasDetails else { return remarks }
        let details = message.details
        if let forwarded = details.forwarded {
            remarks.append(
                joined([phrases.forwarded(from: forwarded.from), time(forwarded.at)], by: " · "))
        }
        if let quotation = quotation(details) { remarks.append("↩ " + quotation) }
        if let subject = details.subject, !subject.isEmpty { remarks.append(subject) }
        return remarks
    }

    /// Returns a quotation such as "#3 Ana: See you there".
    private mutating func quotation(_ details: MessageDetails) -> String? {
        guard let reply = details.replyTo else {
            guard let head = details.thread?.index else { return nil }
            return quotation(of: Reply(), at: head)
        }
        return quotation(of: reply, at: reply.index)
    }

    private mutating func quotation(of reply: Reply, at index: Int?) -> String {
        let source = index.map { conversation.messages[$0] }
        let name = reply.from ?? source?.from.map { conversation.participants[$0].name }
        let words: String
        if let text = reply.text, !text.isEmpty {
            words = text
        } else if let index, let source {
            words = quoted[index] ?? Self.quote(source, phrases)
            quoted[index] = words
        } else {
            words = reply.attachmentKind.map { phrases.name(of: $0) } ?? phrases[.originalMissing]
        }
        let lead = joined([source.flatMap { number(of: $0) }, name], by: " ")
        return lead.isEmpty ? words : lead + ": " + words
    }

    private static func quote(_ message: Message, _ phrases: Phrases) -> String {
        if let text = message.body.first?.plainText, !text.isEmpty {
            let start = RedactionMark.beginning(of: text, maxQuoteLength)
            return start.endIndex == text.endIndex ? text : start + "…"
        }
        return phrases.heading(of: message)
    }

    /// Returns the targets of links whose text does not show them, for text without marks.
    func links(in message: Message) -> [String] {
        HiddenLinks(message.body).lines
    }

    // MARK: - After the body

    /// - Parameter isShown: returns whether an attachment's picture and caption are visible.
    mutating func after(
        _ message: Message, without isShown: (Attachment) -> Bool = { _ in false }
    ) -> [String] {
        var remarks = contents(of: message, without: isShown)
        let details = message.details
        if let translation = details.translation, !translation.text.isEmpty {
            remarks.append(
                phrases.translation(into: translation.language) + ": " + translation.text)
        }
        if let effect = details.effect, !effect.isEmpty {
            remarks.append(phrases.sentWith(effect))
        }
        remarks += past(of: message, details)
        remarks += marks(of: message, details)
        remarks += notes(of: message).map { "→ " + $0 }
        return remarks
    }

    func notes(of message: Message) -> [String] {
        (options.excerpt.notes[message.number] ?? []).map(\.text)
    }

    /// Returns lines for the non-text contents: files, cards, and redacted content.
    func contents(
        of message: Message, without isShown: (Attachment) -> Bool = { _ in false }
    ) -> [String] {
        var remarks = attachments(of: message, without: isShown)
        let details = message.details
        if let redacted = details.redacted {
            remarks += redacted.kinds.compactMap { kind in
                kind.redactedPhrase.map { joined([phrases[$0], redacted.reason], by: " · ") }
            }
        }
        return remarks + cards(details, isCall: message.kind == .call)
    }

    /// Returns lines for the previous versions of a message and its deletion.
    private mutating func past(of message: Message, _ details: MessageDetails) -> [String] {
        var remarks: [String] = []
        if let edited = details.edited {
            remarks.append(joined([phrases[.edited], time(edited.at)], by: " "))
            for version in budget.checked(edited.history) {
                let label = joined([phrases[.former], time(version.at)], by: " · ")
                remarks.append(label + ": " + version.text)
            }
        }
        if let deleted = details.deleted {
            let words = phrases.deletion(of: message, in: conversation, deletion)
            let by = deleted.by.flatMap { words.contains($0) ? nil : $0 }
            remarks.append(joined([words, time(deleted.at), by, deleted.reason], by: " · "))
        }
        return remarks
    }

    /// Returns lines for the message's delivery state and its flags.
    private mutating func marks(of message: Message, _ details: MessageDetails) -> [String] {
        var remarks: [String] = []
        var steps: [String] = []
        if let time = time(details.deliveredAt) { steps.append(phrases[.delivered] + " " + time) }
        if let time = time(details.readAt) { steps.append(phrases[.read] + " " + time) }
        if steps.isEmpty, let status = message.status, options.show.status != .never {
            steps.append(phrases.status(status))
        }
        if !steps.isEmpty { remarks.append(steps.joined(separator: " · ")) }
        if details.isPinned { remarks.append(phrases[.pinned]) }
        if details.isStarred { remarks.append(phrases[.starred]) }
        if let replies = details.thread?.replies, replies > 0 {
            remarks.append(phrases.counted(.replies, replies))
        }
        remarks += budget.checked(details.reactions).map { Phrases.words(of: $0) }
        return remarks
    }

    func joined(_ words: [String?], by separator: String) -> String {
        words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
