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

    mutating func showGaps() {
        guard options.gaps == true || options.showsAllDetails else { return }
        let omitted = options.excerpt.omitted
        gaps = options.order == .desc ? omitted : omitted.reversed()
    }

    /// Lines such as "… 14 messages left out …" before a message, or, for nil, before the end.
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

    func isShown(_ message: Message) -> Bool {
        switch message.kind {
        case .system, .note: options.show.system ?? conversation.showsNotes
        case .message, .call, .typing, .unread, .unknown: true
        }
    }

    func number(of message: Message) -> String? {
        options.show.numbers ? "#\(message.number)" : nil
    }

    /// With the handle if handles are shown.
    func sender(of message: Message) -> String? {
        guard let from = message.from else { return nil }
        let person = conversation.participants[from]
        guard options.show.handles, let handle = person.handle, handle != person.name else {
            return person.plainName
        }
        return person.plainName + " · " + handle
    }

    /// "2026-05-31 09:40:00 +02:00"; nil if there is no time or times are not shown.
    mutating func time(_ moment: Moment?) -> String? {
        guard let moment, options.show.times != .never else { return nil }
        return dates.full(moment)
    }

    mutating func offset(at moment: Moment) -> Int32 {
        Int32(truncatingIfNeeded: dates.offset(at: moment))
    }

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

    func links(in message: Message) -> [String] {
        HiddenLinks(message.body).lines
    }

    // MARK: - After the body

    /// - Parameter isShown: whether an attachment's picture and caption are visible.
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
        if options.show.sources ?? true { remarks += differences(details) }
        return remarks
    }

    /// What sources say otherwise, one line each.
    mutating func differences(_ details: MessageDetails) -> [String] {
        details.differences.map { difference in
            phrases.sentence(difference, time: time(difference.at), in: conversation)
        }
    }

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

/// The non-text contents of a message as text: files by name, cards by all of their text.
extension MessageWords {
    func attachments(
        of message: Message, without isShown: (Attachment) -> Bool = { _ in false }
    ) -> [String] {
        budget.checked(message.attachments).compactMap { attachment in
            let isShown = isShown(attachment)
            let isPicture = [.image, .sticker, .gif].contains(attachment.kind)
            if isShown, isPicture, attachment.transcript == nil { return nil }
            return joined(
                [
                    label(of: attachment, withCaption: !isShown),
                    attachment.transcript.map { transcript(of: $0) },
                ], by: "\n")
        }
    }

    private func label(of attachment: Attachment, withCaption: Bool) -> String {
        let words = AttachmentWords(phrases)
        var facts = [attachment.name, attachment.title, attachment.performer]
        facts.append(attachment.duration.map { phrases.clock($0) })
        facts.append(attachment.size.map { phrases.size($0) })
        facts += [attachment.alt, attachment.card?.text, attachment.card?.url]
        for button in budget.checked(attachment.card?.buttons ?? []) {
            facts.append(joined(["[" + button.text + "]", button.url], by: " "))
        }
        if withCaption { facts.append(attachment.caption) }
        let missing =
            attachment.availability == .missing ? "(" + words.reason(attachment) + ")" : nil
        let details = joined([joined(facts, by: " · "), missing], by: " ")
        return details.isEmpty ? words.kind(attachment) : words.kind(attachment) + ": " + details
    }

    private func transcript(of words: String) -> String {
        words.isEmpty ? "" : phrases[.transcript] + ": " + words
    }

    func cards(_ details: MessageDetails, isCall: Bool) -> [String] {
        var remarks: [String] = []
        if let call = details.call ?? (isCall ? Call() : nil) {
            remarks.append(joined([phrases.title(of: call), phrases.facts(of: call)], by: ", "))
        }
        if let poll = details.poll { remarks.append(words(of: poll)) }
        if let payment = details.payment {
            remarks.append(joined([phrases.heading(of: payment), payment.note], by: " · "))
        }
        if let location = details.location { remarks.append(phrases.heading(of: location)) }
        if let contact = details.contact {
            let reachable = joined([contact.name] + contact.phones + contact.emails, by: " · ")
            remarks.append(joined([phrases[.contact], reachable], by: ": "))
        }
        if let link = details.link {
            let words = joined([link.site, link.title, link.summary, link.url], by: " · ")
            remarks.append(phrases[.link] + ": " + words)
        }
        return remarks
    }

    private func words(of poll: Poll) -> String {
        var lines = [phrases.heading(of: poll)]
        for option in budget.checked(poll.options) {
            lines.append(phrases.answer(option, voters: option.voters.joined(separator: ", ")))
        }
        if let voters = poll.totalVoters { lines.append(phrases.counted(.voters, voters)) }
        return lines.joined(separator: "\n")
    }
}

/// The addresses of links whose text does not show them. Text without marks would lose them.
struct HiddenLinks {
    /// Lines such as "the minutes: https://example.org/2026".
    private(set) var lines: [String] = []

    init(_ blocks: [TextBlock]) { for block in blocks { add(block) } }

    private mutating func add(_ block: TextBlock) {
        switch block {
        case .paragraph(let rich), .heading(_, let rich): add(rich)
        case .code, .rule: break
        case .quote(let blocks): for block in blocks { add(block) }
        case .list(_, let items): for block in items.lazy.flatMap(\.blocks) { add(block) }
        case .table(_, let header, let rows):
            for cell in header { add(cell) }
            for cell in rows.lazy.joined() { add(cell) }
        }
    }

    private mutating func add(_ rich: RichText) {
        // Nested links add nothing, and would make a short text long.
        var end = 0
        var (place, offset) = (rich.text.utf8.startIndex, 0)
        for entity in rich.entities where entity.range.lowerBound >= end {
            guard case .link(let url) = entity.kind else { continue }
            end = entity.range.upperBound
            let start = rich.text.utf8.index(place, offsetBy: entity.range.lowerBound - offset)
            place = rich.text.utf8.index(start, offsetBy: entity.range.count)
            offset = end
            let words = String(rich.text[start..<place])
            if !Self.discloses(words, url) { lines.append(words + ": " + url) }
        }
    }

    /// Whether the words already show the address: "example.com", "ana@example.com".
    private static func discloses(_ words: String, _ url: String) -> Bool {
        ["", "https://", "http://", "mailto:", "tel:"].contains { url == $0 + words }
    }
}
