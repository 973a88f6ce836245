import Basics

extension ConversationWriter {
    mutating func write(_ message: Message) {
        open()
        var draft = MessageDraft(message: message)
        MessageDraft.ownFields.put(&self, &draft)
        if message.hasDetails {
            draft.details = message.details
            MessageDetails.fields.put(&self, &draft.details)
        }
        close()
    }

    mutating func kind(of message: Message) {
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

    mutating func write(body: [TextBlock]) {
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
        for mark in budget.checked(marked.marks) {
            object(nil, EntityDraft(mark, in: marked.text))
        }
        closeArray()
    }
}
