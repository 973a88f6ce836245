extension Redactor {
    /// Redacts matches of patterns and the names of redacted participants.
    func redactParts(of message: inout Message) throws(ConversationError) {
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
    mutating func dropQuotations(of quoted: Set<Int>) {
        guard !quoted.isEmpty else { return }
        for index in messages.indices where messages[index].hasDetails {
            let reply = messages[index].details.replyTo
            guard let place = reply?.index, quoted.contains(place), reply?.text != nil else {
                continue
            }
            messages[index].details.replyTo?.text = nil
        }
    }

    /// Removes the emoji that no text or reaction uses any more.
    private mutating func dropUnusedEmoji() {
        guard !emoji.isEmpty else { return }
        var names: Set<String> = []
        func note(_ rich: RichText) -> RichText {
            for entity in rich.entities {
                if case .customEmoji(let name) = entity.kind { names.insert(name) }
            }
            return rich
        }
        for message in messages {
            for block in message.body { _ = block.mapTexts(rich: note, plain: { $0 }) }
            guard message.hasDetails else { continue }
            names.formUnion(message.details.reactions.map(\.emojiName))
        }
        emoji = emoji.filter { names.contains($0.name) }
    }

    /// Removes the files of attachments besides pictures that are drawn, because nobody checked
    /// whether they contain redacted content. A digest could confirm a guess at the content.
    mutating func withholdFiles() {
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

    /// Empties the media that is no longer used. All other media keeps its index.
    mutating func dropUnusedMedia() {
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
