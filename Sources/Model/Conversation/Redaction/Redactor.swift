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
    private var redactedTexts = 0
    /// Whether the conversation was redacted earlier, so that marks in its texts are genuine.
    private let hasMarks: Bool

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
        place = ("sources", nil)
        conversation.renameSources()
        for index in conversation.sources.indices {
            conversation.sources[index].name = try hidden(conversation.sources[index].name)
            conversation.sources[index].format = try hidden(conversation.sources[index].format)
            // A digest could confirm a guess at the content.
            conversation.sources[index].sha256 = nil
        }
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
            return try participant.mapTexts { (text) throws(ConversationError) in
                try self.text(text)
            }
        }
        // Picture and color are removed, because they may identify the person.
        participant = Participant(id: "", name: rules.covers[rule])
        if !rules.isBar(rule) { counts[rule].participants += 1 }
    }
}

extension Redactor {
    /// Redacts matches of patterns and the names of redacted participants.
    private func redactParts(of message: inout Message) throws(ConversationError) {
        if case .unknown(let kind) = message.kind { message.kind = .unknown(try text(kind)) }
        if let id = message.id, try leaks(id) { message.id = "" }
        for index in message.body.indices {
            message.body[index] = try redacted(message.body[index])
        }
        for index in message.attachments.indices {
            var attachment = message.attachments[index]
            try attachment.mapTexts { (text) throws(ConversationError) in try self.text(text) }
            message.attachments[index] = attachment
        }
        let whole = message.hasDetails ? message.details : nil
        try message.mapAddresses { (url) throws(ConversationError) in try self.address(url) }
        guard let whole else { return }
        message.details = try redacted(message.details, unlike: whole)
    }

    private func redacted(_ block: TextBlock) throws(ConversationError) -> TextBlock {
        try block.mapTexts(
            rich: { (rich) throws(ConversationError) in try self.rich(rich) },
            plain: { (text) throws(ConversationError) in try self.text(text) })
    }

    /// - Parameters:
    ///   - linked: the details with redacted addresses.
    ///   - whole: the details before redaction.
    private func redacted(
        _ linked: MessageDetails, unlike whole: MessageDetails
    ) throws(ConversationError) -> MessageDetails {
        var details = linked
        if let reply = whole.replyTo {
            if try reply.id.map({ (id) throws(ConversationError) in try leaks(id) }) ?? false {
                details.replyTo?.id = nil
            }
            if isHidden(reply) {
                details.replyTo?.id = nil
                details.replyTo?.text = nil
                details.replyTo?.attachmentKind = nil
            }
        }
        if let thread = whole.thread {
            let isHidden = thread.index.map { hidden.contains($0) } ?? false
            if isHidden { details.thread?.root = nil }
            if let root = thread.root, try leaks(root) { details.thread?.root = nil }
        }
        try details.mapTexts { (text) throws(ConversationError) in try self.text(text) }
        if let reply = whole.replyTo, isHidden(reply) {
            details.replyTo?.text = RedactionMark.text(reasons: reasons(hiding: reply))
        }
        try details.mapNames { (name) throws(ConversationError) in try self.name(name) }
        removeDisclosures(&details, unlike: whole)
        return details
    }

    private func reasons(hiding reply: Reply) -> [String] {
        let rule = reply.index.map { rulesHiding[$0] } ?? reply.from.flatMap(rule)
        return [rule.flatMap(rules.reason)].compactMap { $0 }
    }

    private func isHidden(_ reply: Reply) -> Bool {
        if let index = reply.index { return hidden.contains(index) }
        return reply.from.flatMap(rule).map(rules.isBar) ?? false
    }

    /// Removes pictures, words, coordinates, numbers and addresses that disclose the text redacted
    /// beside them.
    private func removeDisclosures(_ details: inout MessageDetails, unlike whole: MessageDetails) {
        if let place = details.location,
            place.name != whole.location?.name || place.address != whole.location?.address
        {
            details.location?.latitude = nil
            details.location?.longitude = nil
            details.location?.picture = nil
        }
        if let card = details.contact, card.name != whole.contact?.name {
            details.contact?.phones = []
            details.contact?.emails = []
        }
        if let link = details.link, link != whole.link { details.link?.picture = nil }
        // The words of a preview are those of the page.
        if let link = details.link, link.url != whole.link?.url {
            details.link = LinkPreview(url: link.url)
        }
        for (index, reaction) in whole.reactions.enumerated()
        where details.reactions[index].emoji != reaction.emoji {
            details.reactions[index].picture = nil
        }
    }
}

extension Message {
    /// Removes everything except the sender, times, service, thread and kinds of content.
    ///
    /// - Parameter reason: the reason code, or nil to keep the message's own.
    mutating func redact(_ reason: String? = nil) {
        let kinds = contents.filter(\.isSent)
        let isNote = kind == .system || kind == .note || kind == .unread
        var kept = MessageDetails()
        kept.deliveredAt = details.deliveredAt
        kept.readAt = details.readAt
        kept.service = details.service
        kept.thread = details.thread
        kept.thread?.root = nil
        kept.thread?.replies = nil
        kept.sources = details.sources
        // What differs is content; that another source lacks the message is not.
        kept.differences = details.differences.map { Difference($0.kind, in: $0.source) }
        var redacted = Redacted()
        if !isNote { redacted.kinds = ContentKind.allCases.filter(kinds.contains) }
        redacted.reason = reason ?? details.redacted?.reason
        kept.redacted = redacted
        let hasText = isNote || kinds.isEmpty || kinds.contains(.text)
        let mark = RedactionMark.text(reasons: [redacted.reason].compactMap { $0 })
        body = hasText ? [.paragraph(RichText(mark))] : []
        attachments = []
        switch kind {
        case .message, .system, .note, .unread: break
        // A call without details is only a line of text.
        case .call, .typing, .unknown: kind = .message
        }
        id = ""
        language = nil
        direction = .auto
        details = kept
    }
}

extension Conversation {
    /// Removes the stated quotations of some messages, which are then quoted as they are shown. A
    /// quotation may cut a word that is redacted in the message, so that no rule matches it.
    fileprivate mutating func dropQuotations(of quoted: Set<Int>) {
        guard !quoted.isEmpty else { return }
        for index in messages.indices where messages[index].hasDetails {
            let reply = messages[index].details.replyTo
            guard let place = reply?.index, quoted.contains(place), reply?.text != nil else {
                continue
            }
            messages[index].details.replyTo?.text = nil
        }
    }

    private mutating func dropUnusedEmoji() {
        guard !emoji.isEmpty else { return }
        let names = Set(emojiNames)
        emoji = emoji.filter { names.contains($0.name) }
    }

    /// Removes the files of attachments besides pictures that are drawn, because nobody checked
    /// whether they contain redacted content. A digest could confirm a guess at the content.
    fileprivate mutating func withholdFiles() {
        for index in messages.indices {
            for place in messages[index].attachments.indices {
                messages[index].attachments[place].sha256 = nil
                guard messages[index].attachments[place].file != nil else { continue }
                messages[index].attachments[place].file = nil
                messages[index].attachments[place].omitted =
                    "withheld: parts of the conversation are redacted"
            }
        }
    }

    /// Empties the media, so that all other media keeps its index.
    package mutating func dropUnusedMedia() {
        dropUnusedEmoji()
        var used = Set(participants.compactMap(\.avatar) + emoji.map(\.media))
        for message in messages {
            used.formUnion(message.attachments.compactMap(\.media))
            used.formUnion(message.attachments.compactMap(\.file))
            guard message.hasDetails else { continue }
            let details = message.details
            used.formUnion(details.reactions.compactMap(\.picture))
            if let picture = details.link?.picture { used.insert(picture) }
            if let picture = details.location?.picture { used.insert(picture) }
        }
        for index in media.indices where !used.contains(index) {
            media[index].bytes = []
            media[index].name = nil
        }
    }
}

extension Redactor {
    /// Returns the matches in a text as written and as decoded.
    ///
    /// - Parameter similar: receives the words of the text as written that resemble a name.
    private func findings(
        in scalars: [Unicode.Scalar], similar: inout [NameForms.Word]
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var others: [NameForms.Word] = []
        var findings =
            try names(in: scalars, &similar) { $0 } + patterns(in: scalars) { $0 }
        let decoded = DecodedText(scalars)
        if let decoded {
            findings += try names(in: decoded.scalars, &others, decoded.original)
            findings += try patterns(in: decoded.scalars, decoded.original)
        }
        if let separated = DecodedText.separated(decoded?.scalars ?? scalars) {
            findings += try names(in: separated, &others) { decoded?.original($0) ?? $0 }
        }
        return findings
    }

    private func names(
        in scalars: [Unicode.Scalar], _ similar: inout [NameForms.Word],
        _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        guard !rules.names.isEmpty else { return [] }
        let text = rules.folding.fold(scalars)
        var findings: [HiddenPlaces.Finding] = []
        for word in try rules.forms.words(in: text, of: scalars, steps) {
            guard word.isForm else {
                similar.append(word)
                continue
            }
            let range = rules.withInitials(
                rules.names.whole(word.range, scalars), of: word.rule, in: scalars)
            findings.append(
                HiddenPlaces.Finding(
                    range: original(range), rule: word.rule, name: name(by: word.rule),
                    isPart: true))
        }
        for match in try rules.names.matches(in: text, of: scalars, steps) {
            let term = rules.terms[match.name]
            var range = match.range
            switch term.kind {
            case .whole, .part: range = rules.withInitials(range, of: term.rule, in: scalars)
            case .initials: guard RedactionRules.isCapital(scalars[range]) else { continue }
            }
            findings.append(
                HiddenPlaces.Finding(
                    range: original(range), rule: term.rule, name: name(by: term.rule),
                    isPart: term.kind != .whole))
        }
        return findings
    }

    private func patterns(
        in scalars: [Unicode.Scalar], _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        guard !rules.patterns.isEmpty else { return [] }
        let findings = try matches(in: ComposedText(scalars), original)
        guard let visible = VisibleText(scalars) else { return findings }
        return try findings
            + matches(in: ComposedText(visible.scalars)) { original(visible.original($0)) }
    }

    private func matches(
        in composed: ComposedText, _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var findings: [HiddenPlaces.Finding] = []
        for (pattern, rule) in rules.patterns {
            for match in try pattern.matches(in: composed.scalars, steps) {
                findings.append(
                    HiddenPlaces.Finding(
                        range: original(composed.original(match)), rule: rule,
                        name: name(by: rule)))
            }
        }
        return findings
    }

    /// Nil for a bar.
    private func name(by rule: Int) -> String? {
        rules.isBar(rule) ? nil : rules.covers[rule]
    }

    private func widened(
        _ findings: [HiddenPlaces.Finding], in scalars: [Unicode.Scalar]
    ) -> [HiddenPlaces.Finding] {
        guard !findings.isEmpty else { return [] }
        var spans = AddressSpans(scalars)
        return findings.map { finding in
            guard let (range, isAddress) = spans.widened(finding.range) else { return finding }
            return HiddenPlaces.Finding(
                range: range, rule: finding.rule, name: isAddress ? nil : finding.name,
                isPart: finding.isPart)
        }
    }

    /// - Parameter besides: places to hide for other reasons.
    private func hiding(
        _ text: String, _ besides: [HiddenPlaces.Finding] = []
    ) throws(ConversationError) -> RedactedText? {
        guard !text.isEmpty else { return nil }
        let scalars = Array(text.unicodeScalars)
        var similar: [NameForms.Word] = []
        var found = try widened(findings(in: scalars, similar: &similar), in: scalars) + besides
        if hasMarks { found = ExistingMarks(text, scalars).outside(found) }
        let places = HiddenPlaces(found, in: scalars).places
        count(similar, in: scalars, outside: places)
        guard !places.isEmpty else { return nil }
        redactedTexts += 1
        for place in places {
            for rule in place.rules { count(rule, byPart: !place.certain.contains(rule)) }
        }
        return RedactedText(scalars, places) { rules.bar(of: $0) }
    }

    /// A mark that an author wrote gets no bar.
    func text(_ text: String) throws(ConversationError) -> String {
        let own = hasMarks ? text : RedactionMark.without(text)
        return try hiding(own)?.text ?? own
    }

    func hidden(_ text: String?) throws(ConversationError) -> String? {
        guard let text else { return nil }
        return try self.text(text)
    }

    /// Redacts a header or footer, but none of its placeholders, even if a rule matches their names.
    func template(_ template: String?) throws(ConversationError) -> String? {
        guard let template else { return nil }
        return try PageTemplate.rewritten(template) { (text) throws(ConversationError) in
            try self.text(text)
        }
    }

    /// The name of a redacted person is replaced as a whole.
    func name(_ name: String) throws(ConversationError) -> String {
        guard let rule = rule(of: name) else { return try text(name) }
        count(rule)
        return rules.covers[rule]
    }

    // MARK: - Marked text

    func rich(_ rich: RichText) throws(ConversationError) -> RichText {
        guard hasMarks || RedactionMark.places(in: rich.text).isEmpty else {
            return RichText(try text(rich.text))
        }
        let hidden = try hiding(rich.text, addresses(in: rich))
        guard hidden != nil || !rich.entities.isEmpty else { return rich }
        var entities: [(order: Int, entity: Entity)] = []
        for (order, entity) in rich.entities.enumerated() {
            guard try !leaks(entity, hidden) else { continue }
            for range in hidden?.stretches(of: entity.range) ?? [entity.range] {
                entities.append((order, Entity(range, entity.kind)))
            }
        }
        // Outer entities come first, as in the original text.
        entities.sort {
            ($0.entity.range.lowerBound, -$0.entity.range.upperBound, $0.order)
                < ($1.entity.range.lowerBound, -$1.entity.range.upperBound, $1.order)
        }
        return RichText(hidden?.text ?? rich.text, entities.map(\.entity))
    }

    /// Returns the addresses in the text that disclose redacted text, even if only in escapes.
    private func addresses(
        in rich: RichText
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var addresses: [HiddenPlaces.Finding] = []
        var bytes: [UInt8] = []
        var offset = 0
        var scalars = 0
        for entity in rich.entities {
            guard case .link(let url) = entity.kind else { continue }
            if bytes.isEmpty { bytes = Array(rich.text.utf8) }
            let range = entity.range.clamped(to: offset..<bytes.count)
            scalars += UTF8.scalars(in: bytes[offset..<range.lowerBound])
            let count = UTF8.scalars(in: bytes[range])
            let words = String(decoding: bytes[range], as: UTF8.self)
            if url.hasSuffix(words), let finding = try finding(leakingFrom: url) {
                addresses.append(
                    HiddenPlaces.Finding(
                        range: scalars..<scalars + count, rule: finding.rule, name: nil,
                        isPart: finding.isPart))
            }
            scalars += count
            offset = range.upperBound
        }
        return addresses
    }

    /// Returns whether an entity itself contains text to redact.
    private func leaks(_ entity: Entity, _ hidden: RedactedText?) throws(ConversationError) -> Bool
    {
        switch entity.kind {
        case .link(let url):
            if hidden?.touches(entity.range) ?? false { return true }
            return try leaks(url)
        case .customEmoji(let name): return try leaks(name)
        case .bold, .italic, .underline, .strike, .spoiler, .code, .mention, .hashtag: return false
        }
    }

    // MARK: - Invisible text

    /// An ID, address or similar text, as written and as decoded.
    func leaks(_ text: String) throws(ConversationError) -> Bool {
        try finding(leakingFrom: text) != nil
    }

    /// Preferably a match of more than a part of a name.
    private func finding(
        leakingFrom text: String
    ) throws(ConversationError) -> HiddenPlaces.Finding? {
        if hasMarks, RedactionMark.isMark(text) { return nil }
        var similar: [NameForms.Word] = []
        let findings = try findings(in: Array(text.unicodeScalars), similar: &similar)
        return findings.first { !$0.isPart } ?? findings.first
    }

    /// Redacts an address as a whole: half of an address discloses the other half.
    func address(_ url: String) throws(ConversationError) -> String {
        guard let finding = try finding(leakingFrom: url) else { return url }
        count(finding.rule, byPart: finding.isPart)
        return rules.bar(of: [finding.rule])
    }
}

extension UTF8 {
    /// Scalars that begin in the range.
    fileprivate static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
}

extension Redactor {
    /// Names the messages whose IDs were removed by their numbers.
    private func replaceIDs(of messages: inout [Message]) {
        var taken = TakenIDs(messages.lazy.compactMap(\.id))
        for index in messages.indices where messages[index].id == "" {
            let stem = hidden.contains(index) ? "redacted" : "message"
            messages[index].id = taken.free("\(stem)-\(messages[index].number)")
        }
    }

    /// Names the participants whose IDs were removed by their places. Messages may refer to a
    /// participant by name, so a new ID also differs from all names.
    private func replaceIDs(of participants: inout [Participant]) {
        var taken = TakenIDs(participants.lazy.flatMap { [$0.id, $0.name] })
        for index in participants.indices where participants[index].id.isEmpty {
            let isBar = rules.participants[index].map(rules.isBar) ?? false
            participants[index].id = taken.free(
                "\(isBar ? "redacted" : "participant")-\(index + 1)")
        }
    }
}

/// The IDs that the rest of a conversation uses. They contain nothing redacted, so new IDs do not
/// depend on redacted ones.
private struct TakenIDs {
    private var ids: Set<String>

    private static let stems = ["message-", "participant-", "redacted-"]

    /// Stores only IDs that a new one may equal, because there may be millions of others.
    init(_ ids: some Sequence<String>) {
        self.ids = Set(ids.lazy.filter { id in Self.stems.contains(where: id.hasPrefix) })
    }

    /// Returns an ID, numbered if it is taken, and takes it.
    mutating func free(_ id: String) -> String {
        var (free, count) = (id, 1)
        while !ids.insert(free).inserted {
            count += 1
            free = "\(id)-\(count)"
        }
        return free
    }
}
