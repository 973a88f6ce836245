import Basics
import Model

/// Joins two messages that are the same, and notes where they differ.
struct MessageMerger {
    /// The ID of the source that is added.
    let source: String
    let traits: SourceTraits
    let earlierTraits: [SourceTraits]
    let earlier: [ConversationSource]
    /// Whether the source has the message in another order.
    var isMisplaced = false

    /// - Parameters:
    ///   - at: the time in the talk's clock.
    ///   - isCoarse: whether the time of the message is that of a minute.
    func merge(
        _ other: Message, at: Moment?, _ sort: TalkMatch.Sort, isCoarse: inout Bool,
        into message: inout Message
    ) {
        var found: [Difference] = []
        var details = message.details
        let had = details.sources
        let wasErased = message.isErasedNow
        switch sort {
        case .equal: settleText(other, &message)
        case .changed: compare(other, &message, &details, had, &found)
        case .moved: found.append(Difference(.time, in: source, at: at))
        }
        if isMisplaced { found.append(Difference(.order, in: source)) }
        if sort != .moved, let at, message.at == nil || isCoarse && !traits.isCoarse {
            message.at = at
            isCoarse = traits.isCoarse
        }
        message.id = message.id ?? other.id
        message.language = message.language ?? other.language
        message.from = message.from ?? other.from
        message.status = Self.further(message.status, other.status)
        mergeFiles(other, &message, had, &found)
        if other.hasDetails {
            var known = other.details
            // A deletion that left nothing is a difference.
            if other.isErasedNow, !wasErased { known.deleted = nil }
            details.join(known)
        }
        details.sources = had + [source]
        details.differences += found
        message.details = details
    }

    /// Of two equal texts, the one with formatting.
    private func settleText(_ other: Message, _ message: inout Message) {
        if other.formatCount > message.formatCount { message.body = other.body }
        if !message.hasBody { message.body = other.body }
    }

    private func compare(
        _ other: Message, _ message: inout Message, _ details: inout MessageDetails,
        _ had: [String], _ found: inout [Difference]
    ) {
        let (here, there) = (message.plainWords, other.plainWords)
        let isDeletedThere = other.isErasedNow
        if message.isErasedNow != isDeletedThere {
            if isDeletedThere {
                found.append(
                    Difference(.deleted, in: source, at: other.details.deleted?.at))
            } else {
                // The text that one source still has is shown, and who deleted it is said.
                let at = details.deleted?.at
                found += had.map { Difference(.deleted, in: $0, at: at) }
                details.deleted = nil
                message.body = other.body
            }
            return
        }
        guard here != there, !here.fillsGaps(of: there) else {
            return settleText(other, &message)
        }
        if there.fillsGaps(of: here) {
            message.body = other.body
            return
        }
        if there.isEmpty { return }
        if here.isEmpty {
            message.body = other.body
            return
        }
        let history = details.edited?.history.map(\.text) ?? []
        if history.contains(there) {
            found.append(Difference(.edited, in: source, text: there))
        } else if other.hasDetails,
            other.details.edited?.history.contains(where: { $0.text == here }) ?? false
        {
            found += had.map { Difference(.edited, in: $0, text: here) }
            message.body = other.body
        } else {
            let isEdited =
                (details.edited == nil) != (!other.hasDetails || other.details.edited == nil)
            if isEdited, details.edited == nil {
                found += had.map { Difference(.edited, in: $0, text: here) }
                message.body = other.body
            } else {
                found.append(Difference(isEdited ? .edited : .text, in: source, text: there))
            }
        }
    }

    private static func further(_ one: Message.Status?, _ two: Message.Status?) -> Message.Status? {
        let order: [Message.Status] = [.failed, .sending, .sent, .delivered, .read, .played]
        func rank(_ status: Message.Status?) -> Int {
            status.flatMap { order.firstIndex(of: $0) } ?? -1
        }
        return rank(one) >= rank(two) ? one : two
    }

    private func mergeFiles(
        _ other: Message, _ message: inout Message, _ had: [String], _ found: inout [Difference]
    ) {
        let (own, others) = (message.attachments, other.attachments)
        guard !others.isEmpty else { return }
        guard own.count == others.count else {
            if others.count > own.count { message.attachments = others }
            return
        }
        var (isMissingHere, isMissingThere) = (false, false)
        for index in own.indices {
            let (here, there) = (own[index].isPresent, others[index].isPresent)
            isMissingHere = isMissingHere || there && !here
            isMissingThere = isMissingThere || here && !there
            var best = there && !here ? others[index] : own[index]
            best.join(there && !here ? own[index] : others[index])
            message.attachments[index] = best
        }
        // An export without any file was made so.
        if isMissingThere, traits.hasFiles { found.append(Difference(.file, in: source)) }
        if isMissingHere {
            for (id, traits) in zip(earlier, earlierTraits)
            where traits.hasFiles && had.contains(id.id) {
                found.append(Difference(.file, in: id.id))
            }
        }
    }
}

extension MessageDetails {
    /// Takes what another source knows of the same message.
    fileprivate mutating func join(_ other: MessageDetails) {
        let own = reactions
        if replyTo?.id == nil, replyTo?.index == nil { replyTo = other.replyTo ?? replyTo }
        complete(with: other)
        reactions = own
        guard !other.reactions.isEmpty else { return }
        var places = Dictionary(reactions.enumerated().map { ($1.emoji, $0) }) { first, _ in first }
        var people: [Int: Set<String>] = [:]
        for reaction in other.reactions {
            guard let place = places[reaction.emoji] else {
                places[reaction.emoji] = reactions.count
                reactions.append(reaction)
                continue
            }
            for name in reaction.by
            where people[place, default: Set(reactions[place].by)].insert(name).inserted {
                reactions[place].by.append(name)
            }
            reactions[place].count = max(
                reactions[place].count, reaction.count, reactions[place].by.count)
            reactions[place].isMine = reactions[place].isMine || reaction.isMine
            reactions[place].picture = reactions[place].picture ?? reaction.picture
        }
    }
}

extension Attachment {
    fileprivate var isPresent: Bool { media != nil || file != nil }

    /// Takes what another source knows of the same file.
    fileprivate mutating func join(_ other: Attachment) {
        let own = self
        complete(with: other)
        // It is not missing here.
        if isPresent { (missing, omitted) = (own.missing, own.omitted) }
        guard kind == .file else { return }
        (kind, unknownKind) = (other.kind, unknownKind ?? other.unknownKind)
    }
}

extension Message {
    var plainWords: String {
        paragraph?.text ?? body.map(\.plainText).joined(separator: "\n")
    }

    fileprivate var formatCount: Int { paragraph?.entities.count ?? body.count + 1 }

    /// Whether the text is gone.
    fileprivate var isErasedNow: Bool {
        hasDetails && details.deleted != nil && !hasBody && attachments.isEmpty
    }

    /// What two exports say equally of a message: its words without direction marks, variation
    /// selectors and repeated blanks, or else the kind of its content.
    var comparableWords: String {
        // Some exports write a text for an event or a contact, others only state it.
        if kind == .system, hasDetails, let action = details.system?.action,
            action != SystemAction.notice.rawValue
        {
            return "\0" + action
        }
        var texts = hasBody ? [paragraph?.withoutMentions ?? plainWords] : []
        texts += attachments.compactMap(\.caption)
        if hasDetails, let question = details.poll?.question { texts.append(question) }
        let plain = Self.comparable(texts)
        return plain.nonEmpty ?? contentKind
    }

    private static func comparable(_ texts: [String]) -> String {
        var scalars = String.UnicodeScalarView()
        var isBlank = true
        for text in texts {
            for scalar in text.unicodeScalars {
                switch scalar.value {
                case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFE0E, 0xFE0F,
                    0xFEFF:
                    continue
                case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F:
                    if !isBlank { scalars.append(" ") }
                    isBlank = true
                default:
                    scalars.append(scalar)
                    isBlank = false
                }
            }
            if !isBlank { scalars.append(" ") }
            isBlank = true
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// Words that no person writes, so that a picture never equals a text.
    private var contentKind: String {
        if let kind = attachments.first?.kind {
            // Exports do not distinguish these.
            let alike: [Attachment.Kind: Attachment.Kind] = [
                .gif: .image, .video_note: .video, .voice: .audio,
            ]
            return "\0" + (alike[kind] ?? kind).rawValue
        }
        guard hasDetails else { return "" }
        let details = details
        if details.deleted != nil { return "\0deleted" }
        if details.contact != nil { return "\0contact" }
        if kind == .call || details.call != nil { return "\0call" }
        if details.location != nil { return "\0location" }
        if details.payment != nil { return "\0payment" }
        if let link = details.link { return link.url }
        return ""
    }

    /// How probable it is that a message of the same sender and minute is this one with another
    /// text: 0 if it is not.
    func likeness(to other: Message) -> Int {
        if isErasedNow != other.isErasedNow { return 1 }
        let (here, there) = (plainWords, other.plainWords)
        if here.isEmpty || there.isEmpty {
            return !attachments.isEmpty && attachments.count == other.attachments.count ? 1 : 0
        }
        let (first, second) = (Self.wordSet(here), Self.wordSet(there))
        let common = first.intersection(second).count
        return 2 * common >= max(1, min(first.count, second.count)) ? common : 0
    }

    private static func wordSet(_ text: String) -> Set<Substring> {
        Set(
            text.prefix(2_000).lowercased().split { !$0.isLetter && !$0.isNumber }.prefix(64).map {
                $0
            })
    }

    /// Numbers pictures and files as part of a larger list.
    mutating func shift(media count: Int) {
        guard count > 0 else { return }
        for index in attachments.indices {
            attachments[index].media = attachments[index].media.map { $0 + count }
            attachments[index].file = attachments[index].file.map { $0 + count }
        }
        guard hasDetails else { return }
        var details = details
        let (map, preview) = (details.location?.picture, details.link?.picture)
        details.location?.picture = map.map { $0 + count }
        details.link?.picture = preview.map { $0 + count }
        for index in details.reactions.indices {
            details.reactions[index].picture = details.reactions[index].picture.map { $0 + count }
        }
        if details != self.details { self.details = details }
    }

    /// Calls people as the talk does, and marks the places of other messages as those of another
    /// conversation.
    mutating func settle(_ names: [String: String]) {
        guard hasDetails else { return }
        var details = details
        if !names.isEmpty { details.mapNames { names[$0] ?? $0 } }
        let (quoted, head) = (details.replyTo?.index, details.thread?.index)
        details.replyTo?.index = quoted.map { ~$0 }
        details.thread?.index = head.map { ~$0 }
        if details != self.details { self.details = details }
    }
}

extension RichText {
    /// Phones call the people of their address books by other names.
    fileprivate var withoutMentions: String? {
        let mentions = entities.filter { $0.kind == .mention }.map(\.range)
        guard !mentions.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        var (rest, start): ([UInt8], Int) = ([], 0)
        for range in mentions where range.lowerBound >= start && range.upperBound <= bytes.count {
            rest += bytes[start..<range.lowerBound]
            start = range.upperBound
        }
        rest += bytes[start...]
        return String(decoding: rest, as: UTF8.self)
    }
}

extension String {
    /// Whether a text equals this one except for placeholders (U+FFFC), which some exports write for
    /// names and files.
    fileprivate func fillsGaps(of text: String) -> Bool {
        // The search is quadratic in the worst case.
        guard utf8.count <= 4_096, text.utf8.count <= 4_096 else { return false }
        let parts = text.split(separator: "\u{FFFC}", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last, hasPrefix(first)
        else { return false }
        var rest = dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
