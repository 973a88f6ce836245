import JSON

extension ConversationDecoder {
    /// Reads a field that only an app's card has.
    mutating func readCard(
        _ key: String, _ attachment: inout Attachment
    ) throws(ConversationError) -> Bool {
        var card = attachment.card ?? Card()
        switch key {
        case "text": card.text = try fields.nonEmptyText()
        case "url": card.url = try fields.line()
        case "buttons": card.buttons = try fields.buttons()
        default: return false
        }
        attachment.card = card == Card() ? nil : card
        return true
    }

    /// Reads the pictures of custom emoji: `[{"name": "parrot", "src": …}]`.
    mutating func readEmoji() throws(ConversationError) {
        conversation.emoji = []
        guard try fields.beginArray() else { return }
        while try fields.nextElement() {
            guard try fields.beginObject() else { continue }
            var name: String?
            var media: MediaIndex?
            while let key = try fields.nextKey() {
                switch key {
                case "name": name = try fields.identifier()
                case "src", "source":
                    switch try mediaStore.source(from: &fields) {
                    case .media(let index): media = index
                    case .missing, .remote, nil: break
                    }
                default: try fields.unknown(key)
                }
            }
            guard let name, !name.isEmpty else {
                let place = fields.pointer + "/name"
                try fields.diagnostics.reject(FieldFault(at: place, .missing))
                continue
            }
            if let media { conversation.emoji.append(CustomEmoji(name: name, media: media)) }
        }
    }
}

extension FieldReader {
    /// Reads the buttons below a card: strings, or objects with a link.
    mutating func buttons() throws(ConversationError) -> [Card.Button] {
        var buttons: [Card.Button] = []
        guard try beginArray() else { return [] }
        while try nextElement() {
            guard try peek() == .object else {
                if let text = try line() { buttons.append(Card.Button(text: text)) }
                continue
            }
            guard try beginObject() else { continue }
            var button = Card.Button(text: "")
            while let key = try nextKey() {
                switch key {
                case "text", "title", "label": button.text = try line() ?? button.text
                case "url": button.url = try line()
                default: try unknown(key)
                }
            }
            buttons.append(button)
        }
        return buttons
    }

    /// Reads a thread: only the head's ID, or an object.
    mutating func thread() throws(ConversationError) -> Thread? {
        var thread = Thread()
        guard try peek() == .object else {
            thread.root = try identifier()
            return thread.root == nil ? nil : thread
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "root", "id": thread.root = try identifier()
            case "replies": thread.replies = try count()
            default: try unknown(key)
            }
        }
        return thread == Thread() ? nil : thread
    }
}
