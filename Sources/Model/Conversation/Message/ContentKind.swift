/// The kinds of content, by their names in filters and redactions.
package enum ContentKind: String, Sendable, Hashable, CaseIterable {
    // Independent content.
    case text, image, video, gif, sticker, voice, audio
    case videoNote = "video_note"
    case file, contact, location, card, poll, call, payment, link
    // Relations to other messages, and later changes.
    case reply, forwarded, reaction, edited, deleted, translation
    // Content within the text.
    case code, mention

    /// Whether this is independent content, which can be redacted.
    var isSent: Bool {
        switch self {
        case .text, .image, .video, .gif, .sticker, .voice, .audio, .videoNote, .file, .contact,
            .location, .card, .poll, .call, .payment, .link:
            true
        case .reply, .forwarded, .reaction, .edited, .deleted, .translation, .code, .mention: false
        }
    }

    package init(_ kind: Attachment.Kind) {
        self =
            switch kind {
            case .image: .image
            case .video: .video
            case .gif: .gif
            case .sticker: .sticker
            case .voice: .voice
            case .audio: .audio
            case .video_note: .videoNote
            case .file: .file
            case .contact: .contact
            case .location: .location
            case .card: .card
            }
    }
}

extension Message {
    var contents: Set<ContentKind> {
        var contents = Set(attachments.map { ContentKind($0.kind) })
        if body.contains(where: { !$0.plainText.isEmpty }) { contents.insert(.text) }
        for block in body { block.note(&contents) }
        if kind == .call { contents.insert(.call) }
        for attachment in attachments where attachment.card?.url != nil { contents.insert(.link) }
        guard hasDetails else { return contents }
        let details = self.details
        contents.formUnion(details.redacted?.kinds ?? [])
        let present: [(ContentKind, Bool)] = [
            (.text, details.subject != nil), (.poll, details.poll != nil),
            (.location, details.location != nil), (.contact, details.contact != nil),
            (.link, details.link != nil), (.call, details.call != nil),
            (.payment, details.payment != nil), (.reply, details.replyTo != nil),
            (.forwarded, details.forwarded != nil), (.reaction, !details.reactions.isEmpty),
            (.edited, details.edited != nil), (.deleted, details.deleted != nil),
            (.translation, details.translation != nil),
        ]
        for (content, isPresent) in present where isPresent { contents.insert(content) }
        return contents
    }
}

extension TextBlock {
    fileprivate func note(_ contents: inout Set<ContentKind>) {
        switch self {
        case .paragraph(let rich), .heading(_, let rich): rich.note(&contents)
        case .code: contents.insert(.code)
        case .quote(let blocks): for block in blocks { block.note(&contents) }
        case .list(_, let items):
            for item in items { for block in item.blocks { block.note(&contents) } }
        case .table(_, let header, let rows):
            for rich in header { rich.note(&contents) }
            for row in rows { for rich in row { rich.note(&contents) } }
        case .rule: break
        }
    }
}

extension RichText {
    fileprivate func note(_ contents: inout Set<ContentKind>) {
        for entity in entities {
            switch entity.kind {
            case .link: contents.insert(.link)
            case .code: contents.insert(.code)
            case .mention: contents.insert(.mention)
            case .bold, .italic, .underline, .strike, .spoiler, .hashtag, .customEmoji: break
            }
        }
    }
}
