import Resources
import JSON
import Markup

extension ConversationWriter {
    mutating func write(_ message: Message) {
        open()
        json.member("id", optional: message.id)
        json.member("from", optional: message.from.map { conversation.participants[$0].id })
        time("at", message.at)
        writeKind(of: message)
        if message.hasBody { write(body: message.body) }
        json.member("lang", optional: message.language)
        if message.direction != .auto { json.member("dir", message.direction.rawValue) }
        if !message.attachments.isEmpty {
            openArray("attachments")
            for attachment in message.attachments { write(attachment) }
            closeArray()
        }
        json.member("status", optional: message.status?.rawValue)
        if message.hasDetails { write(message.details, of: message) }
        close()
    }

    private mutating func writeKind(of message: Message) {
        switch message.kind {
        case .message:
            // Without an explicit kind, these members would make the message a system message or a
            // call.
            let details = message.details
            if details.system != nil || details.call != nil || details.unread != nil {
                json.member("kind", "message")
            }
        case .system: json.member("kind", "system")
        case .call: json.member("kind", "call")
        case .note: json.member("kind", "note")
        case .typing: json.member("kind", "typing")
        case .unread: json.member("kind", "unread")
        case .unknown(let kind): json.member("kind", kind)
        }
    }

    private mutating func write(_ attachment: Attachment) {
        open()
        json.member("kind", attachment.unknownKind ?? attachment.kind.rawValue)
        media("src", attachment.file ?? attachment.media)
        if attachment.file != nil { media("poster", attachment.media) }
        json.member("name", optional: attachment.name)
        json.member("size", optional: attachment.size)
        json.member("width", optional: attachment.width)
        json.member("height", optional: attachment.height)
        json.member("duration", optional: attachment.duration)
        if !attachment.waveform.isEmpty {
            json.member("waveform", attachment.waveform.map(Double.init))
        }
        json.member("title", optional: attachment.title)
        json.member("performer", optional: attachment.performer)
        json.member("caption", optional: attachment.caption)
        json.member("alt", optional: attachment.alt)
        json.member("transcript", optional: attachment.transcript)
        json.member("missing", optional: attachment.missing)
        if let card = attachment.card { write(card) }
        close()
    }

    private mutating func write(_ card: Card) {
        json.member("text", optional: card.text)
        json.member("url", optional: card.url)
        guard !card.buttons.isEmpty else { return }
        openArray("buttons")
        for button in card.buttons {
            open()
            json.member("text", button.text)
            json.member("url", optional: button.url)
            close()
        }
        closeArray()
    }

    // MARK: - Bodies

    private mutating func write(body: [TextBlock]) {
        if let marked = MarkedText(body) { return write(marked) }
        let text = Markdown.text(of: body, budget)
        // Marks are used if Markdown cannot represent the whole body.
        if Markdown.blocks(text, budget) != body,
            let marked = MarkedText(body, hasAllBlocks: true)
        {
            return write(marked)
        }
        json.member("text", text)
        json.member("format", TextFormat.markdown.rawValue)
    }

    private mutating func write(_ marked: MarkedText) {
        json.member("text", marked.text)
        guard !marked.marks.isEmpty else { return }
        openArray("entities")
        for mark in budget.checked(marked.marks) { write(mark, in: marked.text) }
        closeArray()
    }

    private mutating func write(_ mark: TextMark, in text: String) {
        let utf8 = text.utf8
        func units(_ offset: Int) -> Int {
            text.utf16.distance(
                from: text.startIndex, to: utf8.index(utf8.startIndex, offsetBy: offset))
        }
        let start = units(mark.range.lowerBound)
        open()
        switch mark.kind {
        case .quote: json.member("type", "blockquote")
        case .code(let language):
            json.member("type", "pre")
            json.member("language", optional: language)
        case .heading(let level):
            json.member("type", "heading")
            json.member("level", level)
        case .list(let number):
            json.member("type", "list")
            json.member("number", optional: number)
        case .item(let isDone):
            json.member("type", "list_item")
            if let isDone { json.member("done", isDone) }
        case .paragraph: json.member("type", "paragraph")
        case .rule: json.member("type", "rule")
        case .entity(let kind): write(kind)
        }
        json.member("offset", start)
        json.member("length", units(mark.range.upperBound) - start)
        close()
    }

    private mutating func write(_ kind: Entity.Kind) {
        switch kind {
        case .bold: json.member("type", "bold")
        case .italic: json.member("type", "italic")
        case .underline: json.member("type", "underline")
        case .strike: json.member("type", "strike")
        case .spoiler: json.member("type", "spoiler")
        case .code: json.member("type", "code")
        case .mention: json.member("type", "mention")
        case .hashtag: json.member("type", "hashtag")
        case .link(let url):
            json.member("type", "link")
            json.member("url", url)
        case .customEmoji(let name):
            json.member("type", "custom_emoji")
            json.member("name", name)
        }
    }
}
