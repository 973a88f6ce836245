import Markup

extension Redactor {
    /// Blocks of like length; blanks and line ends stay, so that lines break alike.
    static func blocks(_ text: String) -> String {
        hide(Array(text.unicodeScalars), [0..<text.unicodeScalars.count])
    }

    /// The text with blocks where a pattern matches; nil where none does.
    static func hiding(_ patterns: [Pattern], in text: String) -> String? {
        guard !patterns.isEmpty, !text.isEmpty else { return nil }
        let scalars = Array(text.unicodeScalars)
        var found: [Range<Int>] = []
        for pattern in patterns {
            // Where looking takes too long, everything is hidden.
            guard let matches = pattern.matches(in: scalars) else { return blocks(text) }
            found += matches
        }
        guard !found.isEmpty else { return nil }
        return hide(scalars, found.sorted { $0.lowerBound < $1.lowerBound })
    }

    private static func hide(_ scalars: [Unicode.Scalar], _ ranges: [Range<Int>]) -> String {
        var out = String.UnicodeScalarView()
        var next = 0
        var position = 0
        while position < scalars.count {
            while next < ranges.count, ranges[next].upperBound <= position { next += 1 }
            let scalar = scalars[position]
            position += 1
            guard next < ranges.count, ranges[next].lowerBound < position else {
                out.append(scalar)
                continue
            }
            let properties = scalar.properties
            if properties.isWhitespace {
                out.append(scalar)
            } else if properties.generalCategory != .nonspacingMark,
                properties.generalCategory != .format, !properties.isVariationSelector
            {
                out.append("\u{2588}")
            }
        }
        return String(out)
    }
}

extension Message {
    /// Leaves who and when, and how long it was; everything else is gone.
    mutating func redact() {
        let text = body.map(\.plainText).joined(separator: "\n")
        let hidden = Redactor.blocks(text)
        body = hidden.isEmpty ? [] : [.paragraph(RichText(hidden))]
        attachments = attachments.map { Attachment(kind: $0.kind) }
        switch kind {
        case .message, .system, .note: break
        // Without its facts a call is only a line that says so.
        case .call, .unknown: kind = .message
        }
        language = nil
        var kept = MessageDetails()
        kept.deliveredAt = details.deliveredAt
        kept.readAt = details.readAt
        kept.service = details.service
        kept.isRedacted = true
        details = kept
        if body.isEmpty, attachments.isEmpty {
            body = [.paragraph(RichText(String(repeating: "\u{2588}", count: 12)))]
        }
    }
}

extension Conversation {
    /// The message of that id, or else of that number.
    func place(ofMessage key: String) -> Int? {
        if let place = messages.firstIndex(where: { $0.id == key }) { return place }
        guard let number = Int(key), messages.indices.contains(number &- 1) else { return nil }
        return number - 1
    }

    /// Forgets the emoji that no text and no reaction names any more.
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

    /// Empties the media that nothing shows any more; the others keep their places.
    mutating func dropUnusedMedia() {
        dropUnusedEmoji()
        var used = Set(participants.compactMap(\.avatar) + emoji.map(\.media))
        for message in messages {
            used.formUnion(message.attachments.compactMap(\.media))
            guard message.hasDetails else { continue }
            let details = message.details
            used.formUnion(details.reactions.compactMap(\.picture))
            if let picture = details.link?.picture { used.insert(picture) }
        }
        for index in media.indices where !used.contains(index) { media[index].bytes = [] }
    }
}
